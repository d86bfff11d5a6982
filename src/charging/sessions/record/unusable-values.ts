import { isReading } from '../energy/is-reading.ts';
import { energyRegister } from '../energy/register-readings.ts';
import { blankEvent, type SessionEvent } from './session-event.ts';

/**
 * What a station wrote and nobody can use; it stays beside the event as evidence. `readings`: so many were left out of a message, since it
 * had too many or they are no numbers. `event`: the whole event could not be stored.
 */
export type UnusableValue = { field: NumberField | 'register' | 'readings' | 'event'; value: number | string };
type NumberField = 'seqNo' | 'evseId' | 'connectorId' | 'remoteStartId' | 'reservationId';

const maxKept = 20;

/** The event without the numbers that no table can hold and no meter can mean, which stand in `unusable` instead. */
export function withoutUnusable(event: SessionEvent): SessionEvent {
  const unusable: UnusableValue[] = [...(event.unusable ?? [])];
  const usable = { ...event };
  for (const field of numberFields) {
    const value = event[field];
    if (value === null || isUsable(field, value)) continue;
    unusable.push({ field, value });
    usable[field] = null;
  }
  const registers = event.samples.flatMap(({ measurand, value }) =>
    measurand === energyRegister ? (value ?? []) : [],
  );
  for (const value of [...(event.registerWh === null ? [] : [event.registerWh]), ...registers])
    if (Number.isFinite(value) && !isReading(value)) unusable.push({ field: 'register', value });
  return unusable.length === 0 ? event : { ...usable, unusable: unusable.slice(0, maxKept) };
}

export function unusableReadings(leftOut: number): Pick<SessionEvent, 'unusable'> {
  return leftOut === 0 ? {} : { unusable: [{ field: 'readings', value: leftOut }] };
}

const numberFields = ['seqNo', 'evseId', 'connectorId', 'remoteStartId', 'reservationId'] as const;

function isUsable(field: NumberField, value: number): boolean {
  const max = field === 'evseId' || field === 'connectorId' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  return Number.isInteger(value) && Math.abs(value) <= max;
}

/**
 * What remains of an event that the database refused: which session it is about, what it did to the session and when. The event as
 * it came was set aside; without this its session would run on.
 */
export function bareEvent(event: SessionEvent, reason: string): SessionEvent {
  const { toldAt, otherwise, unusable = [], ...rest } = event;
  const isPlausible = event.at.getUTCFullYear() >= 1970 && event.at.getUTCFullYear() < 2200;
  const { seqNo, isOffline, registerWh } = event;
  return {
    ...rest,
    ...blankEvent,
    seqNo,
    isOffline,
    registerWh,
    at: isPlausible ? event.at : event.receivedAt,
    unusable: [...unusable, { field: 'event', value: reason.slice(0, 200).toWellFormed().replaceAll('\0', '\uFFFD') }],
  };
}
