import { playbookApi } from '#contract/api/playbooks.ts';
import type { LadderStep } from '#contract/automation/rule.ts';
import { openApi } from '../api.ts';
import { done, failed } from '../exit-code.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { show, showList, strong, tableLines, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';

type At = ShowOptions & { station: string; upTo: LadderStep };

export async function playbookList(terminal: Terminal, options: At): Promise<number> {
  const { station: id, upTo } = options;
  const playbook = await openApi(terminal, options).call(playbookApi.get, { params: { id }, query: { upTo } });
  const { upkeep: words } = terminal.text;
  return showList(terminal, options, {
    value: playbook,
    none: words.noStep,
    table: () =>
      tableOf(playbook.steps, [
        [words.titles.step, ({ step }) => strong(step)],
        [words.titles.helped, ({ tried, helped }) => (tried === 0 ? words.notTried : words.helpedOf(helped, tried))],
        [words.titles.disturbs, ({ needsNoSession }) => (needsNoSession ? '✓' : '')],
      ]),
    more: playbook.isFaulted || playbook.hasSafetyCode ? undefined : words.notFaulted,
  });
}

/** Ends with a failure where the fault is still there. */
export async function playbookRun(terminal: Terminal, options: At & Texts<'steps'>): Promise<number> {
  const { station: id, upTo } = options;
  const maxSteps = optionReader(terminal, options).number('steps', [1, 3]);
  const body = { upTo, ...(maxSteps !== undefined && { maxSteps }) };
  const run = await openApi(terminal, options).call(playbookApi.run, { params: { id }, body });
  const { upkeep: words, titles } = terminal.text;
  await show(terminal, options, run, () => [
    ...tableLines(
      terminal,
      tableOf(run.steps, [
        [words.titles.step, ({ step, what }) => step ?? what],
        [titles.outcome, ({ outcome }) => words.stepOutcomes[outcome]],
        [titles.why, ({ text }) => text, 'flexible'],
      ]),
    ),
    '',
    run.isDone ? terminal.paint('good', words.playbookHelped(id)) : terminal.paint('bad', words.playbookEnded(id)),
  ]);
  return run.isDone ? done : failed;
}
