import type { WatchName } from '../detectors/watches.ts';
import { type CodeKind, codeKind } from './code-kinds.ts';
import { count, type Heard, hear } from './count-signs.ts';
import type { CommandFact, HealthFact, StatusFact } from './health-fact.ts';
import { hearMeter, hearSession, holdBack } from './hear-session.ts';
import { maxConnectors, newConnectorHealth, type StationHealth } from './station-health.ts';

const minuteMs = 60_000;
/** Connections that break again within this time broke once; one that breaks on and on counts again after so many times. */
const sameDropMs = 30 * minuteMs;
const maxDropsInRow = 5;
/** What a station tells right after it returned may be old, and says nothing of its clock. */
const settlingMs = 15 * minuteMs;
const maxClockOffMs = 3_600_000;
const latestMs = 7 * 86_400_000;
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
  'certificate-revoked',
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
  if (fact.activity?.startsWith('suspended') === true && session !== null) holdBack(session);
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

/**
 * How far the station's clock is from ours, in seconds: one that is put right again does not drift. What was told late says nothing of it,
 * but nothing waits for a week, and nothing comes early.
 */
function hearClock(
  station: StationHealth,
  { at, toldAt, isOffline = false }: { at: number; toldAt: number; isOffline?: boolean },
): void {
  const ahead = toldAt - at;
  const isSettled = station.onlineSince === null || at - station.onlineSince > settlingMs;
  const mayBeLate = ahead < -maxClockOffMs && ahead > -latestMs;
  if (isOffline || !isSettled || mayBeLate) return;
  const seconds = Math.max(-maxClockOffMs, Math.min(maxClockOffMs, ahead)) / 1000;
  hear(whole(station, at, toldAt), 'clock', Math.abs(seconds), { signal: 'clock-ahead', shown: seconds });
}

function hearCommand(station: StationHealth, fact: CommandFact, at: number): void {
  const { name, status, tookMs, evseId, connectorId } = fact;
  if (name === 'reset' && status === 'accepted') station.restartExpectedUntil = at + restartWithinMs;
  if (name === 'unlock' && status === 'rejected')
    count(placeOf(station, { evseId, connectorId, at }), 'lock', 'unlock-failed');
  if (tookMs === null || status === 'not-sent') return;
  // Times are many small and few large ones: their logarithm has a level.
  const value = comparable(station, name, Math.log(Math.max(20, tookMs) / 1000));
  if (value === undefined) return;
  hear(whole(station, at), 'answers', value, { signal: 'answer-seconds', shown: tookMs / 1000 });
}

const maxCommandNames = 60;
const knownAfter = 5;
const forgets = 0.01;

/**
 * Reading a whole configuration takes longer than a heartbeat asked for: each kind of command is compared with itself, and shown as the
 * first kind that was known here. undefined: too little is known of this kind yet.
 */
function comparable(station: StationHealth, name: string, value: number): number | undefined {
  station.answers ??= {};
  const [first] = Object.values(station.answers);
  const known = (station.answers[name] ??= { count: 0, mean: 0 });
  if (Object.keys(station.answers).length > maxCommandNames) delete station.answers[name];
  known.count += 1;
  const away = value - known.mean;
  if (known.count <= knownAfter) {
    known.mean += away / known.count;
    return undefined;
  }
  const usual = first?.mean ?? known.mean;
  // What is being noticed is not taken for usual.
  if (Math.abs(away) < 1) known.mean += forgets * away;
  return usual + away;
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
