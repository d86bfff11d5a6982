import type { CommandRecord } from '#contract/commands/command.ts';
import { system } from '#principals/actor.ts';
import type { Ask } from '../../../commands/run-command.ts';
import type { InferredClose } from '../../fold/oddity.ts';
import type { FoundSilent } from './silent-store.ts';

export type StationAnswer = InferredClose['asked'][number];

const why = 'Nothing was heard of a running session for long.';
const answerWithinSeconds = 30;

/**
 * Asks a station about a session that fell silent: whether it goes on, where the version has words for it (E14), and for its
 * readings and its status, which speak for themselves when they come.
 */
export async function askStation(
  { runCommand }: { runCommand(ask: Ask): Promise<CommandRecord> },
  { id, stationId, evseId, version }: FoundSilent,
): Promise<StationAnswer[]> {
  const run = async (name: string, input: Record<string, unknown>): Promise<StationAnswer> => {
    const { outcome } = await runCommand({ stationId, name, input, actor: system, why, answerWithinSeconds });
    return { command: name, outcome: outcome?.status ?? 'no-answer', ...statusOf(outcome?.answer ?? {}) };
  };
  const place = evseId === null || evseId < 1 ? {} : { evseId };
  if (version === '1.6')
    return [
      await run('trigger', { message: 'meter-values', ...place }),
      await run('trigger', { message: 'status', ...place }),
    ];
  const status = await run('get-session-status', { sessionId: id });
  if (saysEnded([status])) return [status];
  return [status, await run('trigger', { message: 'session', ...place })];
}

function statusOf({
  isOngoing,
  hasQueuedMessages,
}: Record<string, unknown>): Omit<StationAnswer, 'command' | 'outcome'> {
  return {
    isOngoing: typeof isOngoing === 'boolean' ? isOngoing : null,
    hasQueuedMessages: typeof hasQueuedMessages === 'boolean' ? hasQueuedMessages : null,
  };
}

/** It knows the session no more, and has nothing left to tell of it. */
export function saysEnded(asked: readonly StationAnswer[]): boolean {
  return asked.some(({ isOngoing, hasQueuedMessages }) => isOngoing === false && hasQueuedMessages === false);
}

/** It goes on, or what the station has to tell of it is still waiting. */
export function saysMoreComes(asked: readonly StationAnswer[]): boolean {
  return asked.some(({ isOngoing, hasQueuedMessages }) => isOngoing === true || hasQueuedMessages === true);
}
