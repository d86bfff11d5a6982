import type { WatchName } from '../detectors/watches.ts';
import { type CodeKind, codeKind } from './code-kinds.ts';
import { count, type Heard, hear } from './count-signs.ts';
import type { CommandFact, HealthFact, StatusFact } from './health-fact.ts';
import { hearMeter, hearSession } from './hear-session.ts';
import { maxConnectors, newConnectorHealth, type StationHealth } from './station-health.ts';

const minuteMs = 60_000;
/** Connections that break again within this time broke once; one that breaks on and on counts again after so many times. */
const sameDropMs = 30 * minuteMs;
const maxDropsInRow = 5;
/** What a station tells right after it returned may be old, and says nothing of its clock. */
const settlingMs = 15 * minuteMs;
const maxClockOffMs = 3_600_000;
/** A restart that was asked for comes within this time. */
const restartWithinMs = 30 * minuteMs;

/** Goes on with one fact of a station. Costs what the fact changes: no detector but its own is touched. */
export function hearFact(station: StationHealth, fact: HealthFact): void {
  const { at } = fact;
  station.heardAt = Math.max(station.heardAt, at);
  switch (fact.kind) {
    case 'online':
      station.onlineSince = at;
      station.lostAt = null;
      return;
    case 'offline':
      hearDrop(station, fact.reason, at);
      return;
    case 'boot':
      hearBoot(station, fact);
      return;
    case 'status':
      hearStatus(station, fact, at);
      return;
    case 'session':
      hearSession(placeOfSession(station, fact), fact);
      hearClock(station, { ...fact, at });
      return;
    case 'meter':
      hearMeter(placeOfSession(station, { ...fact, connectorId: null }), fact);
      return;
    case 'command':
      hearCommand(station, fact, at);
      return;
    case 'alert':
      if (fact.code !== null && isGrave(fact.severity, fact.code)) hearCode(placeOf(station, fact), fact.code);
      return;
    case 'firmware':
      station.restartExpectedUntil = Math.max(station.restartExpectedUntil, at + restartWithinMs);
      if (fact.hasFailed) station.troubles += 1;
  }
}

/** Up to 4 the station is in trouble (OCPP 2.1). 2.0.1 tells no severity, so there a code has to speak for itself. */
function isGrave(severity: number | null, code: string): boolean {
  return severity === null ? codeKind(code) !== 'other' : severity <= 4;
}

/** Where we ended the connection ourselves, or another took its place, nothing broke. */
const ownReasons = new Set([
  'server-stopped',
  'database-away',
  'replaced',
  'rejected',
  'exemption-ended',
  'over-budget',
]);

function hearDrop(station: StationHealth, reason: string, at: number): void {
  station.onlineSince = null;
  station.lostAt = ownReasons.has(reason) ? null : at;
  if (ownReasons.has(reason) || at <= station.restartExpectedUntil) return;
  station.lastDropAt = at;
  const isSame = at - station.droppedAt < sameDropMs;
  station.dropsInRow = isSame ? station.dropsInRow + 1 : 1;
  if (!isSame) station.droppedAt = at;
  if (isSame && station.dropsInRow % maxDropsInRow !== 1) return;
  count(whole(station, at), 'link', 'link-lost');
}

/** Reasons of OCPP 2.x that somebody asked for. */
const expectedBoots = /^(remote-?reset|scheduled-?reset|firmware-?update|local-?reset|triggered)$/i;

function hearBoot(station: StationHealth, fact: Extract<HealthFact, { kind: 'boot' }>): void {
  const { at, vendor, model, firmwareVersion, reason } = fact;
  const isOtherFirmware = station.firmwareVersion !== firmwareVersion || station.model !== model;
  if (isOtherFirmware) {
    // What the station did with another firmware says nothing of this one.
    Object.assign(station, { vendor, model, firmwareVersion, firmwareSince: at, troubles: 0, failures: 0 });
    return;
  }
  station.vendor = vendor;
  // Some stations boot after every lost connection: that is no restart.
  const hasJustConnected = station.onlineSince !== null && at - station.onlineSince < minuteMs && reason === null;
  const isExpected = at <= station.restartExpectedUntil || (reason !== null && expectedBoots.test(reason));
  if (isExpected || (hasJustConnected && at - station.lastDropAt < 5 * minuteMs)) return;
  count(whole(station, at), 'boots', 'restarted');
}

function hearStatus(station: StationHealth, fact: StatusFact, at: number): void {
  const heard = placeOf(station, { ...fact, at });
  hearClock(station, { ...fact, at });
  if (fact.code !== null) hearCode(heard, fact.code);
  const { connector } = heard;
  if (connector === null) return;
  if (fact.status !== 'faulted') Object.assign(connector, { faultedSince: null, faultCode: null });
  else if (connector.faultedSince === null) {
    Object.assign(connector, { faultedSince: at, faultedToldAt: fact.toldAt, faultCode: fact.code });
    station.failures += 1;
  }
  const { session } = connector;
  if (fact.activity === 'charging' && session !== null) session.energyAt ??= at;
  if (fact.activity?.startsWith('suspended') === true && session !== null) session.isHeldBack = true;
  if (fact.activity === 'preparing' || fact.status === 'occupied') connector.pluggedAt ??= at;
  else connector.pluggedAt = null;
}

function hearCode(heard: Heard, code: string): void {
  heard.station.lastCode = code;
  const kind = codeKind(code);
  // Neither its fault nor its wear: a hand on the button, a car, the network.
  if (kind === 'network' || kind === 'vehicle' || kind === 'pressed') return;
  if (kind === 'lock' && heard.connector !== null) heard.connector.hasLockFailed = true;
  const [watch, signal] = countedFor[kind] ?? (['faults', 'fault'] as const);
  count(heard, watch, signal);
}

const countedFor: Partial<Record<CodeKind, readonly [WatchName, string]>> = {
  contactor: ['contactor', 'contactor-fault'],
  lock: ['lock', 'lock-fault'],
  heat: ['faults', 'too-hot'],
  meter: ['meterCount', 'meter-fault'],
};

/** How far the station's clock is ahead of ours, in seconds. What was told late says nothing of it. */
function hearClock(
  station: StationHealth,
  { at, toldAt, isOffline = false }: { at: number; toldAt: number; isOffline?: boolean },
): void {
  const ahead = toldAt - at;
  const isSettled = station.onlineSince === null || at - station.onlineSince > settlingMs;
  if (isOffline || !isSettled || Math.abs(ahead) > maxClockOffMs) return;
  hear(whole(station, at, toldAt), 'clock', ahead / 1000, { signal: 'clock-ahead' });
}

function hearCommand(station: StationHealth, fact: CommandFact, at: number): void {
  const { name, status, tookMs, evseId, connectorId } = fact;
  if (name === 'reset' && status === 'accepted') station.restartExpectedUntil = at + restartWithinMs;
  if (name === 'unlock' && status === 'rejected')
    count(placeOf(station, { evseId, connectorId, at }), 'lock', 'unlock-failed');
  if (tookMs === null || status === 'not-sent') return;
  // Times are many small and few large ones: their logarithm has a level.
  hear(whole(station, at), 'answers', Math.log(Math.max(20, tookMs) / 1000), {
    signal: 'answer-seconds',
    shown: tookMs / 1000,
  });
}

type Placed = { evseId: number | null; connectorId: number | null; at: number; toldAt?: number };

function whole(station: StationHealth, at: number, toldAt = at): Heard {
  return { station, connector: null, at, toldAt };
}

function placeOf(station: StationHealth, { evseId, connectorId, at, toldAt = at }: Placed): Heard {
  if (evseId === null || evseId === 0) return whole(station, at, toldAt);
  const key = `${evseId}.${connectorId ?? 1}`;
  const known = station.connectors[key];
  if (known !== undefined) return { station, connector: known, at, toldAt };
  if (Object.keys(station.connectors).length >= maxConnectors) return whole(station, at, toldAt);
  const connector = newConnectorHealth();
  station.connectors[key] = connector;
  return { station, connector, at, toldAt };
}

/** Most messages of a session name it and not its connector, or not the connector of its EVSE. */
function placeOfSession(station: StationHealth, fact: Placed & { ref: string | null }): Heard {
  const known = Object.values(station.connectors).find(({ session }) => session?.ref === fact.ref);
  if (known === undefined) return placeOf(station, fact);
  return { station, connector: known, at: fact.at, toldAt: fact.toldAt ?? fact.at };
}
