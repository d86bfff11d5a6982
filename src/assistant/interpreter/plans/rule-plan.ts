import type { Intent } from '../intent.ts';
import { dayIn } from '../spot/calendar.ts';
import { askOne, type Plan, type Setting } from './plan.ts';
import { rowsIn, textIn } from './read-answer.ts';
import { table } from './show.ts';
import { lastDays, momentsOf } from './station-plans.ts';

type Rule = Extract<Intent, { intent: 'draft-rule' }>;

const daysBack = 14;

/** A rule in words, and what it would have done: counted from the outages that the ledger knows. Nothing is set up by it. */
export function* draftRule(setting: Setting, { times, each }: Rule): Plan {
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

/** A night belongs to the day on whose evening it began. */
function spanOf({ timeZone }: Setting, each: Rule['each'], moment: string): string {
  const at = new Date(moment);
  if (each === 'hour')
    return `${dayIn(timeZone, at)} ${new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit' }).format(at)}h`;
  return each === 'night' ? dayIn(timeZone, new Date(at.getTime() - 12 * 3_600_000)) : dayIn(timeZone, at);
}
