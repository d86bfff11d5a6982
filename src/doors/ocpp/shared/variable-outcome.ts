import type { Loss, Outcome } from '#contract/commands/command.ts';
import type { VariableResult } from '#contract/commands/variables.ts';
import { accepted, rejected } from '../command.ts';

/** Yes means that every variable was taken or read; otherwise the first refusal gives the word, and the answer tells of each. */
export function variableOutcome(results: readonly VariableResult[], losses: Loss[] = []): Outcome {
  const answer = { results };
  const refused = results.find(({ status }) => status !== 'accepted' && status !== 'reboot-required');
  if (refused !== undefined) {
    const reason = `${refused.name} was not taken${refused.reason === null ? '' : ` (${refused.reason})`}.`;
    return rejected(refused.status, { reason, answer, losses });
  }
  const needsReboot = results.some(({ status }) => status === 'reboot-required');
  return accepted({ answer, losses, code: needsReboot ? 'reboot-required' : null });
}

/** Splits what does not fit one message; without a limit everything does. */
export function inMessages<Item>(items: readonly Item[], most: number | null): Item[][] {
  const size = most ?? items.length;
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
