import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { isTimeZone } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { Charging } from '#charging/open-charging.ts';
import { time } from '#contract/common.ts';
import type { Outage } from '#contract/stations/outage.ts';
import { siteId } from '#contract/stations/site.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { counted } from '../paging.ts';
import { outagePage } from '../reports/outages.ts';

const ruleTrigger = z.enum(['lost-contact', 'faulted']);
type RuleTrigger = z.infer<typeof ruleTrigger>;

const hour = 3_600_000;

export type Rule = {
  when: RuleTrigger;
  times: number;
  windowHours: number;
  action: 'soft-reset';
  /** Such as 03:00, by the clock of the time zone. */
  at: string;
  timeZone: string;
};

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:00');
const timeZoneName = z.string().max(60).refine(isTimeZone, 'must be a time zone such as America/Recife');

type Hit = { stationId: string; times: number; lastAt: string };

/** The moments at which a rule runs, the latest first: the last one before `now` and those of the days before. */
export function runsBefore({ at, timeZone }: Rule, { now, days }: { now: Date; days: number }): Date[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const moments = Array.from({ length: days + 1 }, (_, back) => momentOn(today.subtract({ days: back }), at, timeZone));
  return moments.filter((moment) => moment <= now).slice(0, days);
}

export function nextRun({ at, timeZone }: Rule, now: Date): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const moment = momentOn(today, at, timeZone);
  return moment > now ? moment : momentOn(today.add({ days: 1 }), at, timeZone);
}

function momentOn(day: Temporal.PlainDate, at: string, timeZone: string): Date {
  return new Date(day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(at) }).epochMilliseconds);
}

/** What it would do at a moment: only what had begun by then counts, as it would have been known. */
export function hitsAt(rule: Rule, outages: readonly Outage[], moment: Date): Hit[] {
  const since = moment.getTime() - rule.windowHours * hour;
  const counted = outages.filter((outage) => {
    const from = Date.parse(outage.from);
    return isMeant(rule, outage) && from >= since && from < moment.getTime();
  });
  return [...Map.groupBy(counted, ({ stationId }) => stationId)]
    .filter(([, some]) => some.length >= rule.times)
    .map(([stationId, some]) => ({
      ...{ stationId, times: some.length },
      lastAt: some.map(({ from }) => from).reduce((one, other) => (one > other ? one : other)),
    }))
    .toSorted((one, other) => other.times - one.times || (one.stationId < other.stationId ? -1 : 1));
}

/** A station loses contact as a whole; a fault is that of a connector. */
function isMeant({ when }: Rule, { cause, evseId }: Outage): boolean {
  return when === 'faulted' ? cause === 'faulted' : cause === 'offline' && evseId === null;
}

const most = { outages: 5_000, page: 1_000, shown: 50 };
const day = 86_400_000;

const hit = z.object({ charge_point_id: z.string(), times: z.int(), last_at: time });

/** A rule in a form that can be checked, with what it would do now and what it would have done. Nothing is kept, and nothing is sent. */
export function draftRule({ charging, clock }: Pick<PackNeeds, 'charging' | 'clock'>): Tool {
  return defineTool({
    name: 'draft_rule',
    title: 'Draft a rule',
    description:
      'Drafts a rule such as "every night restart stations that lost contact twice" and tries it out: which charge points it would restart now, and which it would have restarted on each of the past days, counted from recorded outages. Nothing is set up or sent: rules do not run by themselves yet. Use it to turn a wish for automation into something a person can judge; to restart one now, propose reset_charge_point.',
    category: 'reports',
    level: 'operate',
    tier: 'R0',
    timeoutMs: 60_000,
    input: z.object({
      when: ruleTrigger.describe('What has to happen to a charge point'),
      times: z.int().min(1).max(100).default(2).describe('How often at least'),
      window_hours: z.int().min(1).max(168).default(24).describe('Within so many hours before it runs'),
      at: timeOfDay.default('03:00').describe('When it runs each day'),
      time_zone: timeZoneName.optional().describe("By whose clock; absent: the site's, or UTC"),
      site_id: siteId.optional().describe('Only at this site'),
      charge_point_id: chargePointId.optional().describe('Only this one'),
      history_days: z.int().min(1).max(90).default(14).describe('How far back it is tried out'),
    }),
    output: z.object({
      rule: z.object({
        ...{ when: z.string(), times: z.int(), window_hours: z.int(), action: z.string(), at: z.string() },
        ...{ time_zone: z.string(), site_id: z.string().optional(), charge_point_id: z.string().optional() },
      }),
      next_run_at: time.describe('If it were set up'),
      preview: z.array(hit).describe('What it would restart now'),
      dry_run: z.object({
        ...{ from: time, to: time, runs: z.int(), restarts: z.int(), charge_points: z.int() },
        restarted: z.array(hit.extend({ run_at: time })).describe('Newest first, 50 at most'),
      }),
      is_whole: z.boolean().describe('false: there were too many outages to count all'),
    }),
    examples: [{ when: 'lost-contact', times: 2, at: '03:00', time_zone: 'America/Recife' }],
    async run({ site_id, charge_point_id, history_days, window_hours, time_zone, ...given }) {
      if (charge_point_id !== undefined) await knownChargePoint(charging, charge_point_id);
      const timeZone = time_zone ?? (await zoneOf(charging, site_id));
      const rule: Rule = { ...given, windowHours: window_hours, action: 'soft-reset', timeZone };
      const now = clock.now();
      const runs = runsBefore(rule, { now, days: history_days });
      const from = new Date((runs.at(-1) ?? now).getTime() - window_hours * 3_600_000 - day);
      const place = { siteId: site_id, stationId: charge_point_id };
      const { outages, isWhole } = await allOutages(charging, { ...place, from, to: now });
      const preview = hitsAt(rule, outages, now);
      const restarted = runs.flatMap((moment) =>
        hitsAt(rule, outages, moment).map((one) => ({ run_at: moment.toISOString(), ...hitForAgents(one) })),
      );
      const places = new Set(restarted.map((one) => one.charge_point_id)).size;
      return {
        text:
          `Every day at ${rule.at} (${timeZone}): restart, as soon as it is idle, each charge point that ${happened[rule.when]} ${rule.times} times or more in ${window_hours} hours. ` +
          `Now it would restart ${counted(preview.length, 'charge point')}; on the last ${history_days} days it would have restarted ${places} of them ${restarted.length} times in all. Nothing was set up.`,
        data: {
          rule: {
            ...{ when: rule.when, times: rule.times, window_hours, action: rule.action, at: rule.at },
            ...{ time_zone: timeZone, site_id, charge_point_id },
          },
          next_run_at: nextRun(rule, now).toISOString(),
          preview: preview.slice(0, most.shown).map(hitForAgents),
          dry_run: {
            ...{ from: (runs.at(-1) ?? now).toISOString(), to: now.toISOString(), runs: runs.length },
            ...{ restarts: restarted.length, charge_points: places, restarted: restarted.slice(0, most.shown) },
          },
          is_whole: isWhole,
        },
      };
    },
  });
}

const happened = { 'lost-contact': 'lost contact', faulted: 'had a fault' } as const;

async function zoneOf({ sites }: Pick<Charging, 'sites'>, id: string | undefined): Promise<string> {
  if (id === undefined) return 'UTC';
  const site = (await sites.list()).find((each) => each.id === id);
  if (site !== undefined) return site.timeZone;
  throw new SigecError('NOT_FOUND', 'There is no such site. Call list_sites to see which there are.');
}

type DraftRange = { siteId: string | undefined; stationId: string | undefined; from: Date; to: Date };

async function allOutages(
  charging: Pick<Charging, 'outages'>,
  { from, to, ...place }: DraftRange,
): Promise<{ outages: Outage[]; isWhole: boolean }> {
  const asked = { ...place, from: from.toISOString(), to: to.toISOString(), limit: most.page - 1 };
  const outages: Outage[] = [];
  let after: string | undefined;
  do {
    const { page, next } = await outagePage(charging, { ...asked, after });
    outages.push(...page);
    after = next;
  } while (after !== undefined && outages.length < most.outages);
  return { outages, isWhole: after === undefined };
}

function hitForAgents({ stationId, times, lastAt }: Hit): z.input<typeof hit> {
  return { charge_point_id: untrustedText(stationId), times, last_at: lastAt };
}
