import { ruleApi } from '#contract/api/rules.ts';
import type { RuleRun, StoredRule } from '#contract/automation/rule.ts';
import { openApi } from '../api.ts';
import type { Tone } from '../paint.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { fieldLines, show, showList, strong, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { wordOf } from '../text/text.ts';
import { shownTime } from '../times.ts';
import { visible } from '../visible.ts';

const tones = {
  on: 'good',
  off: 'quiet',
  waiting: 'warning',
  expired: 'bad',
  ended: 'quiet',
} as const satisfies Record<StoredRule['state'], Tone>;

export async function ruleList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(ruleApi.list, {});
  const { titles, rule: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.rules, [
        [words.titles.rule, ({ id }) => strong(id)],
        [titles.standing, ({ state }) => ({ text: words.states[state], tone: tones[state] })],
        [titles.name, ({ rule }) => rule.name, 'flexible'],
        [words.titles.says, ({ sentence }) => sentence[terminal.language], 'flexible optional'],
        [words.titles.approvedUntil, ({ approval }) => approval && shownTime(terminal, approval.expiresAt)],
        [words.titles.runs, ({ runs }) => runs, 'right'],
      ]),
  });
}

export async function ruleShow(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const stored = await openApi(terminal, options).call(ruleApi.get, { params: { id: options.id } });
  return show(terminal, options, stored, () => ruleLines(terminal, stored));
}

/** What a person reads before saying yes. */
export function ruleLines(terminal: Terminal, stored: StoredRule): string[] {
  const { titles, rule: words } = terminal.text;
  const { rule, sentence, state, tier, approval, runs } = stored;
  return [
    terminal.paint('strong', visible(rule.name)),
    visible(sentence[terminal.language]),
    ...fieldLines(terminal, [
      [titles.standing, { text: words.states[state], tone: tones[state] }],
      [words.titles.tier, tier],
      [words.titles.approvedUntil, approval && `${shownTime(terminal, approval.expiresAt)} (${approval.byName})`],
      [words.titles.runs, String(runs)],
    ]),
  ];
}

export async function ruleRuns(terminal: Terminal, options: ShowOptions & Texts<'id' | 'limit'>): Promise<number> {
  const limit = optionReader(terminal, options).limit(50, 1000);
  const api = openApi(terminal, options);
  const list =
    options.id === undefined
      ? await api.call(ruleApi.allRuns, { query: { limit } })
      : await api.call(ruleApi.runs, { params: { id: options.id }, query: { limit } });
  const { titles, rule: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noRuns,
    table: () =>
      tableOf(list.runs, [
        [titles.when, ({ at }) => shownTime(terminal, at)],
        [words.titles.rule, ({ ruleName }) => ruleName, 'flexible'],
        [titles.station, ({ stationId }) => stationId],
        [titles.state, ({ state }) => words.runStates[state]],
        [titles.why, (run) => reasonWords(terminal, run), 'flexible'],
        [words.titles.times, ({ times }) => (times > 1 ? times : null), 'right'],
      ]),
  });
}

export function reasonWords({ text }: Terminal, { reason }: Pick<RuleRun, 'reason'>): string | null {
  return reason === null ? null : wordOf({ ...text.rule.reasons, ...text.rule.stops }, reason);
}

export async function ruleTemplates(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(ruleApi.templates, {});
  const { rule: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.templates, [
        [words.titles.template, ({ id }) => strong(id)],
        [words.titles.says, ({ about }) => about[terminal.language], 'flexible'],
      ]),
  });
}
