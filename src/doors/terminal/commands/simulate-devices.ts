import { runDevicesCommand } from '#simulator/devices/devices-command.ts';
import { localDevicesUrl } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';

export type SimulateDevicesOptions = {
  count: string;
  board?: string[];
  transport?: string;
  url?: string;
  firstId?: string;
  keep?: string;
  duration?: string;
};

export async function simulateDevices(terminal: Terminal, options: SimulateDevicesOptions): Promise<number> {
  const url = options.url ?? localDevicesUrl(terminal);
  const signal = terminal.untilInterrupted();
  return runDevicesCommand({ ...options, url, language: terminal.language, signal }, (line) => terminal.out(line));
}
