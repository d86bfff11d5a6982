import { type Clock, systemTime, type Time } from '#base/clock.ts';
import { stepNamed } from '#charging/health/ladder.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Principal } from '#contract/agents/principal.ts';
import type { StationPlaybook } from '#contract/automation/playbook.ts';
import type {
  ActionOutcome,
  ApproveRule,
  LadderStep,
  Rule,
  RulePreview,
  RuleRun,
  RuleTemplate,
  StoredRule,
} from '#contract/automation/rule.ts';
import { ruleSentence } from '#contract/automation/rule-words.ts';
import { inEnglish } from '#contract/problems/problem-words.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import type { Registry } from '#tools/registry.ts';
import {
  approveRule,
  type ChangeNeeds,
  endRule,
  isWithin,
  mustFindRule,
  type Owner,
  removeRule,
  setRule,
  switchRule,
} from './change-rules.ts';
import type { Doing, Tell } from './do-action.ts';
import { dryRunRule } from './dry-run.ts';
import { orderSteps, readStepRecords } from './ladder.ts';
import { readRuleHere } from './read-rule-here.ts';
import { type EngineNeeds, RuleEngine } from './rule-engine.ts';
import { ruleProblems } from './rule-problems.ts';
import { type KnownRule, readRules } from './rule-store.ts';
import { ruleTemplates } from './rule-templates.ts';
import { ruleTier } from './rule-tier.ts';
import { runPlaybook } from './run-playbook.ts';
import { readRuns } from './run-store.ts';
import { needsStanding, ruleHash, standingOf } from './standing-approval.ts';
import { stationFactsNow } from './station-facts.ts';

export type RuleNeeds = Omit<EngineNeeds, 'charging' | 'endRule' | 'time' | 'registry'> &
  Pick<ChangeNeeds, 'may' | 'approvals'> & {
    /** Narrowed to the sites of whoever it is done for. */
    charging: Charging;
    registry: Pick<Registry, 'get' | 'execute' | 'runStanding'>;
    /** The ledger as whoever asks may read it. */
    history: Pick<Ledger, 'read'>;
    tell: Tell;
    clock: Clock;
    time?: Time | undefined;
  };

export type Rules = ReturnType<typeof openRules>;
type PlaybookAsked = Parameters<typeof runPlaybook>[1];

/** How long somebody who waits for it is kept waiting after each step. */
const shownWithinMs = 120_000;

/** What happens by itself, and what people say about it. */
export function openRules(given: RuleNeeds) {
  const time = given.time ?? { ...systemTime, now: () => given.clock.now() };
  const changing: ChangeNeeds = {
    ...given,
    toolNamed: (name) => given.registry.get(name),
    changed: () => engine.reload(),
  };
  const engine = new RuleEngine({ ...given, time, endRule: (stored) => endRule(changing, stored) });
  const closing = new AbortController();
  const shown = (known: KnownRule) => shownRule(given, known);
  return {
    start: () => engine.start(),
    /** What is under way has ended; for whoever waits for it. */
    settled: () => engine.settled(),
    /** Schedules that are due, now. */
    look: () => engine.look(),
    async list(actor: Actor): Promise<StoredRule[]> {
      const all = await readRules(given.pool);
      return all.filter((known) => isWithin(actor.principal, known)).map(shown);
    },
    get: async (id: string, actor: Actor) => shown(await mustFindRule(given, id, actor)),
    async set(asked: { id: string | null; definition: Rule; actor: Actor; owner?: Owner }): Promise<StoredRule> {
      return shown(await setRule(changing, asked));
    },
    async approve(asked: { id: string; asked: ApproveRule; actor: Actor; person?: Principal }): Promise<StoredRule> {
      return shown(await approveRule(changing, asked));
    },
    async switch(asked: { id: string; isOn: boolean; actor: Actor }): Promise<StoredRule> {
      return shown(await switchRule(changing, asked));
    },
    remove: (asked: { id: string; actor: Actor }) => removeRule(changing, asked),
    async runs({ id, limit }: { id: string | null; limit: number }, actor: Actor): Promise<RuleRun[]> {
      const rules = id === null ? await readRules(given.pool) : [await mustFindRule(given, id, actor)];
      const ruleIds = rules.filter((known) => isWithin(actor.principal, known)).map((known) => known.id);
      return readRuns(given.pool, { ruleIds, limit });
    },
    /** A rule that nobody has set yet: what it says, how much it can do, and what it would have done. */
    async preview(definition: Rule, days: number): Promise<RulePreview> {
      const problems = ruleProblems(definition, changing.toolNamed).map(inEnglish);
      for (const stationId of definition.where.stationIds) await given.charging.getStation(stationId);
      return {
        rule: definition,
        hash: ruleHash(definition),
        problems,
        sentence: ruleSentence(definition),
        tier: ruleTier(definition, (name) => given.registry.get(name)?.tier),
        dryRun: await dryRunRule({ ...given, ledger: given.history }, definition, days),
      };
    },
    /** A rule out of a sentence, by the names and the clocks of this installation. */
    read: (text: string) => readRuleHere(given.charging, text),
    templates: (): readonly RuleTemplate[] => ruleTemplates,
    /** The remediation ladder at one station, for whoever was allowed it. A step waits two minutes at most to see whether it helped. */
    async runPlaybook(
      asked: Pick<PlaybookAsked, 'maxSteps' | 'upTo'> & { stationId: string },
      { actor, signal }: Pick<Doing, 'actor'> & Partial<Pick<Doing, 'signal'>>,
    ): Promise<ActionOutcome[]> {
      await given.charging.getStation(asked.stationId); // says so where there is no such station
      const doing: Doing = {
        ruleId: 'playbook',
        ruleName: 'playbook',
        owner: '',
        actor,
        standing: null,
        event: null,
        signal: AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]),
        stationId: asked.stationId,
      };
      return runPlaybook({ ...given, time }, { ...asked, maxVerifyMs: shownWithinMs }, doing);
    },
    /** The steps that a playbook would try at a station, in their order. */
    async playbookAt(stationId: string, upTo: LadderStep): Promise<StationPlaybook> {
      await given.charging.getStation(stationId); // says so where there is no such station
      const facts = await stationFactsNow(given.charging, stationId, given.clock.now());
      const { isFaulted = false, hasSafetyCode = false } = facts ?? {};
      const records = facts === null || hasSafetyCode ? [] : await readStepRecords(given.pool, facts);
      const order = facts === null || hasSafetyCode ? [] : orderSteps(records, upTo);
      const steps = order.map((step) => {
        const { tried = 0, helped = 0 } = records.find((record) => record.step === step) ?? {};
        return { step, needsNoSession: stepNamed(step).needsNoSession, tried, helped };
      });
      return { stationId, isFaulted, hasSafetyCode, steps };
    },
    async close(): Promise<void> {
      closing.abort();
      await engine.close();
    },
  };
}

function shownRule(
  { installationKey, clock }: Pick<RuleNeeds, 'installationKey' | 'clock'>,
  known: KnownRule,
): StoredRule {
  const approval = standingOf(installationKey, { ...known, seal: known.approvalSeal });
  return {
    id: known.id,
    rule: known.definition,
    hash: known.hash,
    tier: known.tier,
    state: stateOf(known, approval, clock.now()),
    sentence: ruleSentence(known.definition),
    owner: known.owner,
    ownerName: known.ownerName,
    approval,
    runs: known.runs,
    createdAt: known.createdAt.toISOString(),
    changedAt: known.changedAt.toISOString(),
    lastRunAt: known.lastRunAt?.toISOString() ?? null,
  };
}

function stateOf(known: KnownRule, approval: StoredRule['approval'], now: Date): StoredRule['state'] {
  if (known.endedAt !== null) return 'ended';
  if (!known.isOn) return 'off';
  if (!needsStanding(known.tier)) return 'on';
  if (approval === null) return 'waiting';
  return Date.parse(approval.expiresAt) <= now.getTime() ? 'expired' : 'on';
}
