import { setTimeout as pause } from 'node:timers/promises';
import { type OcppVersion, stationId } from '#contract/stations/station.ts';
import { usedStation } from '#simulator/drivers.ts';
import { SimulatedStation } from '#simulator/station.ts';
import type { StationEvent } from '#simulator/station-settings.ts';
import { done, failed } from '../exit-code.ts';
import { invalidInput, optionReader, type Texts } from '../read-options.ts';
import { localUrl } from '../server-address.ts';
import { stationUrl } from '../station-url.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type Options = Texts<'url' | 'duration' | 'heartbeat' | 'statusEvery' | 'password'>;

/** The words of the command line are read by the simulator. */
type FleetOptions = Options & { n: string } & Texts<'prefix' | 'journal' | 'connectPerSecond' | 'sampleEvery'> &
  Partial<Record<'version' | 'token' | 'oddity' | 'profileQuirk', string[]>> & { overnight?: boolean };

export async function simulateFleet(terminal: Terminal, { n: count, ...options }: FleetOptions): Promise<number> {
  const { runFleetCommand } = await import('#simulator/fleet-command.ts');
  const run = runOf(terminal, await stationUrl(terminal, options.url));
  return runFleetCommand({ count, ...options, ...run }, (line) => terminal.out(line));
}

type DevicesOptions = Texts<'url' | 'duration' | 'transport' | 'firstId' | 'keep'> & { n: string; board?: string[] };

export async function simulateDevices(terminal: Terminal, { n: count, ...options }: DevicesOptions): Promise<number> {
  const { runDevicesCommand } = await import('#simulator/devices/devices-command.ts');
  const run = runOf(terminal, options.url ?? localUrl(terminal, 'devices'));
  return runDevicesCommand({ count, ...options, ...run }, (line) => terminal.out(line));
}

function runOf(terminal: Terminal, url: string) {
  return { url, language: terminal.language, signal: terminal.untilInterrupted() };
}

/** Connects one station and shows what it does, until interrupted or the time is over. It has failed if it was never accepted. */
export async function simulateStation(
  terminal: Terminal,
  options: Options & { id: string; version: OcppVersion },
): Promise<number> {
  const { text } = terminal;
  const { id, version, password } = options;
  const url = await stationUrl(terminal, options.url);
  const read = optionReader(terminal, options);
  const seconds = (name: 'duration' | 'heartbeat' | 'statusEvery') => {
    const ms = read.durationMs(name);
    return ms && ms / 1000;
  };
  checkNames(terminal, { id, url });
  const durationSeconds = seconds('duration');
  let wasAccepted = false;
  const station = new SimulatedStation({
    id,
    version,
    url,
    password,
    ...usedStation(id),
    heartbeatSeconds: seconds('heartbeat'),
    statusEverySeconds: seconds('statusEvery'),
    onEvent(event) {
      wasAccepted ||= event.kind === 'state-changed' && event.state === 'accepted';
      terminal.out(
        `${terminal.paint('quiet', localTime(terminal.clock.now()))}  ${visible(sentenceOf(event, terminal))}`,
      );
    },
  });
  terminal.out(text.simulate.connecting({ id, version, url }));
  const signal = terminal.untilInterrupted();
  station.start();
  await untilEnd(durationSeconds, signal);
  await station.stop();
  return wasAccepted ? done : failed;
}

async function untilEnd(durationSeconds: number | undefined, signal: AbortSignal): Promise<void> {
  const longest = 2 ** 31 - 1; // of a timer: 24 days
  const ms = durationSeconds === undefined ? longest : Math.min(longest, durationSeconds * 1000);
  await pause(ms, undefined, { signal }).catch(() => undefined); // rejects only when the signal ends it
}

function sentenceOf(event: StationEvent, { text: { simulate } }: Terminal): string {
  switch (event.kind) {
    case 'state-changed':
      return simulate.state[event.state];
    case 'trouble':
      return simulate.trouble(event.trouble);
    case 'discarded':
      return simulate.failed(event.discarded.action, 'discarded');
    case 'answering':
      return simulate.asked(event.action);
    case 'exchanged': {
      const { action, outcome } = event.exchange;
      return outcome.kind === 'result' ? simulate.answered(action) : simulate.failed(action, outcome.kind);
    }
  }
}

function checkNames(terminal: Terminal, { id, url }: { id: string; url: string }): void {
  const { accepts } = terminal.text;
  if (!stationId.safeParse(id).success)
    throw invalidInput(terminal, { name: 'ID', value: visible(id), accepts: accepts.stationId });
  if (!URL.canParse(url) || !/^wss?:\/\/./.test(url))
    throw invalidInput(terminal, { name: '--url', value: url, accepts: accepts.ocppUrl });
}
