import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { dryRunForAgents, dryRunInWords, ruleArguments, ruleExample, ruleOf, shownDryRun } from './rule-input.ts';

/** A rule in a form that can be checked, with what it would have done. Nothing is kept, and nothing is sent. */
export function draftRule({ automation }: Pick<PackNeeds, 'automation'>): Tool {
  return defineTool({
    name: 'draft_rule',
    title: 'Draft a rule',
    description:
      'Drafts a rule "when … if … then … verify, else …" and tries it out on what happened: how often it would have acted, where, and what its limits or preconditions would have held back. Nothing is set up or sent. Use it to turn a wish for automation into something a person can judge; set_rule sets it up.',
    category: 'rules',
    level: 'operate',
    tier: 'R0',
    timeoutMs: 60_000,
    input: z.object({
      ...ruleArguments,
      history_days: z.int().min(1).max(90).default(30).describe('How far back it is tried out'),
    }),
    output: z.object({
      rule: z.record(z.string(), z.unknown()),
      sentence: z.string().describe('What it says'),
      sentence_pt: z.string(),
      tier: z.string().describe('R0 only tells people; anything else a person has to approve'),
      problems: z.array(z.string()).describe('Why it could not be set'),
      dry_run: shownDryRun,
    }),
    examples: [{ text: 'Tell me when CP-11 is back' }, ruleExample],
    async run({ history_days, ...given }) {
      const preview = await automation.rules.preview(await ruleOf(automation, given), history_days);
      const { rule, sentence, tier, problems, dryRun } = preview;
      const verdict = problems.length === 0 ? '' : ` It cannot be set as it is: see problems.`;
      return {
        text: `${dryRunInWords(dryRun, history_days)} What it says is in sentence.${verdict} Nothing was set up.`,
        data: {
          rule,
          sentence: untrustedText(sentence.en, 1000),
          sentence_pt: untrustedText(sentence['pt-BR'], 1000),
          tier,
          problems: problems.map((each) => untrustedText(each, 300)),
          dry_run: dryRunForAgents(dryRun),
        },
      };
    },
  });
}
