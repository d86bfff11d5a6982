import { commandApi } from '#contract/api/commands.ts';
import { openApi } from '../api.ts';
import { type AskOptions, tell } from '../ask-stations.ts';
import { readObject } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

export type StationCallOptions = AskOptions & { id: string; action: string; payload: string };

/** A message of the station's own OCPP version, as it is. */
export async function stationCall(terminal: Terminal, options: StationCallOptions): Promise<number> {
  const payload = readObject(terminal, { name: 'JSON', value: options.payload });
  const api = openApi(terminal, options);
  const why = options.why === undefined ? {} : { why: options.why };
  const record = await api.call(commandApi.runRaw, {
    params: { id: options.id, action: options.action },
    body: { payload, ...why },
  });
  return tell(terminal, options, { api, records: [record], showsAnswer: true });
}
