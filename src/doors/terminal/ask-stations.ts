import { defined } from '#base/present.ts';
import { commandApi } from '#contract/api/commands.ts';
import { stationApi } from '#contract/api/stations.ts';
import type { AskCommand, CommandRecord } from '#contract/commands/command.ts';
import { type Api, openApi } from './api.ts';
import { json } from './json.ts';
import { answerLines, type Ended, exitCodeFor, outcomeLines } from './outcome-words.ts';
import { optionReader, type ShowOptions, type Texts } from './read-options.ts';
import type { Terminal } from './terminal.ts';

export type AskOptions = ShowOptions & Texts<'why' | 'wait'>;

type StationsRequest = {
  ids: readonly string[];
  name: string;
  input: Record<string, unknown>;
  showsAnswer?: boolean;
};

/** Longer than that no connection is kept open without a word. */
export const longestWaitSeconds = 240;

/** Asks the stations, tells how it ended for each, and gives back the exit code: that of the worst. */
export async function askStations(terminal: Terminal, options: AskOptions, asked: StationsRequest): Promise<number> {
  const { ids, name, input } = asked;
  const api = openApi(terminal, options);
  const ask: AskCommand = { input, ...orderOf(terminal, options) };
  const { waitForEffectSeconds: waitSeconds } = ask;
  const [only, ...others] = ids;
  const records =
    only !== undefined && others.length === 0
      ? [await api.call(commandApi.run, { params: { id: only, name }, body: ask, waitSeconds })]
      : (await api.call(commandApi.runMany, { body: { stationIds: [...ids], name, ...ask }, waitSeconds })).commands;
  return tell(terminal, options, { api, records, showsAnswer: asked.showsAnswer ?? false });
}

export function orderOf(terminal: Terminal, options: AskOptions): Omit<AskCommand, 'input'> {
  const waitForEffectSeconds = optionReader(terminal, options).number('wait', [1, longestWaitSeconds]);
  return defined({ why: options.why, waitForEffectSeconds });
}

type AnswerView = { api: Api; records: readonly CommandRecord[]; showsAnswer: boolean };

export async function tell(terminal: Terminal, options: AskOptions, told: AnswerView): Promise<number> {
  const { api, records, showsAnswer } = told;
  const all = await Promise.all(records.map((command) => endedOf(api, command)));
  if (options.json) terminal.out(json(records.length === 1 ? records[0] : { commands: records }));
  const waitSeconds = options.wait === undefined ? undefined : Number(options.wait);
  for (const ended of options.json ? [] : all) {
    const lines = [...outcomeLines(terminal, ended, waitSeconds), ...(showsAnswer ? answerLines(ended) : [])];
    terminal.out(lines.join('\n'));
  }
  return Math.max(...all.map(exitCodeFor));
}

/** What was not sent may have been unsayable, or its station away: a script wants to know which. */
export async function endedOf(api: Api, command: CommandRecord): Promise<Ended> {
  if (command.outcome?.status !== 'not-sent') return { command, isOffline: false };
  const { link } = await api.call(stationApi.get, { params: { id: command.stationId } });
  return { command, isOffline: link.state !== 'online' };
}
