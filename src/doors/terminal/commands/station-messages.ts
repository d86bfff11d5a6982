import { setTimeout as pause } from 'node:timers/promises';
import { SigecError } from '#base/errors.ts';
import { messageApi } from '#contract/api/messages.ts';
import { type Message, type MessageFilter, type MessageList, message } from '#contract/stations/message.ts';
import { type Api, openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { jsonLine } from '../json.ts';
import { optionReader, type ShowOptions, type Switches, type Texts } from '../read-options.ts';
import { isPassing } from '../request.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type StationMessagesOptions = ShowOptions &
  Texts<'action' | 'since' | 'limit'> &
  Switches<'follow' | 'raw'> & { id: string; outcome?: Message['outcome'] };

const usualLimit = 50;
/** Before what follows: enough to see where one is. */
const limitBeforeFollowing = 10;
const lookEveryMs = 1_000;

/** What a station and the system said to each other, as sentences, with the frames under them if wanted. */
export async function stationMessages(
  terminal: Terminal,
  options: StationMessagesOptions,
  { pauseMs = lookEveryMs } = {},
): Promise<number> {
  const api = openApi(terminal, options);
  const { action, outcome } = options;
  const read = optionReader(terminal, options);
  const filter = { action, outcome, since: read.since() };
  const show = (message: Message) => terminal.out(options.json ? jsonLine(message) : told(terminal, message, options));
  if (options.json && !options.follow && options.limit === undefined) {
    const query = { lang: terminal.language, ...filter };
    const { chunks } = await api.file(messageApi.export, { params: { id: options.id }, query });
    for await (const line of linesOf(chunks)) show(readMessage(line, terminal.text.problem.otherVersion(api.url)));
    return done;
  }
  const limit = read.limit(options.follow ? limitBeforeFollowing : usualLimit);
  const signal = options.follow ? terminal.untilInterrupted() : undefined;
  const page = await api.call(messageApi.list, {
    params: { id: options.id },
    query: { ...filter, limit, lang: terminal.language },
  });
  for (const message of page.messages) show(message);
  if (signal !== undefined) await follow(api, terminal, { id: options.id, filter, signal, page, show, pauseMs });
  else if (page.messages.length === 0) terminal.err(terminal.text.messages.none);
  else if (page.previous !== null) terminal.err(terminal.text.list.last(limit));
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
      if (!isPassing(error)) throw error;
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

async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
