import type { ReportRow, TodayReport } from '#contract/reports/report.ts';
import type { LongQuestions } from '../long-questions.ts';
import type { Span } from '../outages/spans.ts';
import { type GroupBy, keyText, placedFilter, type Scope, statementValues, time } from './conditions.ts';
import { makeReport, type ReportNeeds } from './make-report.ts';
import { dayAndWeekBefore } from './period.ts';
import { type BusyRow, cutByDay } from './report-store.ts';

type Needs = Omit<ReportNeeds, 'names' | 'running'>;
type Places = Omit<Scope, 'by' | 'period'> & { timeZones: string[] };

/** The day so far beside the same day of the week before, by the clock of the sites, or of the installation where they differ. */
export async function makeToday(needs: Needs, { filter, timeZone, timeZones }: Places): Promise<TodayReport> {
  const { now, questions } = needs;
  const names = async () => new Map<string, string>();
  const { today, weekBefore } = dayAndWeekBefore(now, timeZone);
  const soFar = { from: today.from, to: now.getTime() };
  const untilNow = { from: weekBefore.from, to: Math.min(weekBefore.to, weekBefore.from + soFar.to - soFar.from) };
  const report = (span: Span, by: GroupBy, running?: ReportNeeds['running']) =>
    makeReport(
      { ...needs, names, ...(running !== undefined && { running }) },
      { by, filter, timeZone, timeZones, period: { ...span, days: null } },
    );
  const [ofToday, ofThatDay, atThatTime] = await Promise.all([
    report(soFar, 'hour', (scope) => readRunningTime(questions, scope)),
    report(weekBefore, 'hour'),
    report(untilNow, 'total'),
  ]);
  return {
    timeZone,
    today: dayOf(ofToday),
    weekBefore: { ...dayOf(ofThatDay), untilNow: figuresOf(atThatTime.total) },
    madeAt: now.toISOString(),
  };
}

function dayOf({ from, to, total, rows }: { from: string; to: string; total: ReportRow; rows: ReportRow[] }) {
  return { from, to, total: figuresOf(total), hours: rows.map((row) => ({ key: row.key, ...figuresOf(row) })) };
}

function figuresOf({ sessions, energyWh, revenue, utilisation, firstTimeSuccess, visits }: ReportRow) {
  return { sessions, energyWh, revenue, utilisation, firstTimeSuccess, visits };
}

/** A session that runs longer than this is a forgotten one, and makes no EVSE busy. */
const longestDays = 7;

/** How long EVSEs have had the sessions that still run, within the period and by hour. */
async function readRunningTime(questions: LongQuestions, { by, filter, period, timeZone }: Scope): Promise<BusyRow[]> {
  const { values, given } = statementValues();
  const [from, to] = [time(period.from, given), time(period.to, given)];
  const conditions = [
    `told.state = 'running' and told.evse_id is not null and told.started_at < ${to}`,
    `told.started_at > ${to} - make_interval(days => ${longestDays})`,
    ...placedFilter({ siteId: filter.siteId, atSites: filter.atSites, stationId: filter.stationId }, given),
  ].join(' and ');
  const used = `select coalesce(site.time_zone, ${given(timeZone)}) as time_zone, greatest(told.started_at, ${from}) as started_at,
      ${to} as ended_at
    from session as told left join station_place on station_place.station_id = told.station_id
    left join site on site.id = station_place.site_id where ${conditions}`;
  const rows = await questions.ask<{ key: string | null; busyMs: string }>(
    `select key, (extract(epoch from sum(ended_at - started_at)) * 1000)::bigint as "busyMs"
     from (${cutByDay(used, 'hour')}) as used where ended_at > started_at group by grouping sets ((key), ())`,
    values,
  );
  return rows.map(({ key, busyMs }) => ({ key: key && keyText(by, key), busyMs: Number(busyMs ?? 0) }));
}
