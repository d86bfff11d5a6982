import { randomInt } from 'node:crypto';
import { SigecError } from '#base/errors.ts';
import type { RatePlan, RateUpdate, Schedule } from '#contract/energy/schedule.ts';
import type { WantedSchedule } from '#contract/energy/wanted-schedule.ts';
import { write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { findCommandByRequest, readCommand } from '../commands/command-store.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import { compositeWrites } from './limit-projections.ts';
import type { ScheduleNeeds } from './schedule-needs.ts';
import {
  clearedSchedules,
  ownSource,
  rateUpdates,
  type ScheduleChoice,
  scheduleWrites,
} from './schedule-projections.ts';
import { readSchedules } from './schedule-store.ts';

export type TakenSchedule = {
  stationId: string;
  schedule: Schedule;
  /** The station drops what has the same place, purpose and level (OCPP 1.6 §7.8; later versions refuse instead). */
  replacesSameLevel: boolean;
};

/** The station has taken a schedule. */
export async function recordSet({ ledger, clock }: ScheduleNeeds, taken: TakenSchedule): Promise<void> {
  const { stationId, schedule, replacesSameLevel } = taken;
  const { scheduleId, evseId, purpose, stackLevel } = schedule;
  const at = clock.now();
  const same = {
    stationId,
    at,
    from: 'active' as const,
    choice: { evseId, purpose, stackLevel },
    exceptId: scheduleId,
  };
  await ledger.commit({
    events: [{ kind: 'schedule-set', stationId, happenedAt: at, body: { schedule, replacesSameLevel } }],
    writes: [
      ...scheduleWrites({ stationId, schedule, state: 'active', since: at, source: ownSource, report: null }),
      ...(replacesSameLevel ? [write(clearedSchedules, same)] : []),
    ],
  });
}

/** The station has dropped what was chosen, or says that it never had it. */
export async function recordCleared(
  { ledger, clock }: ScheduleNeeds,
  { stationId, choice }: { stationId: string; choice: ScheduleChoice },
): Promise<void> {
  const at = clock.now();
  await ledger.commit({
    events: [{ kind: 'schedules-cleared', stationId, happenedAt: at, body: { choice } }],
    writes: [write(clearedSchedules, { stationId, at, choice, from: 'active' })],
  });
}

export type ReportedSchedules = {
  stationId: string;
  requestId: number;
  source: string;
  schedules: readonly Schedule[];
  isLast: boolean;
};

/** A part of what the station holds. After its last part, what should have been named and was not is gone. */
export async function recordReported(needs: ScheduleNeeds, report: ReportedSchedules): Promise<void> {
  const { ledger, clock } = needs;
  const { stationId, requestId, schedules, isLast, source } = report;
  const at = clock.now();
  const asked = isLast ? await whatWasAsked(needs, stationId, requestId) : null;
  await ledger.commit({
    events: [
      {
        kind: isLast ? 'schedules-reported' : 'schedules-partly-reported',
        stationId,
        happenedAt: at,
        body: { requestId, source, schedules, asked },
      },
    ],
    writes: [
      ...schedules.flatMap((schedule) =>
        scheduleWrites({
          stationId,
          schedule,
          state: 'active',
          since: at,
          source: source === 'CSO' ? ownSource : source,
          report: { id: requestId, at },
        }),
      ),
      ...(asked === null
        ? []
        : [write(clearedSchedules, { stationId, from: 'active', ...asked, exceptReport: requestId })]),
    ],
    whenRefused: 'set-aside',
  });
}

/** The station says that it holds nothing of what was asked for. */
export async function recordNoneHeld(
  { ledger, clock }: ScheduleNeeds,
  { stationId, requestId, choice }: { stationId: string; requestId: number; choice: ScheduleChoice },
): Promise<void> {
  const at = clock.now();
  await ledger.commit({
    events: [{ kind: 'schedules-reported', stationId, happenedAt: at, body: { requestId, schedules: [], choice } }],
    writes: [write(clearedSchedules, { stationId, at, choice, from: 'active', exceptReport: requestId })],
  });
}

/** What a whole report is about; null when nobody of ours asked, or for sources or numbers, which say nothing of the others. */
async function whatWasAsked(
  { pool }: ScheduleNeeds,
  stationId: string,
  requestId: number,
): Promise<{ at: Date; choice: ScheduleChoice } | null> {
  const id = await findCommandByRequest(pool, stationId, requestId);
  const command = id === null ? undefined : await readCommand(pool, id);
  if (command === undefined) return null;
  const { scheduleIds, sources, ...choice } = command.input;
  if (scheduleIds !== undefined || sources !== undefined) return null;
  return { at: new Date(command.askedAt), choice };
}

export async function recordComposite(
  { ledger, clock }: ScheduleNeeds,
  { stationId, evseId, plan }: { stationId: string; evseId: number; plan: RatePlan },
): Promise<void> {
  const at = clock.now();
  await ledger.commit({
    events: [{ kind: 'composite-schedule-read', stationId, happenedAt: at, body: { evseId, plan } }],
    writes: compositeWrites({ stationId, evseId, plan, readAt: at }),
  });
}

/** The number under which a schedule of the same place, purpose and level is known: the new one takes its place. */
export async function numberInUse(
  { pool }: ScheduleNeeds,
  stationId: string,
  { evseId, purpose, stackLevel, sessionRef }: Pick<Schedule, 'evseId' | 'purpose' | 'stackLevel' | 'sessionRef'>,
): Promise<number | null> {
  const { rows } = await pool.query<{ schedule_id: number }>(
    `select schedule_id from charging_schedule
     where station_id = $1 and evse_id = $2 and purpose = $3 and stack_level = $4 and session_ref is not distinct from $5
       and state = 'active'`,
    [stationId, evseId, purpose, stackLevel, sessionRef ?? null],
  );
  return rows[0]?.schedule_id ?? null;
}

/** New values of a dynamic schedule, taken by the station or kept until it asks. */
export async function recordUpdate(
  needs: ScheduleNeeds,
  { stationId, scheduleId, rates }: { stationId: string; scheduleId: number; rates: RateUpdate },
): Promise<void> {
  const at = needs.clock.now();
  await needs.ledger.commit({
    events: [{ kind: 'dynamic-schedule-updated', stationId, happenedAt: at, body: { scheduleId, rates } }],
    writes: [write(rateUpdates, { stationId, scheduleId, rates })],
  });
}

export async function findDynamic(
  { pool }: ScheduleNeeds,
  stationId: string,
  scheduleId: number,
): Promise<Schedule | undefined> {
  const schedules = await readSchedules(pool, stationId);
  return schedules.find(
    (known) => known.scheduleId === scheduleId && known.kind === 'dynamic' && known.state === 'active',
  );
}

/** The station asks for the values that hold now; undefined: it holds no such dynamic schedule of ours. */
export async function pullUpdate(
  needs: ScheduleNeeds,
  { stationId, scheduleId }: { stationId: string; scheduleId: number },
): Promise<RateUpdate | undefined> {
  const [period] = (await findDynamic(needs, stationId, scheduleId))?.periods ?? [];
  const at = needs.clock.now();
  await needs.ledger.commit({
    events: [
      {
        kind: 'dynamic-schedule-pulled',
        stationId,
        happenedAt: at,
        body: { scheduleId, isKnown: period !== undefined },
      },
    ],
    whenRefused: 'set-aside',
  });
  return period;
}

/** Kept for the next car at an EVSE: it is sent once the car has told its needs. */
export async function planSchedule(
  { ledger, clock, register, sessions }: ScheduleNeeds,
  { stationId, schedule: wanted, actor }: { stationId: string; schedule: WantedSchedule; actor: Actor },
): Promise<number> {
  await mustBeKnown(register, stationId);
  const { sessionId, scheduleId = randomInt(1, 2 ** 31 - 1), ...rest } = wanted;
  const session = sessionId === undefined ? undefined : await sessions.get(sessionId);
  const schedule = { ...rest, scheduleId, sessionRef: session?.ref };
  const at = clock.now();
  await ledger.commit({
    events: [{ kind: 'schedule-planned', stationId, happenedAt: at, principal: actorName(actor), body: { schedule } }],
    writes: scheduleWrites({ stationId, schedule, state: 'planned', since: at, source: ownSource, report: null }),
    audit: [auditOf(actor, 'plan-schedule', stationId, scheduleId)],
  });
  return scheduleId;
}

export async function dropPlanned(
  { ledger, clock, pool }: ScheduleNeeds,
  { stationId, scheduleId, actor }: { stationId: string; scheduleId: number; actor: Actor },
): Promise<void> {
  const known = (await readSchedules(pool, stationId)).find((schedule) => schedule.scheduleId === scheduleId);
  if (known?.state !== 'planned') {
    throw new SigecError(
      'NOT_FOUND',
      `Station "${stationId}" has no planned schedule ${scheduleId}; the command clear-schedules removes one that it holds.`,
    );
  }
  const at = clock.now();
  await ledger.commit({
    events: [
      {
        kind: 'planned-schedule-dropped',
        stationId,
        happenedAt: at,
        principal: actorName(actor),
        body: { scheduleId },
      },
    ],
    writes: [write(clearedSchedules, { stationId, at, choice: { scheduleId }, from: 'planned' })],
    audit: [auditOf(actor, 'drop-schedule', stationId, scheduleId)],
  });
}

function auditOf(actor: Actor, action: string, stationId: string, scheduleId: number) {
  const who = { principal: actorName(actor), door: actor.door };
  return { ...who, action, subject: stationId, outcome: 'done' as const, details: { scheduleId } };
}
