import type { IntentOf, Period } from '../intent.ts';
import { addDays, dayIn } from '../spot/calendar.ts';
import { siteNamed, stationNamed, whoOrWhere } from './named.ts';
import { askOne, type Plan, type Setting } from './plan.ts';
import { namesIn, numberAt, objectAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { dayText, numberText, plain, rowTable, table, timeText, wordOf } from './show.ts';
import { lastDays, momentsOf } from './station-plans.ts';

type Rule = IntentOf<'draft-rule'>;

const daysBack = 14;

/** A rule in words, and what it would have done: counted from the outages that the ledger knows. Nothing is set up by it. */
export function* draftRule(setting: Setting, { times, each }: Rule): Plan {
  if (each !== 'hour')
    return yield* draftedText(setting, `Every ${each}, restart the stations that lost contact ${times} times.`);
  const { texts } = setting;
  const { from, to } = momentsOf(setting, lastDays(setting, daysBack));
  const { data } = yield* askOne(setting, 'get_uptime_report', { from, to, with_outages: true, limit: 100 });
  const lost = rowsIn(data, 'outages').filter(
    (row) => textIn(row, 'cause') === 'offline' && textIn(row, 'evse_id') === '',
  );
  const groups = Map.groupBy(
    lost,
    (row) => `${textIn(row, 'charge_point_id')}\n${spanOf(setting, each, textIn(row, 'from'))}`,
  );
  const restarts = [...groups].filter(([, some]) => some.length >= times).map(([key]) => key.split('\n'));
  const { heads } = texts;
  const rows = restarts
    .map(([station = '', when = '']) => [station, when])
    .toSorted(([, one = ''], [, other = '']) => (one < other ? -1 : 1));
  return [
    texts.rule(times, each),
    texts.ruleHistory(daysBack, rows.length),
    ...(rows.length > 0 ? [table([heads.restarts, heads.time], rows.slice(-20))] : []),
    ...(textIn(data, 'next') === '' ? [] : [texts.more]),
    texts.ruleNote,
  ].join('\n\n');
}

/** What a rule would say and what it would have done, as the server reckons it. Nothing is set up. */
function* draftedText(setting: Setting, text: string): Plan {
  const { data } = yield* askOne(setting, 'draft_rule', { text });
  return draftShown(setting, data);
}

export function draftShown(setting: Setting, data: Row): string {
  const { texts, language } = setting;
  const tried = objectAt(data, 'dry_run');
  const moments = rowsIn(tried, 'moments').map((row) => [
    plain(textIn(row, 'charge_point_id')),
    timeText(setting, textIn(row, 'at')),
    wordOf(setting, textIn(row, 'outcome')),
  ]);
  const { heads } = texts;
  return [
    textIn(data, language === 'en' ? 'sentence' : 'sentence_pt'),
    ...namesIn(data, 'problems'),
    texts.ruleTried(numberAt(tried, 'runs') ?? 0, numberAt(tried, 'charge_points') ?? 0),
    ...(moments.length > 0 ? [table([heads.station, heads.time, heads.status], moments)] : []),
    texts.ruleNote,
  ].join('\n\n');
}

/** A night belongs to the day on whose evening it began. */
function spanOf({ timeZone }: Setting, each: Rule['each'], moment: string): string {
  const at = new Date(moment);
  if (each === 'hour')
    return `${dayIn(timeZone, at)} ${new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit' }).format(at)}h`;
  return each === 'night' ? dayIn(timeZone, new Date(at.getTime() - 12 * 3_600_000)) : dayIn(timeZone, at);
}

export function* report(setting: Setting, intent: IntentOf<'report'>): Plan {
  const { compared, ...first } = intent;
  if (compared === undefined) return yield* oneReport(setting, first);
  const [one, other] = [yield* oneReport(setting, first), yield* oneReport(setting, { ...first, period: compared })];
  return `${one.split('\n\n')[0]}\n\n${other.split('\n\n')[0]}`;
}

function* oneReport(setting: Setting, intent: IntentOf<'report'>): Plan {
  const { measure, period, station, site, name, by: group, tariff } = intent;
  const { texts } = setting;
  const { heads } = texts;
  const known = name === undefined ? undefined : yield* whoOrWhere(setting, name);
  const at = {
    ...(station !== undefined && { charge_point_id: yield* stationNamed(setting, station) }),
    ...(site !== undefined && { site_id: yield* siteNamed(setting, site) }),
    ...(known !== undefined && 'site' in known && { site_id: known.site }),
    ...(known !== undefined && 'station' in known && { charge_point_id: known.station }),
    ...(known !== undefined && 'driver' in known && measure !== 'uptime' && { driver_id: known.driver }),
    ...(tariff !== undefined && measure !== 'uptime' && { tariff_id: tariff }),
  };
  const when = periodArguments(setting, period);
  const place = plain(station ?? site ?? name ?? texts.whole);
  if (measure === 'uptime') {
    const { data } = yield* askOne(setting, 'get_uptime_report', { ...at, ...when, limit: 10 });
    const uptime = numberAt(data, 'uptime_percent');
    const ports = ordered(rowsIn(data, 'ports'), intent, (row) => numberAt(row, 'uptime_percent') ?? 0);
    const value = uptime === undefined ? texts.none : `${numberText(setting, uptime, 2)} %`;
    const said = texts.report('uptime', value, whereText(setting, place, data));
    if (ports.length === 0) return said;
    const shown = rowTable(setting, ports, [
      [heads.station, (row) => `${textIn(row, 'charge_point_id')} / ${textIn(row, 'evse_id')}`],
      [heads.uptime, (row) => `${numberText(setting, numberAt(row, 'uptime_percent') ?? 0, 2)} %`],
      [
        heads.reason,
        (row) =>
          rowsIn(row, 'causes')
            .map((cause) => wordOf(setting, textIn(cause, 'cause')))
            .join(', '),
      ],
    ]);
    return `${said}\n\n${shown}`;
  }
  const by = group ?? (station === undefined ? 'station' : 'day');
  const { data } = yield* askOne(setting, 'get_report', { ...at, ...when, by, limit: 40 });
  const rows = rowsIn(data, 'rows');
  const total = rows.at(-1) ?? {};
  const said = texts.report(measure, valueOf(setting, measure, total), whereText(setting, place, data));
  const busy = ordered(
    rows.filter((row) => (numberAt(row, 'sessions') ?? 0) > 0),
    intent,
    (row) => amountOf(measure, row),
  );
  if (busy.length === 0) return said;
  const shown = rowTable(setting, busy, [
    [
      '',
      (row) => (textIn(row, 'key') === 'total' ? wordOf(setting, 'total') : textIn(row, 'name') || textIn(row, 'key')),
    ],
    [heads.session, 'sessions'],
    [heads.energy, (row) => valueOf(setting, 'energy', row)],
    [heads.cost, (row) => valueOf(setting, 'revenue', row)],
  ]);
  return `${said}\n\n${shown}`;
}

/** The most or the least first, so many of them; the sum of all stays at the end. */
function ordered(
  rows: readonly Row[],
  { order, limit }: IntentOf<'report'>,
  amount: (row: Row) => number,
): readonly Row[] {
  if (order === undefined) return rows;
  const own = rows.filter((row) => textIn(row, 'key') !== 'total');
  const sorted = own.toSorted((one, other) => (amount(other) - amount(one)) * (order === 'most' ? 1 : -1));
  return [...sorted.slice(0, limit), ...rows.filter((row) => textIn(row, 'key') === 'total')];
}

function amountOf(measure: 'energy' | 'revenue' | 'sessions', row: Row): number {
  if (measure === 'sessions') return numberAt(row, 'sessions') ?? 0;
  if (measure === 'energy') return numberAt(row, 'energy_kwh') ?? 0;
  return Number(/[\d.]+/.exec(namesIn(row, 'revenue')[0] ?? '')?.[0] ?? 0);
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

function whereText(setting: Setting, place: string, data: Row): string {
  const [from, to] = [textIn(data, 'from'), textIn(data, 'to')];
  if (from === '' || to === '') return place;
  const zone = textIn(data, 'time_zone') || setting.timeZone;
  const first = dayIn(zone, new Date(from));
  const last = dayIn(zone, new Date(Date.parse(to) - 1));
  return `${place}, ${setting.texts.period(dayText(setting, first), dayText(setting, last < first ? addDays(first, 0) : last))}`;
}
