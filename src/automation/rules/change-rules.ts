import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { SigecError } from '#base/errors.ts';
import { changeEntry } from '#charging/change-entry.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Principal } from '#contract/agents/principal.ts';
import type { ApproveRule, Rule, StandingApproval } from '#contract/automation/rule.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { type EventFact, type Ledger, write } from '#ledger/ledger-types.ts';
import { whenOvertaken } from '#ledger/when-overtaken.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { mustBeAllowed, reachOf } from '#principals/may.ts';
import { type Approvals, isAgentsDoor, type May, mayApprove } from '#tools/policy.ts';
import type { RegisteredTool } from '#tools/registry.ts';
import { ruleProblems } from './rule-problems.ts';
import { type KnownRule, type RuleRow, readRules, ruleProjection } from './rule-store.ts';
import { ruleTier } from './rule-tier.ts';
import { needsStanding, ruleHash, standingSeal } from './standing-approval.ts';

export type ChangeNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  charging: Pick<Charging, 'sites' | 'getStation'>;
  clock: Clock;
  may: May;
  approvals?: Approvals | undefined;
  installationKey: Buffer;
  toolNamed(name: string): RegisteredTool | undefined;
  personById(id: string): Promise<Principal | undefined>;
  changed(): Promise<void>;
};

const dayMs = 86_400_000;
const maxDaysOfHighImpact = 30;

export type Owner = { id: string; name: string };

/** A new rule, or another wording of a known one: what was approved before is approved no longer. */
export async function setRule(
  needs: ChangeNeeds,
  { id, definition, actor, owner }: { id: string | null; definition: Rule; actor: Actor; owner?: Owner | undefined },
): Promise<KnownRule> {
  await mustBeFine(needs, definition, actor);
  const known = id === null ? undefined : await mustFindRule(needs, id, actor);
  const at = needs.clock.now();
  const holder = owner ?? { id: actorName(actor), name: actor.principal?.name ?? '' };
  const hash = ruleHash(definition);
  const row: RuleRow = {
    id: known?.id ?? randomUUID(),
    version: (known?.version ?? 0) + 1,
    definition,
    hash,
    tier: ruleTier(definition, (name) => needs.toolNamed(name)?.tier),
    siteId: definition.where.siteId ?? null,
    owner: known?.owner ?? holder.id,
    ownerName: known?.ownerName ?? holder.name,
    isOn: known?.isOn ?? true,
    endedAt: null,
    approval: known?.hash === hash ? known.approval : null,
    approvalSeal: known?.hash === hash ? known.approvalSeal : null,
    createdAt: known?.createdAt ?? at,
    changedAt: at,
    removedAt: null,
  };
  const { version, tier, siteId } = row;
  const body = { ruleId: row.id, name: definition.name, version, hash, tier, siteId };
  await commitRule(needs, row, { kind: 'rule-set', body }, actor);
  return readOne(needs, row.id);
}

/** A person says that the rule, as they read it, may act by itself until then. Never an agent, never at an agents' door. */
export async function approveRule(
  needs: ChangeNeeds,
  { id, asked, actor, person }: { id: string; asked: ApproveRule; actor: Actor; person?: Principal | undefined },
): Promise<KnownRule> {
  const known = await mustFindRule(needs, id, actor);
  const approver = person ?? actor.principal;
  if (!needsStanding(known.tier)) throw refusal('CONFLICT', sentenceOf('rule-needs-no-approval'));
  if (approver?.kind !== 'person' || (person === undefined && (isAgentsDoor(actor.door) || actor.door === 'system')))
    throw refusal('NOT_ALLOWED', sentenceOf('rule-only-person'));
  const tier = known.tier === 'R3' ? 'R3' : 'R2';
  const deciding: Actor = { principal: approver, door: person === undefined ? actor.door : 'console' };
  const facts = { tier, category: 'rules', scope: 'rules:approve', within: 'sites', proposedBy: '' } as const;
  // Where a proposal was approved, who may say yes to it was asked there.
  const proposedFor = person === undefined && known.owner === approver.id ? approver.id : null;
  mustBeAllowed(mayApprove(needs.may, deciding, { ...facts, proposedFor, approvals: needs.approvals }));
  mustReach(approver, known);
  if (asked.hash !== known.hash) throw refusal('CONFLICT', sentenceOf('rule-changed'));
  if (tier === 'R3' && asked.days > maxDaysOfHighImpact)
    throw refusal('INVALID_INPUT', sentenceOf('rule-too-many-days'));
  const at = needs.clock.now();
  const { limits, name } = known.definition;
  const approval: StandingApproval = {
    hash: known.hash,
    by: approver.id,
    byName: approver.name,
    at: at.toISOString(),
    expiresAt: new Date(at.getTime() + asked.days * dayMs).toISOString(),
    runsPerDay: Math.min(asked.runsPerDay ?? limits.runsPerDay, limits.runsPerDay),
  };
  const approvalSeal = standingSeal(needs.installationKey, id, approval);
  const { hash, expiresAt, runsPerDay } = approval;
  const body = { ruleId: id, name, hash, expiresAt, runsPerDay, siteId: known.siteId };
  const row = { ...known, approval, approvalSeal, isOn: true, version: known.version + 1, changedAt: at };
  await commitRule(needs, row, { kind: 'rule-approved', body }, deciding);
  return readOne(needs, id);
}

export async function switchRule(
  needs: ChangeNeeds,
  { id, isOn, actor }: { id: string; isOn: boolean; actor: Actor },
): Promise<KnownRule> {
  const known = await mustFindRule(needs, id, actor);
  if (isOn && known.endedAt !== null) throw refusal('CONFLICT', sentenceOf('rule-ended'));
  const row = { ...known, isOn, version: known.version + 1, changedAt: needs.clock.now() };
  const body = { ruleId: id, name: known.definition.name, isOn, siteId: known.siteId };
  await commitRule(needs, row, { kind: 'rule-switched', body }, actor);
  return readOne(needs, id);
}

export async function removeRule(needs: ChangeNeeds, { id, actor }: { id: string; actor: Actor }): Promise<void> {
  const known = await mustFindRule(needs, id, actor);
  const at = needs.clock.now();
  const row = { ...known, isOn: false, version: known.version + 1, changedAt: at, removedAt: at };
  const body = { ruleId: id, name: known.definition.name, siteId: known.siteId };
  await commitRule(needs, row, { kind: 'rule-removed', body }, actor);
}

/** A rule that was for once has done what it was for. */
export async function endRule(needs: ChangeNeeds, stored: KnownRule): Promise<void> {
  const [known] = await readRules(needs.pool, { id: stored.id });
  if (known === undefined || known.endedAt !== null) return;
  const at = needs.clock.now();
  const row = { ...known, isOn: false, endedAt: at, version: known.version + 1, changedAt: at };
  const body = { ruleId: stored.id, name: known.definition.name, isOn: false, siteId: known.siteId };
  await commitRule(needs, row, { kind: 'rule-switched', body }, { principal: null, door: 'system' });
}

async function commitRule(
  { ledger, changed }: Pick<ChangeNeeds, 'ledger' | 'changed'>,
  { runs: _runs, lastRunAt: _last, ...row }: RuleRow & { runs?: number; lastRunAt?: Date | null },
  fact: EventFact<'rule-set' | 'rule-approved' | 'rule-switched' | 'rule-removed'>,
  actor: Actor,
): Promise<void> {
  const entry = changeEntry({
    ...fact,
    subject: row.id,
    at: row.changedAt,
    actor,
    writes: [write(ruleProjection, row)],
  });
  await ledger.commit(entry).catch(whenOvertaken(sentenceOf('rule-changed')));
  await changed();
}

/** What the schema cannot know: tools, stations, sites and people that there are, and where whoever sets it may act. */
async function mustBeFine(needs: ChangeNeeds, definition: Rule, actor: Actor): Promise<void> {
  const [problem] = ruleProblems(definition, needs.toolNamed);
  if (problem !== undefined) throw refusal('INVALID_INPUT', problem);
  const { siteId, stationIds } = definition.where;
  const reach = reachOf(actor.principal, { access: 'operate' });
  if (reach !== 'whole' && (siteId === undefined || !reach.has(siteId)))
    throw siteId === undefined
      ? refusal('NOT_ALLOWED', sentenceOf('rule-needs-site'))
      : refusal('NOT_FOUND', sentenceOf('no-site', { siteId }));
  if (siteId !== undefined) await needs.charging.sites.get(siteId);
  for (const stationId of stationIds) await needs.charging.getStation(stationId);
  for (const action of [...definition.actions, ...definition.else])
    for (const personId of action.do === 'notify' ? action.to : [])
      if ((await needs.personById(personId)) === undefined)
        throw refusal('INVALID_INPUT', sentenceOf('rule-unknown-person', { personId }));
}

/** Rules of other sites are as if there were none. */
export async function mustFindRule({ pool }: Pick<ChangeNeeds, 'pool'>, id: string, actor: Actor): Promise<KnownRule> {
  const [known] = await readRules(pool, { id });
  if (known === undefined || !isWithin(actor.principal, known))
    throw refusal('NOT_FOUND', sentenceOf('no-rule', { ruleId: id }));
  return known;
}

export function isWithin(principal: Principal | null, { siteId }: Pick<KnownRule, 'siteId'>): boolean {
  const reach = reachOf(principal, { access: 'read' });
  return reach === 'whole' || (siteId !== null && reach.has(siteId));
}

function mustReach(principal: Principal, { siteId }: KnownRule): void {
  const reach = reachOf(principal, { access: 'operate' });
  if (reach === 'whole' || (siteId !== null && reach.has(siteId))) return;
  throw refusal('NOT_ALLOWED', sentenceOf('not-at-single-sites'));
}

async function readOne({ pool }: ChangeNeeds, id: string): Promise<KnownRule> {
  const [known] = await readRules(pool, { id });
  if (known === undefined) throw refusal('NOT_FOUND', sentenceOf('no-rule', { ruleId: id }));
  return known;
}

function refusal(code: 'NOT_FOUND' | 'NOT_ALLOWED' | 'CONFLICT' | 'INVALID_INPUT', sentence: Sentence): SigecError {
  return problemOf(code, sentence);
}
