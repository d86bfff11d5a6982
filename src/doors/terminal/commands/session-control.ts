import { SigecError } from '#base/errors.ts';
import { billApi } from '#contract/api/bills.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import type { SessionOrder } from '#contract/sessions/order.ts';
import { openApi } from '../api.ts';
import { type AskOptions, longestWaitSeconds } from '../ask-stations.ts';
import { done, failed, refusedByStation } from '../exit-code.ts';
import { json } from '../json.ts';
import { moneyText } from '../money.ts';
import type { Tone } from '../paint.ts';
import { invalidInput, optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { energyWords } from '../session-words.ts';
import { tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

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
  const { id, why } = options;
  const wait = waitOf(terminal, options);
  const order = await openApi(terminal, options).call(sessionApi.stop, {
    params: { id },
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
  const { id, reason } = options;
  const amount = readSigned(terminal, options.amount);
  const bill = await openApi(terminal, options).call(billApi.correct, { params: { id }, body: { amount, reason } });
  const { total, currency } = bill;
  const pays = total === null || currency === null ? '' : moneyText(total, currency, terminal.language);
  return tellDone(terminal, options, bill, terminal.text.cost.corrected(pays));
}

function readSigned(terminal: Terminal, value: string): string {
  const plain = value.replace(',', '.').replace(/^\+/, '');
  if (/^-?\d{1,9}(\.\d{1,4})?$/.test(plain)) return plain;
  throw invalidInput(terminal, { name: 'AMOUNT', value, accepts: terminal.text.cost.correctionAccepts });
}
