import { setTimeout as pause } from 'node:timers/promises';
import { SigecError } from '#base/errors.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { stationId } from '#contract/stations/station.ts';
import { usedStation } from '#simulator/drivers.ts';
import { SimulatedStation } from '#simulator/station.ts';
import type { StationEvent } from '#simulator/station-settings.ts';
import { parseDuration } from '../duration.ts';
import { done, failed } from '../exit-code.ts';
import { localOcppUrl } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

export type SimulateStationOptions = {
  id: string;
  version: OcppVersion;
  url?: string;
  password?: string;
  duration?: string;
  heartbeat?: string;
  statusEvery?: string;
};

/** Connects one station and shows what it does, until interrupted or the time is over. It has failed if it was never accepted. */
export async function simulateStation(terminal: Terminal, options: SimulateStationOptions): Promise<number> {
  const { text } = terminal;
  const { id, version, password } = options;
  const url = options.url ?? localOcppUrl(terminal);
  const seconds = (name: string, given: string | undefined) =>
    given === undefined ? undefined : readMs(terminal, name, given) / 1000;
  checkNames(terminal, { id, url });
  const durationSeconds = seconds('--duration', options.duration);
  let wasAccepted = false;
  const station = new SimulatedStation({
    ...{ id, version, url, password, ...usedStation(id) },
    heartbeatSeconds: seconds('--heartbeat', options.heartbeat),
    statusEverySeconds: seconds('--status-every', options.statusEvery),
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
    case 'exchanged': {
      const { action, outcome } = event.exchange;
      return outcome.kind === 'result' ? simulate.answered(action) : simulate.failed(action, outcome.kind);
    }
  }
}

function checkNames({ text }: Terminal, { id, url }: { id: string; url: string }): void {
  const invalid = (name: string, value: string, accepts: string) =>
    new SigecError('INVALID_INPUT', text.wrongUse.invalidInput({ name, value, accepts }));
  if (!stationId.safeParse(id).success) throw invalid('ID', visible(id), text.accepts.stationId);
  if (!URL.canParse(url) || !/^wss?:\/\/./.test(url)) throw invalid('--url', url, text.accepts.ocppUrl);
}

function readMs({ text }: Terminal, name: string, value: string): number {
  const ms = parseDuration(value);
  if (ms !== undefined) return ms;
  throw new SigecError('INVALID_INPUT', text.wrongUse.invalidInput({ name, value, accepts: text.accepts.duration }));
}
