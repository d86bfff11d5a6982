import { createHash } from 'node:crypto';
import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { mapTexts } from '#base/json.ts';
import type { Json } from '#base/json-schema.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { inEnglish, type Sentence } from '#contract/problems/problem-words.ts';

/**
 * What a call would do, found out by the code that would do it, up to the effect itself. `effect` is our own sentence; what others wrote stands
 * in `details`, cleaned.
 */
export type Plan = {
  /** What it would touch, such as `station:CP-7`. Frozen: nothing else may be touched when it is carried out. */
  targets: readonly string[];
  /** Frozen like the targets: what always changes, such as a count of others, stands in `details`. By its code, people read it in their language. */
  effect: string | Sentence;
  /** What whoever approves wants to know, such as the session that would be cut. */
  details: Record<string, Json>;
  /** What the plan rests upon; if any of it has changed when it is to be carried out, nothing is done. */
  preconditions: Record<string, Json>;
};

/** As agents read it and as it is frozen; `said`: the effect by its code. */
export type SettledPlan = Omit<Plan, 'effect'> & { effect: string; said: Sentence | null };

/** What an execution is called that had not the effect a person approved. */
export const notDone = 'not-done';

/** What every tool that needs approval answers, in place of its own result. */
export const planned = z.object({
  status: z.enum(['proposed', 'dry-run', 'done', notDone]).describe('proposed: a person decides, then apply_proposal'),
  proposal_id: z.string().optional(),
  expires_at: z.iso.datetime().optional(),
  targets: z.array(z.string()),
  effect: z.string(),
  details: z.record(z.string(), z.unknown()),
});

/** What a person can still take in, and a row can hold. */
const most = { targets: 500, characters: 65_536, text: 500 };

/** A plan as it can be shown, kept and compared: whoever made it, its order and foreign texts do no harm. */
export function settledPlan({ targets, effect, details, preconditions }: Plan): SettledPlan {
  const settled = {
    targets: [...new Set(targets)].toSorted(),
    effect: typeof effect === 'string' ? effect : inEnglish(effect),
    said: typeof effect === 'string' ? null : effect,
    details: mapTexts(details, (text) => untrustedText(text, most.text), untrustedText) as Plan['details'],
    preconditions: mapTexts(
      preconditions,
      (text) => fingerprint(text, most.text),
      fingerprint,
    ) as Plan['preconditions'],
  };
  if (settled.targets.length > most.targets || JSON.stringify(settled).length > most.characters) {
    throw new SigecError(
      'INVALID_INPUT',
      `This reaches too much at once for a person to approve (${settled.targets.length} targets). Ask for fewer at a time.`,
    );
  }
  return settled;
}

/** What is only compared, and never shown: a text that would be cut or cleaned stands by its hash, so that no change of it is lost. */
function fingerprint(text: string, maxCharacters?: number): string {
  if (untrustedText(text, maxCharacters) === text) return text;
  return `sha256:${createHash('sha256').update(text, 'utf16le').digest('hex')}`;
}
