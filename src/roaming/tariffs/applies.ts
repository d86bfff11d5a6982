import { Temporal } from 'temporal-polyfill';
import type { Restrictions, RoamingTariff } from '../model/shapes.ts';

/** Where a session stands when a period of it begins. */
export type Moment = { at: Date; timeZone: string; kwh: number; seconds: number; isReserved?: boolean };

type Local = { day: string; weekday: string; time: string };
const weekdays = ['', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

export function localOf({ at, timeZone }: Pick<Moment, 'at' | 'timeZone'>): Local {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const two = (part: number) => String(part).padStart(2, '0');
  return {
    day: local.toPlainDate().toString(),
    weekday: weekdays[local.dayOfWeek] ?? '',
    time: `${two(local.hour)}:${two(local.minute)}`,
  };
}

/** All restrictions of an element have to match. What limits current or power cannot be told from a record, so it matches nothing. */
export function matches(restrictions: Restrictions | undefined, moment: Moment, local = localOf(moment)): boolean {
  if (restrictions === undefined) return moment.isReserved !== true;
  const { reservation, dayOfWeek, startDate, endDate, startTime, endTime } = restrictions;
  if ((reservation !== undefined) !== (moment.isReserved === true)) return false;
  if (dayOfWeek !== undefined && dayOfWeek.length > 0 && !dayOfWeek.includes(local.weekday)) return false;
  if (startDate !== undefined && local.day < startDate) return false;
  if (endDate !== undefined && local.day >= endDate) return false;
  if (!isInHours(local.time, startTime, endTime)) return false;
  const { minKwh = 0, maxKwh = Infinity, minDuration = 0, maxDuration = Infinity } = restrictions;
  if (moment.kwh < minKwh || moment.kwh >= maxKwh) return false;
  if (moment.seconds < minDuration || moment.seconds >= maxDuration) return false;
  return ['minCurrent', 'maxCurrent', 'minPower', 'maxPower'].every((name) => restrictions[name] === undefined);
}

/** An end before the start means over midnight; an end of midnight is the end of the day. */
function isInHours(time: string, start = '00:00', end = '24:00'): boolean {
  const until = end === '00:00' ? '24:00' : end;
  return start < until ? time >= start && time < until : time >= start || time < until;
}

export type Dimension = 'ENERGY' | 'TIME' | 'PARKING_TIME' | 'FLAT';
export type Active = { element: number; price: number; vat: number | undefined; stepSize: number };

/** Of each dimension the first element counts whose restrictions match; none: it is free. */
export function activeComponent(
  { elements }: Pick<RoamingTariff, 'elements'>,
  dimension: Dimension,
  moment: Moment,
  local = localOf(moment),
): Active | undefined {
  for (const [element, { priceComponents, restrictions }] of elements.entries()) {
    const component = priceComponents.find(({ type }) => type === dimension);
    if (component === undefined || !matches(restrictions, moment, local)) continue;
    const { price, vat, stepSize } = component;
    return { element, price, vat, stepSize };
  }
  return undefined;
}
