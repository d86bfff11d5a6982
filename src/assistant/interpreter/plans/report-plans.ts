import type { Intent, Period } from '../intent.ts';
import { addDays, dayIn } from '../spot/calendar.ts';
import { siteNamed, stationNamed } from './named.ts';
import { askOne, type Plan, type Setting } from './plan.ts';
import { namesIn, numberAt, rowsIn, textIn } from './read-answer.ts';
import { dayText, numberText, plain, table } from './show.ts';
import { momentsOf } from './station-plans.ts';

type Report = Extract<Intent, { intent: 'report' }>;
type Row = Record<string, unknown>;

export function* report(setting: Setting, { measure, period, station, site }: Report): Plan {
  const { texts } = setting;
  const at = {
    ...(station !== undefined && { charge_point_id: yield* stationNamed(setting, station) }),
    ...(site !== undefined && { site_id: yield* siteNamed(setting, site) }),
  };
  const when = periodArguments(setting, period);
  const place = plain(station ?? site ?? texts.whole);
  if (measure === 'uptime') {
    const { data } = yield* askOne(setting, 'get_uptime_report', { ...at, ...when, limit: 10 });
    const uptime = numberAt(data, 'uptime_percent');
    const ports = rowsIn(data, 'ports').map((row) => [
      `${textIn(row, 'charge_point_id')} / ${textIn(row, 'evse_id')}`,
      `${numberText(setting, numberAt(row, 'uptime_percent') ?? 0, 2)} %`,
      rowsIn(row, 'causes')
        .map((cause) => textIn(cause, 'cause'))
        .join(', '),
    ]);
    const value = uptime === undefined ? texts.none : `${numberText(setting, uptime, 2)} %`;
    const said = texts.report('uptime', value, whereText(setting, place, data));
    return ports.length === 0
      ? said
      : `${said}\n\n${table([texts.heads.station, texts.heads.uptime, texts.heads.reason], ports)}`;
  }
  const by = station === undefined ? 'station' : 'day';
  const { data } = yield* askOne(setting, 'get_report', { ...at, ...when, by, limit: 40 });
  const rows = rowsIn(data, 'rows');
  const total = rows.at(-1) ?? {};
  const said = texts.report(measure, valueOf(setting, measure, total), whereText(setting, place, data));
  const { heads, words } = texts;
  const lines = rows
    .filter((row) => (numberAt(row, 'sessions') ?? 0) > 0)
    .map((row) => [
      textIn(row, 'key') === 'total' ? (words['total'] ?? 'total') : textIn(row, 'key'),
      textIn(row, 'sessions'),
      valueOf(setting, 'energy', row),
      valueOf(setting, 'revenue', row),
    ]);
  return lines.length === 0 ? said : `${said}\n\n${table(['', heads.session, heads.energy, heads.cost], lines)}`;
}

function valueOf(setting: Setting, measure: 'energy' | 'revenue' | 'sessions', row: Row): string {
  if (measure === 'sessions') return textIn(row, 'sessions');
  if (measure === 'energy') return `${numberText(setting, numberAt(row, 'energy_kwh') ?? 0)} kWh`;
  return namesIn(row, 'revenue').join(' + ') || '0';
}

/** A whole month by its name: then the site's own clock decides where it begins. */
function periodArguments(setting: Setting, period: Period | undefined): Row {
  if (period === undefined) return {};
  const [year = 0, month = 0, day = 0] = period.from.split('-').map(Number);
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return day === 1 && period.to === next ? { month: period.from.slice(0, 7) } : momentsOf(setting, period);
}

/** The place, and the days that the report itself says it is about. */
function whereText(setting: Setting, place: string, data: Row): string {
  const [from, to] = [textIn(data, 'from'), textIn(data, 'to')];
  if (from === '' || to === '') return place;
  const zone = textIn(data, 'time_zone') || setting.timeZone;
  const first = dayIn(zone, new Date(from));
  const last = dayIn(zone, new Date(Date.parse(to) - 1));
  return `${place}, ${setting.texts.period(dayText(setting, first), dayText(setting, last < first ? addDays(first, 0) : last))}`;
}
