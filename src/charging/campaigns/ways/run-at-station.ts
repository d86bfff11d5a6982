import type { CommandRecord, Outcome } from '#contract/commands/command.ts';
import type { CommandName } from '#contract/commands/commands.ts';
import { system } from '#principals/actor.ts';
import type { Ask } from '../../commands/run-command.ts';
import { PutOff } from '../../commands/unless-kill-switch.ts';
import type { Asked } from './way.ts';

export type RunCommand = (ask: Ask) => Promise<CommandRecord>;
type Command = { stationId: string; name: CommandName; input: Record<string, unknown>; why: string };

const answerWithinSeconds = 60;
/** Nothing went to the station: it was away, cooling down, or somebody stopped us. */
const isLater = (outcome: Outcome | null) => outcome?.status === 'not-sent';

/** A command of a campaign. What did not leave is put off, unless it cannot be said to this station at all. */
export async function runAtStation(
  runCommand: RunCommand,
  command: Command,
): Promise<{ outcome: Outcome } | { ended: Asked }> {
  let outcome: Outcome | null;
  try {
    ({ outcome } = await runCommand({ ...command, actor: system, answerWithinSeconds }));
  } catch (error) {
    if (error instanceof PutOff) return { ended: { status: 'put-off' } };
    throw error;
  }
  if (outcome?.status === 'accepted') return { outcome };
  if (isLater(outcome))
    return { ended: isUnsayable(outcome) ? { status: 'failed', reason: 'not-sent' } : { status: 'put-off' } };
  return { ended: { status: 'failed', reason: outcome?.status === 'rejected' ? 'refused' : 'no-answer' } };
}

/** Its version has no message for it, or the input does not fit: the next time would end as this one. */
function isUnsayable(outcome: Outcome | null): boolean {
  return outcome?.code === null && !/offline|not connected|away/i.test(outcome.reason ?? '');
}
