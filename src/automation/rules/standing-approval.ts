import { createHash } from 'node:crypto';
import { canonicalJson } from '#base/json.ts';
import type { Rule, StandingApproval } from '#contract/automation/rule.ts';
import { keyedHash } from '#ledger/installation.ts';
import type { Tier } from '#tools/tier.ts';

/** Over everything that the rule says: whoever changes a word of it has another rule, which nobody approved. */
export function ruleHash(rule: Rule): string {
  return createHash('sha256').update(canonicalJson(rule)).digest('hex');
}

export function needsStanding(tier: Tier): boolean {
  return tier !== 'R0';
}

/** Says that this person approved this rule; an approval that was written into the table by hand has none. */
export function standingSeal(key: Buffer, ruleId: string, approval: StandingApproval): Buffer {
  return keyedHash(key, 'standing approval', canonicalJson([ruleId, approval]));
}

/** The approval that holds for the rule as it reads now; null: there is none. */
export function standingOf(
  key: Buffer,
  stored: { id: string; hash: string; approval: StandingApproval | null; seal: Buffer | null },
): StandingApproval | null {
  const { approval, seal } = stored;
  if (approval === null || seal === null || approval.hash !== stored.hash) return null;
  return standingSeal(key, stored.id, approval).equals(seal) ? approval : null;
}
