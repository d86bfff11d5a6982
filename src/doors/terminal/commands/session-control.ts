import { SigecError } from '#base/errors.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import type { SessionOrder } from '#contract/sessions/order.ts';
import { openApi } from '../api.ts';
import { type AskOptions, longestWaitSeconds } from '../ask-stations.ts';
import { done, failed, refusedByStation } from '../exit-code.ts';
import { json } from '../json.ts';
import type { Tone } from '../paint.ts';
import { readConnector, readNumber } from '../read-input.ts';
import { energyWords } from '../session-words.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type SessionStartOptions = AskOptions & {
  station: string;
  connector?: string;
  token?: string;
  tokenId?: string;
};

export async function sessionStart(terminal: Terminal, options: SessionStartOptions): Promise<number> {
  const { station: stationId, token, tokenId, connector, why } = options;
  if (token === undefined && tokenId === undefined)
    throw new SigecError('INVALID_INPUT', terminal.text.session.needsToken);
  const place = connector === undefined ? {} : readConnector(terminal, { name: '--connector', value: connector });
  const asked = { stationId, ...place, ...(token === undefined ? { tokenId } : { token }), why };
  const wait = waitOf(terminal, options);
  return told(
    terminal,
    options,
    await openApi(terminal, options).call(sessionApi.start, {
      query: { wait },
      body: asked,
      waitSeconds: wait,
    }),
  );
}

export async function sessionStop(terminal: Terminal, options: AskOptions & { id: string }): Promise<number> {
  const { id, why } = options;
  const wait = waitOf(terminal, options);
  return told(
    terminal,
    options,
    await openApi(terminal, options).call(sessionApi.stop, {
      params: { id },
      query: { wait },
      body: { why },
      waitSeconds: wait,
    }),
  );
}

function waitOf(terminal: Terminal, { wait }: AskOptions): number {
  return wait === undefined ? 0 : readNumber(terminal, { name: '--wait', value: wait }, [1, longestWaitSeconds]);
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
