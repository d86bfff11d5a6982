import { isTimeZone } from '#base/clock.ts';
import type { Rule, RuleAction } from '#contract/automation/rule.ts';
import { events } from '#contract/events/events.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { RegisteredTool } from '#tools/registry.ts';

/** What rules are set and run by: a rule that could call them could make rules. */
const neverTools = ['set_rule', 'draft_rule', 'run_playbook', 'set_token_blocked', 'accept_charge_point'];

/** Why a rule cannot be set, as far as it can be seen without looking at stations and people. */
export function ruleProblems(rule: Rule, toolNamed: (name: string) => RegisteredTool | undefined): Sentence[] {
  const { when, if: conditions, limits } = rule;
  const kinds = [
    ...(when.on === 'event' ? [when.kind] : []),
    ...conditions.flatMap((condition) => (condition.of === 'count' ? [condition.kind] : [])),
  ];
  const zones = [
    ...(when.on === 'schedule' ? [when.timeZone] : []),
    ...(limits.quietHours ? [limits.quietHours.timeZone] : []),
    ...conditions.flatMap((condition) => (condition.of === 'clock' ? [condition.timeZone] : [])),
  ];
  return [
    ...kinds.filter((kind) => !Object.hasOwn(events, kind)).map((kind) => sentenceOf('rule-unknown-event', { kind })),
    ...kinds.filter((kind) => kind.startsWith('rule-')).map((kind) => sentenceOf('rule-of-rules', { kind })),
    ...zones.filter((zone) => !isTimeZone(zone)).map((zone) => sentenceOf('rule-unknown-zone', { zone })),
    ...(when.on === 'schedule' && conditions.some(({ of }) => of === 'event')
      ? [sentenceOf('rule-schedule-event')]
      : []),
    ...[...rule.actions, ...rule.else].flatMap((action) => actionProblem(action, toolNamed)),
  ];
}

function actionProblem(action: RuleAction, toolNamed: (name: string) => RegisteredTool | undefined): Sentence[] {
  if (action.do !== 'tool') return [];
  const tool = toolNamed(action.tool);
  if (tool === undefined) return [sentenceOf('rule-unknown-tool', { tool: action.tool })];
  if (tool.pack === 'core' || neverTools.includes(tool.name))
    return [sentenceOf('rule-never-tool', { tool: tool.name })];
  return [];
}
