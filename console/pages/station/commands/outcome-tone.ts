import type { Outcome } from '#contract/commands/command.ts';
import type { Tone } from '../../../parts/tones.ts';

export const outcomeTone = {
  accepted: 'good',
  rejected: 'bad',
  'no-answer': 'held',
  'not-sent': 'rest',
} as const satisfies Record<Outcome['status'], Tone>;
