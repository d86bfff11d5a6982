import type { EventBody } from '#contract/events/events.ts';
import type { NewEvent } from '#ledger/ledger-types.ts';
import type { MeterMessage } from '../../meter-values/meter-messages.ts';
import type { Sample } from '../../meter-values/sample.ts';
import type { HealthFact } from './health-fact.ts';

const longestCode = 50;

/** "GroundFailure: E17: water in the plug" is about a GroundFailure; a code of MREC (CX017) says more than OtherError before it. */
export function codeOf(reason: string | null | undefined): string | null {
  if (reason === null || reason === undefined || reason === '') return null;
  const [first = '', second] = reason.split(': ', 2);
  const isMrec = second !== undefined && /^CX\d{3}$/.test(second);
  return (isMrec ? second : first).slice(0, longestCode);
}

export function statusFact(
  stationId: string,
  at: number,
  { body, happenedAt }: Pick<NewEvent<'connector-status'>, 'body' | 'happenedAt'>,
): HealthFact {
  const { evseId, connectorId, status, activity, reason } = body;
  const toldAt = happenedAt.getTime();
  return { stationId, kind: 'status', at, toldAt, evseId, connectorId, status, activity, code: codeOf(reason) };
}

export function sessionFact(
  stationId: string,
  at: number,
  { body, happenedAt }: { body: EventBody<'session-event'>; happenedAt: Date },
): HealthFact {
  const register = body.registers?.at(-1);
  return {
    stationId,
    kind: 'session',
    at,
    toldAt: happenedAt.getTime(),
    type: body.type,
    ref: body.ref,
    evseId: body.evseId ?? null,
    connectorId: body.connectorId ?? null,
    registerWh: register === undefined ? null : register.mwh / 1000,
    isOffline: body.isOffline ?? false,
    isAuthorized: (body.tokenHash ?? body.tokenType ?? body.remoteStartId ?? null) !== null,
    chargingState: body.chargingState ?? null,
    stopReason: body.stopReason ?? null,
  };
}

/** Undefined where its readings say nothing of heat or power. */
export function meterFact(message: MeterMessage): HealthFact | undefined {
  const { stationId, sessionRef: ref, evseId, at, receivedAt, samples } = message;
  if (ref === null) return undefined;
  const temperatureC = highest(samples, 'Temperature');
  const powerW = total(samples, 'Power.Active.Import');
  if (temperatureC === null && powerW === null) return undefined;
  const offeredW = total(samples, 'Power.Offered');
  const times = { at: receivedAt.getTime(), toldAt: at.getTime() };
  return { stationId, kind: 'meter', ...times, ref, evseId, temperatureC, powerW, offeredW };
}

/** OCPP 2.x has no meter value for heat: a connector tells it as a variable. */
export function heatFact(
  stationId: string,
  at: number,
  { body, happenedAt }: Pick<NewEvent<'variable-observed'>, 'body' | 'happenedAt'>,
): HealthFact | undefined {
  const { component, variable, evseId, value } = body;
  const temperatureC = Number(value);
  const isOfConnector = evseId !== null && evseId !== undefined && /^(connector|evse|cable)/i.test(component ?? '');
  if (variable !== 'Temperature' || !isOfConnector || value === '' || !Number.isFinite(temperatureC)) return undefined;
  const told = { stationId, kind: 'meter', at, toldAt: happenedAt.getTime(), ref: null, evseId } as const;
  return { ...told, temperatureC, powerW: null, offeredW: null };
}

/** What the car or the cabinet tells of itself says nothing of the connector. */
function highest(samples: readonly Sample[], measurand: string): number | null {
  let found: number | null = null;
  for (const { measurand: each, value, location } of samples)
    if (each === measurand && value !== null && location !== 'EV' && location !== 'Body')
      found = Math.max(found ?? value, value);
  return found;
}

/** All phases together: as the station says, or the sum of what it says of each. */
function total(samples: readonly Sample[], measurand: string): number | null {
  let [whole, sum]: [number | null, number | null] = [null, null];
  for (const { measurand: each, value, phase } of samples) {
    if (each !== measurand || value === null) continue;
    if (phase === null) whole = value;
    else if (/^L[123](-N)?$/.test(phase)) sum = (sum ?? 0) + value;
  }
  return whole ?? sum;
}
