import type { Outcome } from '#contract/commands/command.ts';
import { storableValue } from '#database/storable-text.ts';

/** An outcome as the books can keep it: whatever it says, a command must end in them (L7). */
export function storableOutcome(outcome: Outcome): Outcome {
  return storableValue(outcome);
}
