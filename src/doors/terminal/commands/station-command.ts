import { type AskOptions, askStations } from '../ask-stations.ts';
import { readObject } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

export type StationCommandOptions = AskOptions & { ids: readonly string[]; name: string; input: string };

/** Any command of the business, its input written as JSON. */
export async function stationCommand(terminal: Terminal, options: StationCommandOptions): Promise<number> {
  const input = readObject(terminal, { name: 'JSON', value: options.input });
  return askStations(terminal, options, { ids: options.ids, name: options.name, input, showsAnswer: true });
}
