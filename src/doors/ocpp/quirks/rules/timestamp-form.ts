import { change, everyVersion, type RepairRule } from '../quirk.ts';

export const timestampForm: RepairRule = {
  id: 'timestamp-form',
  kind: 'repair',
  title: 'A time without a zone is read as UTC; one without seconds, or as a count since 1970, as what it says.',
  seenIn: 'evcc-io/evcc#10399, a Growatt THOR: "2023-10-19T15:28:07"; lbbrhzn/ocpp#2032, an AEFA Home.',
  versions: everyVersion,
  actions: 'all',
  repair(flaw) {
    if (flaw.schema?.format !== 'date-time') return undefined;
    const time = typeof flaw.value === 'number' ? sinceEpoch(flaw.value) : written(flaw.value);
    return time === undefined ? undefined : change(flaw, time);
  },
};

const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

function written(value: unknown): string | undefined {
  const [, day, minutes, seconds = ':00', zone = 'Z'] = (typeof value === 'string' && parts.exec(value.trim())) || [];
  return day === undefined ? undefined : isoOf(new Date(`${day}T${minutes}${seconds}${fullZone(zone)}`));
}

function fullZone(zone: string): string {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
}

/** Seconds have ten digits in this century, milliseconds thirteen. */
function sinceEpoch(value: number): string | undefined {
  if (value > 9e8 && value < 1e10) return isoOf(new Date(value * 1000));
  return value > 9e11 && value < 1e13 ? isoOf(new Date(value)) : undefined;
}

function isoOf(time: Date): string | undefined {
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
