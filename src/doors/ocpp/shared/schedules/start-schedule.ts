import type { Loss, Outcome } from '#contract/commands/command.ts';
import type { Schedule } from '#contract/energy/schedule.ts';
import type { StartSchedule } from '#contract/energy/wanted-schedule.ts';
import { cannotSay, type Lacks, leaveOut } from './losses.ts';
import { notSaid } from './set-schedule.ts';

type Start = { evseId?: number | undefined; schedule?: StartSchedule | undefined };

/** K05: the schedule that goes with a remote start. One that cannot be said is no reason to start without a limit. */
export function scheduleForStart(
  { evseId = 0, schedule }: Start,
  requestId: number,
  lacks: Lacks,
): { said: Schedule | undefined; losses: Loss[] } | { unsayable: Outcome } {
  if (schedule === undefined) return { said: undefined, losses: [] };
  // No session yet: the station ties it to the one that starts.
  const wanted: Schedule = { ...schedule, scheduleId: requestId, evseId, purpose: 'session' };
  const unsayable = cannotSay(wanted, lacks);
  return unsayable === undefined ? leaveOut(wanted, lacks) : { unsayable: notSaid(unsayable) };
}
