import { SigecError } from '#base/errors.ts';
import { billApi } from '#contract/api/bills.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import type { SessionOrder } from '#contract/sessions/order.ts';
import type { ListedSession } from '#contract/sessions/session.ts';
import { openApi } from '../api.ts';
import { type AskOptions, longestWaitSeconds } from '../ask-stations.ts';
import { done, failed, refusedByStation } from '../exit-code.ts';
import { writeOut } from '../files.ts';
import { json, jsonLine } from '../json.ts';
import { moneyText } from '../money.ts';
import type { Tone } from '../paint.ts';
import { invalidInput, optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { readFilter, type SessionFilterOptions } from '../session-filter.ts';
import { durationWords, energyWords, placeOf, powerWords, stateCell } from '../session-words.ts';
import { sessionIdOf, shownId } from '../short-id.ts';
import { showList, strong, type Table, tableLines, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { wordOf } from '../text/text.ts';
import { shownTime } from '../times.ts';
import { visible } from '../visible.ts';
import { watch } from '../watch.ts';

type ListOptions = ShowOptions & SessionFilterOptions & Texts<'limit'> & { watch?: boolean };

const maxShown = 1000;

/** With --watch, what is running unless another state was asked for. */
export async function sessionList(terminal: Terminal, options: ListOptions): Promise<number> {
  const api = openApi(terminal, options);
  const limit = optionReader(terminal, options).limit(options.watch ? maxShown : 50, maxShown);
  const state = options.watch ? (options.state ?? 'running') : options.state;
  const filter = await readFilter(terminal, api, { ...options, ...(state !== undefined && { state }) });
  const read = () => api.call(sessionApi.list, { query: { ...filter, limit } });
  if (options.watch) {
    await watch(terminal, async () => {
      const page = await read();
      return options.json ? [jsonLine(page)] : watched(terminal, page.sessions);
    });
    return done;
  }
  const page = await read();
  return showList(terminal, options, {
    value: page,
    none: terminal.text.session.none,
    table: () => sessionTable(terminal, page.sessions),
    more: page.next === null ? undefined : terminal.text.list.newest(limit),
  });
}

/** The sum comes first: the last rows are the ones that a small screen has no room for. */
function watched(terminal: Terminal, sessions: readonly ListedSession[]): string[] {
  if (sessions.length === 0) return [terminal.text.session.none];
  const watts = sessions.reduce((sum, { powerW }) => sum + (powerW ?? 0), 0);
  const power = powerWords(terminal.text, watts);
  const { sum, oneSum } = terminal.text.session;
  const line = sessions.length === 1 ? oneSum(power) : sum(String(sessions.length), power);
  return [line, '', ...tableLines(terminal, sessionTable(terminal, sessions))];
}

function sessionTable(terminal: Terminal, sessions: readonly ListedSession[]): Table {
  const { text, language } = terminal;
  const { titles } = text;
  const oddWords = ({ flags }: ListedSession) => flags.map((flag) => wordOf(text.session.flags, flag)).join(', ');
  return tableOf(sessions, [
    [titles.session, ({ id }) => strong(shownId(terminal, id))],
    [titles.station, ({ stationId }) => stationId, 'flexible'],
    [titles.connector, placeOf],
    [titles.state, (session) => stateCell(text, session), 'flexible'],
    [titles.started, ({ startedAt }) => startedAt && shownTime(terminal, startedAt)],
    [titles.duration, (session) => lengthOf(terminal, session)],
    [titles.energy, ({ energyWh }) => energyWords(text, energyWh)],
    [titles.cost, ({ cost }) => cost && moneyText(cost.total, cost.currency, language), 'right optional'],
    [titles.power, ({ powerW }) => powerWords(text, powerW), 'optional'],
    [titles.odd, (session) => ({ text: oddWords(session), tone: 'warning' }), 'flexible optional'],
  ]);
}

/** Of a running session until now. A clock that tells nonsense tells no length. */
function lengthOf({ clock }: Terminal, { startedAt, endedAt, state }: ListedSession): string {
  if (startedAt === null || (state !== 'running' && endedAt === null)) return '';
  const until = endedAt === null ? clock.now().getTime() : Date.parse(endedAt);
  const seconds = (until - Date.parse(startedAt)) / 1000;
  return seconds < 0 ? '' : durationWords(seconds);
}

type ExportOptions = ShowOptions & SessionFilterOptions & { format?: 'csv' | 'jsonl'; out?: string };

/** All that fit, as they come: to a file, or to the output for the next program. */
export async function sessionExport(terminal: Terminal, options: ExportOptions): Promise<number> {
  const api = openApi(terminal, options);
  const filter = await readFilter(terminal, api, options);
  const format = options.json ? 'jsonl' : (options.format ?? 'csv');
  const { chunks } = await api.file(sessionApi.export, { query: { ...filter, format } });
  await writeOut(terminal, options.out, chunks);
  if (options.out !== undefined) terminal.err(terminal.text.session.exported(options.out));
  return done;
}

type StartOptions = AskOptions & Texts<'connector' | 'token' | 'tokenId'> & { station: string };

export async function sessionStart(terminal: Terminal, options: StartOptions): Promise<number> {
  const { station: stationId, token, tokenId, why } = options;
  if (token === undefined && tokenId === undefined)
    throw new SigecError('INVALID_INPUT', terminal.text.session.needsToken);
  const place = optionReader(terminal, options).connector('connector');
  const body = { stationId, ...place, ...(token === undefined ? { tokenId } : { token }), why };
  const wait = waitOf(terminal, options);
  const order = await openApi(terminal, options).call(sessionApi.start, { query: { wait }, body, waitSeconds: wait });
  return told(terminal, options, order);
}

export async function sessionStop(terminal: Terminal, options: AskOptions & { id: string }): Promise<number> {
  const { why } = options;
  const wait = waitOf(terminal, options);
  const api = openApi(terminal, options);
  const order = await api.call(sessionApi.stop, {
    params: { id: await sessionIdOf(terminal, api, options.id) },
    query: { wait },
    body: { why },
    waitSeconds: wait,
  });
  return told(terminal, options, order);
}

function waitOf(terminal: Terminal, options: AskOptions): number {
  return optionReader(terminal, options).number('wait', [1, longestWaitSeconds]) ?? 0;
}

function told(terminal: Terminal, { json: asJson }: AskOptions, order: SessionOrder): number {
  terminal.out(asJson ? json(order) : linesOf(terminal, order).join('\n'));
  return exitCodes[order.result];
}

/** "CP-7: the session has started", then its id, and what was lost on the way. */
function linesOf({ text, paint }: Terminal, { result, advice, command, session }: SessionOrder): string[] {
  const { outcome, stationId } = command;
  const why = [outcome?.code ?? '', outcome?.reason ?? ''].filter((part) => part !== '' && part !== 'Accepted');
  const sentence = [text.session.results[result], ...(result === 'accepted' ? [] : why)].join(': ');
  const about = session === null ? [] : [[session.id, energyWords(text, session.energyWh)].join(' ').trim()];
  const losses = (outcome?.losses ?? []).map(({ field, why: lack }) =>
    paint('warning', text.outcome.lost(field, lack)),
  );
  return [
    paint(tones[result], visible(`${stationId}: ${sentence}`)),
    ...[...about, ...losses, ...(advice === null ? [] : [text.session.advice(advice)])].map(
      (line) => `  ${visible(line)}`,
    ),
  ];
}

const tones = {
  started: 'good',
  ended: 'good',
  accepted: 'good',
  'not-seen': 'warning',
  refused: 'bad',
  'no-answer': 'bad',
  'not-sent': 'bad',
} as const satisfies Record<SessionOrder['result'], Tone>;

/** An offline station is an error of its own, with its own code. */
const exitCodes = {
  started: done,
  ended: done,
  accepted: done,
  'not-seen': failed,
  refused: refusedByStation,
  'no-answer': failed,
  'not-sent': failed,
} satisfies Record<SessionOrder['result'], number>;

type SessionCorrectOptions = ShowOptions & { id: string; amount: string; reason: string };

/** Books a correction beside what was booked; nothing is overwritten. */
export async function sessionCorrect(terminal: Terminal, options: SessionCorrectOptions): Promise<number> {
  const { reason } = options;
  const amount = readSigned(terminal, options.amount);
  const api = openApi(terminal, options);
  const id = await sessionIdOf(terminal, api, options.id);
  const bill = await api.call(billApi.correct, { params: { id }, body: { amount, reason } });
  const { total, currency } = bill;
  const pays = total === null || currency === null ? '' : moneyText(total, currency, terminal.language);
  return tellDone(terminal, options, bill, terminal.text.cost.corrected(pays));
}

function readSigned(terminal: Terminal, value: string): string {
  const plain = value.replace(',', '.').replace(/^\+/, '');
  if (/^-?\d{1,9}(\.\d{1,4})?$/.test(plain)) return plain;
  throw invalidInput(terminal, { name: 'AMOUNT', value, accepts: terminal.text.cost.correctionAccepts });
}
