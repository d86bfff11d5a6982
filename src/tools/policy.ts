import type { Principal } from '#contract/agents/principal.ts';
import type { Access } from '#contract/api/define-api.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { Actor } from '#principals/actor.ts';
import type { Decision, Need } from '#principals/may.ts';
import type { Pack } from './pack.ts';
import type { ApprovedTier, Tier } from './tier.ts';
import type { Tool } from './tool.ts';

/** Decides for a principal; `Principals.may` is the one that does. */
export type May = (principal: Principal | null, need: Need) => Decision;

type ToolFacts = Pick<Tool, 'tier' | 'category' | 'scope'> & { within?: Pack['within'] };

/** What it takes to call a tool. From R2 on a call only proposes, so that an operator's agent may ask for what an administrator grants. */
const accessToCall = { R0: 'read', R1: 'operate', R2: 'operate', R3: 'operate' } satisfies Record<Tier, Access>;
const accessToApprove = { R2: 'operate', R3: 'administer' } satisfies Record<ApprovedTier, Access>;
const scopeSuffix = { R0: 'read', R1: 'operate', R2: 'operate', R3: 'administer' } satisfies Record<Tier, string>;

/** What is shown and what is executed ask the same question. The scope of a tool is its category and its kind of access. */
export function mayUse(may: May, principal: Principal | null, asked: ToolFacts): Decision {
  return may(principal, { access: accessToCall[asked.tier], scope: scopeOf(asked), ...placeOf(asked) });
}

/** The access that a call needs, for finding out where somebody may make it; for an unknown tool it is that of a search. */
export function needOf(tool: ToolFacts | undefined): Pick<Need, 'access' | 'scope'> {
  return tool === undefined ? { access: 'read' } : { access: accessToCall[tool.tier], scope: scopeOf(tool) };
}

/** Where the caller needs the access: everywhere, unless the pack itself shows each caller only their own sites. */
function placeOf({ within, tier }: ToolFacts): Pick<Need, 'at'> {
  return within === 'sites' || (within === 'shared' && tier === 'R0') ? {} : { at: null };
}

type ToApprove = ToolFacts & { tier: ApprovedTier; proposedBy: string; proposedFor?: string | null };

/** `own`: a person may approve what their own assistant proposed. `four-eyes`: somebody else has to. */
export type Approvals = 'own' | 'four-eyes';

/** Only a person approves: with a key of their own, not the one that proposed, with a sufficient role, and not through a door for agents. */
export function mayApprove(
  may: May,
  { principal, door }: Actor,
  { approvals = 'own', ...asked }: ToApprove & { approvals?: Approvals | undefined },
): Decision {
  if (isAgentsDoor(door) || door === 'system') return refused(elsewhere);
  if (principal?.kind !== 'person') return refused(sentenceOf('proposal-only-person'));
  if (principal.id === asked.proposedBy) return refused(sentenceOf('proposal-own-key', { keyId: principal.id }));
  if (approvals === 'four-eyes' && principal.id === asked.proposedFor) return refused(sentenceOf('proposal-four-eyes'));
  return may(principal, { ...needToApprove(asked), ...placeOf(asked) });
}

export function needToApprove(asked: ToolFacts & { tier: ApprovedTier }): Pick<Need, 'access' | 'scope'> {
  return { access: accessToApprove[asked.tier], scope: scopeOf(asked) };
}

/** In their agent's own window a person approves what that agent asks with their key: R2 alone, and only where the key says so. */
export function mayApproveByElicitation(may: May, { principal, door }: Actor, asked: ToApprove): Decision {
  const isTheirs = principal?.kind === 'person' && principal.id === asked.proposedBy;
  if (door !== 'mcp' || !isTheirs || asked.tier !== 'R2' || principal.approvesByElicitation !== true)
    return refused(elsewhere);
  return may(principal, { ...needToApprove(asked), ...placeOf(asked) });
}

/** Doors that models use: a decision that arrives there may be a model's. */
export function isAgentsDoor(door: Actor['door']): boolean {
  return door === 'mcp' || door === 'tools';
}

const elsewhere = sentenceOf('proposal-elsewhere');

/** The scope that a key with scopes needs for the call. */
export function scopeOf({ tier, category, scope }: ToolFacts): string | undefined {
  return scope === null ? undefined : (scope ?? `${category}:${scopeSuffix[tier]}`);
}

function refused(sentence: Sentence): Decision {
  return { isAllowed: false, code: 'NOT_ALLOWED', sentence };
}
