import { runFleetCommand } from '#simulator/fleet-command.ts';
import { localOcppUrl } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';

export type SimulateFleetOptions = {
  count: string;
  version?: string[];
  url?: string;
  prefix?: string;
  password?: string;
  journal?: string;
  duration?: string;
  heartbeat?: string;
  statusEvery?: string;
  connectPerSecond?: string;
  token?: string[];
  sampleEvery?: string;
  oddity?: string[];
};

export async function simulateFleet(terminal: Terminal, options: SimulateFleetOptions): Promise<number> {
  const url = options.url ?? localOcppUrl(terminal);
  const signal = terminal.untilInterrupted();
  return runFleetCommand({ ...options, url, language: terminal.language, signal }, (line) => terminal.out(line));
}
