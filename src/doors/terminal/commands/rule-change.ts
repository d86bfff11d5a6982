import { SigecError } from '#base/errors.ts';
import { ruleApi } from '#contract/api/rules.ts';
import { type Rule, rule } from '#contract/automation/rule.ts';
import { type Api, openApi } from '../api.ts';
import { failed } from '../exit-code.ts';
import { readText } from '../files.ts';
import { optionReader, readObject, type ShowOptions, type Switches, type Texts } from '../read-options.ts';
import { show, tableLines, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';
import { visible } from '../visible.ts';
import { reasonWords, ruleLines } from './rule.ts';

type Wording = { words?: string[] } & Texts<'file' | 'template'>;

/** A rule out of words, a file or a template. */
async function wordedRule(terminal: Terminal, api: Api, { words = [], file, template }: Wording): Promise<Rule> {
  const { rule: texts } = terminal.text;
  if (file !== undefined) {
    const read = rule.safeParse(readObject(terminal, await readText(terminal, file)));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw new SigecError('INVALID_INPUT', visible(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`));
  }
  if (template !== undefined) {
    const { templates } = await api.call(ruleApi.templates, {});
    const found = templates.find(({ id }) => id === template);
    if (found !== undefined) return found.rule;
  }
  const text = words.join(' ');
  if (text === '') throw new SigecError('INVALID_INPUT', texts.needsWords);
  const { rule: read, unread, lacks } = await api.call(ruleApi.read, { body: { text } });
  if (read !== null) return read;
  if (unread.length > 0) throw new SigecError('INVALID_INPUT', texts.lost(visible(unread.join(', '))));
  throw new SigecError('INVALID_INPUT', lacks === null ? texts.notUnderstood : texts.lacks[lacks]);
}

export async function ruleTry(terminal: Terminal, options: ShowOptions & Wording & Texts<'days'>): Promise<number> {
  const api = openApi(terminal, options);
  const days = optionReader(terminal, options).number('days', [1, 90]) ?? 30;
  const worded = await wordedRule(terminal, api, options);
  const preview = await api.call(ruleApi.preview, { body: { rule: worded, days } });
  const { rule: words, titles } = terminal.text;
  const { dryRun, sentence, problems } = preview;
  const held = Object.values(dryRun.keptBack).reduce((sum, each) => sum + each, 0);
  return show(terminal, options, preview, () => [
    visible(sentence[terminal.language]),
    ...problems.map((each) => terminal.paint('bad', visible(each))),
    words.tried(days, dryRun.runs, dryRun.stations, held),
    ...(dryRun.moments.length === 0
      ? []
      : tableLines(
          terminal,
          tableOf(dryRun.moments.slice(0, 20), [
            [titles.when, ({ at }) => shownTime(terminal, at)],
            [titles.station, ({ stationId }) => stationId],
            [titles.state, ({ outcome }) => words.outcomes[outcome]],
            [titles.why, (moment) => reasonWords(terminal, moment), 'flexible'],
          ]),
        )),
    ...(dryRun.isWhole ? [] : [words.partly]),
  ]);
}

export async function ruleSet(terminal: Terminal, options: ShowOptions & Wording & Texts<'id'>): Promise<number> {
  const api = openApi(terminal, options);
  const body = await wordedRule(terminal, api, options);
  const stored =
    options.id === undefined
      ? await api.call(ruleApi.add, { body })
      : await api.call(ruleApi.change, { params: { id: options.id }, body });
  const { rule: words } = terminal.text;
  tellDone(terminal, options, stored, words.set(stored.id, words.states[stored.state]));
  if (!options.json && stored.state === 'waiting')
    terminal.err(words.toApprove(`${terminal.command} rule approve ${stored.id}`));
  return 0;
}

type ApproveOptions = ShowOptions & Texts<'days' | 'runs'> & Switches<'yes'> & { id: string };

/** Shows what the rule says, asks, and approves exactly what was shown: its hash goes along. */
export async function ruleApprove(terminal: Terminal, options: ApproveOptions): Promise<number> {
  const api = openApi(terminal, options);
  const params = { id: options.id };
  const { rule: words } = terminal.text;
  const read = optionReader(terminal, options);
  const [days, runsPerDay] = [read.number('days', [1, 90]), read.number('runs', [1, 10_000])];
  const shown = await api.call(ruleApi.get, { params });
  if (options.yes !== true && !terminal.input.isInteractive) throw new SigecError('INVALID_INPUT', words.needsYes);
  if (!options.json) terminal.err(`${ruleLines(terminal, shown).join('\n')}\n`);
  if (options.yes !== true && !words.yes.test((await terminal.input.line(words.ask))?.trim() ?? '')) {
    terminal.err(words.notApproved);
    return failed;
  }
  const body = {
    hash: shown.hash,
    ...(days !== undefined && { days }),
    ...(runsPerDay !== undefined && { runsPerDay }),
  };
  const stored = await api.call(ruleApi.approve, { params, body });
  const until = stored.approval === null ? '' : shownTime(terminal, stored.approval.expiresAt);
  return tellDone(terminal, options, stored, words.approved(until, stored.approval?.runsPerDay ?? 0));
}

export async function ruleSwitch(
  terminal: Terminal,
  options: ShowOptions & { id: string; isOn: boolean },
): Promise<number> {
  const { id, isOn } = options;
  const stored = await openApi(terminal, options).call(ruleApi.switch, { params: { id }, body: { isOn } });
  const { rule: words } = terminal.text;
  return tellDone(terminal, options, stored, words.switched(words.states[stored.state]));
}

export async function ruleRemove(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  await openApi(terminal, options).call(ruleApi.remove, { params: { id: options.id } });
  return tellDone(terminal, options, {}, terminal.text.rule.removed);
}
