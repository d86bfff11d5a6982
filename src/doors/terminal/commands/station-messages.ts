import { setTimeout as pause } from 'node:timers/promises';
import { SigecError } from '#base/errors.ts';
import { messageApi } from '#contract/api/messages.ts';
import { type Message, type MessageFilter, type MessageList, message } from '#contract/stations/message.ts';
import { type Api, openApi } from '../api.ts';
import { parseDuration } from '../duration.ts';
import { done } from '../exit-code.ts';
import { jsonLine } from '../json.ts';
import { linesOf } from '../lines-of.ts';
import { readNumber } from '../read-input.ts';
import { NoConnection } from '../request.ts';
import type { ServerOptions } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

export type StationMessagesOptions = ServerOptions & {
  id: string;
  follow?: boolean;
  action?: string;
  outcome?: Message['outcome'];
  since?: string;
  limit?: string;
  raw?: boolean;
  json?: boolean;
};

const usualLimit = '50';
/** Before what follows: enough to see where one is. */
const limitBeforeFollowing = '10';
const lookEveryMs = 1_000;

/** What a station and the system said to each other, as sentences, with the frames under them if wanted. */
export async function stationMessages(
  terminal: Terminal,
  options: StationMessagesOptions,
  { pauseMs = lookEveryMs } = {},
): Promise<number> {
  const api = openApi(terminal, options);
  const filter = filterOf(terminal, options);
  const show = (message: Message) => terminal.out(options.json ? jsonLine(message) : told(terminal, message, options));
  if (options.json && !options.follow && options.limit === undefined) {
    const query = { lang: terminal.language, ...filter };
    const { chunks } = await api.file(messageApi.export, { params: { id: options.id }, query });
    for await (const line of linesOf(chunks)) show(readMessage(line, terminal.text.problem.otherVersion(api.url)));
    return done;
  }
  const value = options.limit ?? (options.follow ? limitBeforeFollowing : usualLimit);
  const limit = readNumber(terminal, { name: '--limit', value }, [1, 1000]);
  const signal = options.follow ? terminal.untilInterrupted() : undefined;
  const page = await api.call(messageApi.list, {
    params: { id: options.id },
    query: { ...filter, limit, lang: terminal.language },
  });
  for (const message of page.messages) show(message);
  if (signal !== undefined) await follow(api, terminal, { id: options.id, filter, signal, page, show, pauseMs });
  else if (page.messages.length === 0) terminal.err(terminal.text.messages.none);
  else if (page.previous !== null) terminal.err(terminal.text.messages.moreBefore(String(limit)));
  return done;
}

type Following = {
  id: string;
  filter: Partial<MessageFilter>;
  signal: AbortSignal;
  page: MessageList;
  show(message: Message): void;
  pauseMs: number;
};

/** Until interrupted. What was written down while the connection was lost is told once it is back. */
async function follow(api: Api, terminal: Terminal, following: Following): Promise<void> {
  const { text, err } = terminal;
  const { id, filter, signal, show, pauseMs } = following;
  let { last } = following.page;
  let isLost = false;
  err(text.messages.following);
  while (!signal.aborted) {
    await pause(pauseMs, undefined, { signal }).catch(() => undefined); // rejects only when the signal ends it
    if (signal.aborted) return;
    try {
      const page = await api.call(messageApi.list, {
        params: { id },
        query: { ...filter, after: last, limit: 1000, lang: terminal.language },
      });
      if (isLost) err(text.event.back);
      isLost = false;
      for (const message of page.messages) show(message);
      last = page.last;
    } catch (error) {
      const isPassing =
        error instanceof NoConnection || (error instanceof SigecError && error.code === 'DATABASE_AWAY');
      if (!isPassing) throw error;
      if (!isLost) err(text.event.lost);
      isLost = true;
    }
  }
}

function readMessage(line: string, otherVersion: string): Message {
  try {
    return message.parse(JSON.parse(line));
  } catch (cause) {
    throw new SigecError('INTERNAL', otherVersion, { cause });
  }
}

function told({ paint }: Terminal, message: Message, { raw = false }: StationMessagesOptions): string {
  const line = `${paint('quiet', localTime(message.at))}  ${visible(message.sentence)}`;
  if (!raw) return line;
  const [asked, answered] = message.caller === 'station' ? ['→', '←'] : ['←', '→'];
  const frames = [`${asked} ${visible(message.request)}`];
  if (message.answer !== null) frames.push(`${answered} ${visible(message.answer)}`);
  return [line, ...frames.map((frame) => paint('quiet', `    ${frame}`))].join('\n');
}

function filterOf(terminal: Terminal, { action, outcome, since }: StationMessagesOptions): Partial<MessageFilter> {
  return { action, outcome, since: since === undefined ? undefined : readSince(terminal, since) };
}

function readSince({ text, clock }: Terminal, given: string): string {
  const ms = parseDuration(given);
  if (ms !== undefined) return new Date(clock.now().getTime() - ms).toISOString();
  throw new SigecError(
    'INVALID_INPUT',
    text.wrongUse.invalidInput({ name: '--since', value: given, accepts: text.accepts.duration }),
  );
}
