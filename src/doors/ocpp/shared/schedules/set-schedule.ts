import type { Charging } from '#charging/charging.ts';
import type { Outcome } from '#contract/commands/command.ts';
import type { Schedule } from '#contract/energy/schedule.ts';
import type { WantedSchedule } from '#contract/energy/wanted-schedule.ts';
import { byStatus, rejected } from '../../command.ts';
import { sessionRef } from '../session-orders.ts';
import { cannotSay, type Lacks, leaveOut } from './losses.ts';

type Context = { stationId: string; requestId: number; charging: Charging };

type Way = {
  lacks: Lacks;
  replacesSameLevel: boolean;
  send(schedule: Schedule): Promise<Parameters<typeof byStatus>[0]>;
};

/** K01: puts a schedule into the words of a version, and keeps what the station took. */
export async function setSchedule(
  { sessionId, scheduleId: wantedId, ...wanted }: WantedSchedule,
  context: Context,
  { lacks, replacesSameLevel, send }: Way,
): Promise<Outcome> {
  const { stationId, charging, requestId } = context;
  const placed = { ...wanted, sessionRef: sessionId && (await sessionRef(sessionId, context)) };
  const scheduleId = wantedId ?? (await charging.schedules.numberInUse(stationId, placed)) ?? requestId;
  const unsayable = cannotSay({ ...placed, scheduleId }, lacks);
  if (unsayable !== undefined) return notSaid(unsayable);
  const { said, losses } = leaveOut({ ...placed, scheduleId }, lacks);
  const response = await send(said);
  if (response.status === 'Accepted')
    await charging.schedules.recordSet({ stationId, schedule: said, replacesSameLevel });
  return byStatus(response, ['Accepted'], { losses, answer: { scheduleId } });
}

/** For what a version has no words for at all. */
export function notSaid(loss: { field: string; why: string }): Outcome {
  return { ...rejected('', { reason: `${loss.why}.`, losses: [loss] }), status: 'not-sent', code: null };
}
