import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { Rule, StoredRule } from '#contract/automation/rule.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { dryRunForAgents, dryRunInWords, ruleArguments, ruleExample, ruleOf } from './rule-input.ts';

const historyDays = 30;

const listedRule = z.object({
  rule_id: z.string(),
  name: z.string(),
  state: z.string().describe('on, off, waiting (for approval), expired or ended'),
  tier: z.string(),
  sentence: z.string(),
  approved_until: z.string().optional(),
  runs: z.int(),
});

function ruleForAgents({ id, rule, state, tier, sentence, approval, runs }: StoredRule): z.input<typeof listedRule> {
  return {
    rule_id: id,
    name: untrustedText(rule.name, 120),
    state,
    tier,
    sentence: untrustedText(sentence.en, 1000),
    ...(approval !== null && { approved_until: approval.expiresAt }),
    runs,
  };
}

export function listRules({ automation }: Pick<PackNeeds, 'automation'>): Tool {
  return defineTool({
    name: 'list_rules',
    title: 'List rules',
    description:
      'Lists what happens by itself: each rule in a sentence, whether it is on, waits for approval or has expired, and how often it acted; with what rules did and what held them back lately. Use it before drafting a rule, and to explain why a rule did or did not act.',
    category: 'rules',
    level: 'operate',
    tier: 'R0',
    input: z.object({ runs: z.int().min(0).max(50).default(10).describe('How many of the newest runs') }),
    output: z.object({
      rules: z.array(listedRule),
      runs: z.array(
        z.object({
          rule_id: z.string(),
          charge_point_id: z.string().optional(),
          at: z.string(),
          state: z.string(),
          reason: z.string().optional(),
        }),
      ),
    }),
    async run({ runs }, { actor }) {
      const [rules, latest] = await Promise.all([
        automation.rules.list(actor),
        runs === 0 ? [] : automation.rules.runs({ id: null, limit: runs }, actor),
      ]);
      return {
        text: `There are ${rules.length} rules; ${rules.filter(({ state }) => state === 'on').length} of them are on.`,
        data: {
          rules: rules.slice(0, 100).map(ruleForAgents),
          runs: latest.map(({ ruleId, stationId, at, state, reason }) => ({
            rule_id: ruleId,
            at,
            state,
            ...(stationId !== null && { charge_point_id: untrustedText(stationId) }),
            ...(reason !== null && { reason: untrustedText(reason) }),
          })),
        },
      };
    },
  });
}

export function setRule({ automation, personById }: Pick<PackNeeds, 'automation' | 'personById'>): Tool {
  return defineTool({
    name: 'set_rule',
    title: 'Set a rule',
    description:
      'Sets up a rule that acts by itself from then on, or with rule_id words one anew. A person approves it once for a time: the very wording, so many runs a day, until it expires. Preconditions, cool-downs and budgets hold at every run; a charging station is never interrupted. Try it out with draft_rule first.',
    category: 'rules',
    level: 'operate',
    tier: 'R2',
    timeoutMs: 60_000,
    input: z.object({
      ...ruleArguments,
      rule_id: z.uuid().optional().describe('Of the rule to word anew, as list_rules returns it; absent: a new one'),
      days: z.int().min(1).max(90).default(30).describe('How long it may act before a person has to approve it again'),
    }),
    output: listedRule.extend({ is_done: z.boolean() }),
    examples: [{ text: 'Tell me when CP-11 is back' }, { ...ruleExample, days: 14 }],
    async plan({ rule_id, days, ...given }, { actor }) {
      const preview = await automation.rules.preview(await ruleOf(automation, given), historyDays);
      const [problem] = preview.problems;
      if (problem !== undefined) throw new SigecError('INVALID_INPUT', problem);
      const before = rule_id === undefined ? null : (await automation.rules.get(rule_id, actor)).hash;
      const { rule, tier, hash, dryRun, sentence } = preview;
      const { limits } = rule;
      return {
        targets: targetsOf(rule),
        effect: sentenceOf(rule_id === undefined ? 'effect-set-rule' : 'effect-change-rule', {
          days,
          perDay: limits.runsPerDay,
          perStation: limits.perStationPerDay,
          tier,
        }),
        details: {
          rule: sentence.en,
          regra: sentence['pt-BR'],
          tried_out: dryRunInWords(dryRun, historyDays),
          dry_run: dryRunForAgents(dryRun) as never,
        },
        preconditions: { hash, before },
      };
    },
    async run({ rule_id, days, ...given }, { actor, approvedBy }) {
      const person = approvedBy === undefined ? undefined : await personById(approvedBy);
      if (person === undefined)
        throw new SigecError('CONFLICT', 'Whoever approved it may no longer act. Propose it again.');
      const owner = { id: person.id, name: person.name };
      const definition = await ruleOf(automation, given);
      const set = await automation.rules.set({ id: rule_id ?? null, definition, actor, owner });
      const stored =
        set.state === 'waiting'
          ? await automation.rules.approve({ id: set.id, asked: { hash: set.hash, days }, actor, person })
          : set;
      return {
        text: 'The rule is set and acts by itself from now on; list_rules tells what it does.',
        data: { ...ruleForAgents(stored), is_done: stored.state === 'on' },
      };
    },
  });
}

function targetsOf({ where: { siteId, stationIds } }: Rule): string[] {
  if (stationIds.length > 0) return stationIds.map((id) => `station:${id}`);
  return [siteId === undefined ? 'rules:everywhere' : `site:${siteId}`];
}
