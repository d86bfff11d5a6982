import type { Principal } from '#contract/principal.ts';
import type { Access, Decision, Need } from '#principals/may.ts';
import type { Tier } from './tier.ts';
import type { Tool } from './tool.ts';

/** Decides for a principal; `Principals.may` is the one that does. */
export type May = (principal: Principal | null, need: Need) => Decision;

type Asked = Pick<Tool, 'name' | 'tier' | 'category'>;

const accessOf = { R0: 'read', R1: 'operate', R2: 'operate', R3: 'administer', R4: 'administer' } satisfies Record<
  Tier,
  Access
>;

/** What is shown and what is executed ask the same question. The scope of a tool is its category and its kind of access. */
export function mayUse(may: May, principal: Principal | null, { name, tier, category }: Asked): Decision {
  if (tier === 'R4' && principal?.kind !== 'person') {
    return {
      isAllowed: false,
      code: 'NOT_ALLOWED',
      sentence: `${name} is only for a person, never for an agent or a program.`,
    };
  }
  return may(principal, { access: accessOf[tier], scope: `${category}:${accessOf[tier]}` });
}

/** Proposals and approvals are not built yet: until they are, nothing that needs one runs. */
export function needsApproval(tier: Tier): boolean {
  return tier !== 'R0' && tier !== 'R1';
}
