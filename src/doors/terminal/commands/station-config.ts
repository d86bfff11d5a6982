import { commandApi } from '#contract/api/commands.ts';
import { variableApi } from '#contract/api/variables.ts';
import { type VariableResult, variableResult } from '#contract/commands/variables.ts';
import type { StationVariable } from '#contract/stations/variables.ts';
import { openApi } from '../api.ts';
import { type AskOptions, endedOf, orderOf } from '../ask-stations.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import { type Ended, exitCodeFor, outcomeLines } from '../outcome-words.ts';
import { readSetting } from '../read-options.ts';
import { show, strong, tableLines, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';

type ConfigGetOptions = AskOptions & { id: string; names: readonly string[]; cached?: boolean };

/** With names the station is asked for those; without, for all it has, unless what is known is enough. */
export async function configGet(terminal: Terminal, options: ConfigGetOptions): Promise<number> {
  const { id, names } = options;
  if (names.length > 0) {
    return askForVariables(terminal, options, 'get-variables', { variables: names.map((name) => ({ name })) });
  }
  const api = openApi(terminal, options);
  if (!options.cached) {
    const waitForEffectSeconds = Number(options.wait ?? '60');
    const ask = { input: {}, ...orderOf(terminal, options), waitForEffectSeconds };
    const ended = await endedOf(
      api,
      await api.call(commandApi.run, {
        params: { id, name: 'get-report' },
        body: ask,
        waitSeconds: waitForEffectSeconds,
      }),
    );
    if (ended.command.outcome?.status !== 'accepted') return tellProblem(terminal, options, ended);
  }
  const view = await api.call(variableApi.list, { params: { id } });
  return show(terminal, options, view, () => known(terminal, view.variables));
}

type ConfigSetOptions = AskOptions & { id: string; settings: readonly string[] };

export async function configSet(terminal: Terminal, options: ConfigSetOptions): Promise<number> {
  const variables = options.settings.map((setting) => readSetting(terminal, setting));
  return askForVariables(terminal, options, 'set-variables', { variables });
}

async function askForVariables(
  terminal: Terminal,
  options: AskOptions & { id: string },
  name: 'get-variables' | 'set-variables',
  input: Record<string, unknown>,
): Promise<number> {
  const api = openApi(terminal, options);
  const order = orderOf(terminal, options);
  const record = await api.call(commandApi.run, {
    params: { id: options.id, name },
    body: { input, ...order },
    waitSeconds: order.waitForEffectSeconds,
  });
  const ended = await endedOf(api, record);
  const results = variableResult.array().safeParse(record.outcome?.answer['results']);
  if (options.json || !results.success || results.data.length === 0) return tellProblem(terminal, options, ended);
  terminal.out(told(terminal, results.data).join('\n'));
  const code = exitCodeFor(ended);
  if (code !== done) terminal.err(outcomeLines(terminal, ended, undefined).join('\n'));
  return code;
}

/** Nothing but the outcome is to be shown. */
function tellProblem(terminal: Terminal, options: AskOptions, ended: Ended): number {
  terminal.out(options.json ? json(ended.command) : outcomeLines(terminal, ended, undefined).join('\n'));
  return exitCodeFor(ended);
}

function told(terminal: Terminal, results: readonly VariableResult[]): string[] {
  const { titles, config } = terminal.text;
  const isTaken = (status: VariableResult['status']) => status === 'accepted' || status === 'reboot-required';
  const table = tableOf(results, [
    [titles.name, ({ name }) => strong(name)],
    [titles.value, ({ value }) => value ?? ''],
    [titles.status, ({ status }) => ({ text: config.status[status], tone: isTaken(status) ? 'good' : 'bad' })],
    [titles.reason, ({ reason }) => reason ?? ''],
  ]);
  return tableLines(terminal, table);
}

function known(terminal: Terminal, variables: readonly StationVariable[]): string[] {
  const { titles, config } = terminal.text;
  if (variables.length === 0) return [config.none];
  const all = variables.flatMap(({ attributes, ...variable }) => attributes.map((each) => ({ ...variable, ...each })));
  const table = tableOf(all, [
    [titles.name, ({ name, type }) => strong(type === 'actual' ? name : `${name} (${type})`)],
    [titles.value, ({ value }) => value, 'flexible'],
    [titles.key, ({ key }) => key, 'optional'],
    [titles.mutability, ({ mutability }) => mutability && config.mutability[mutability], 'optional'],
    [titles.learned, ({ learnedAt }) => localTime(learnedAt), 'optional'],
  ]);
  return tableLines(terminal, table);
}
