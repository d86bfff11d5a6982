import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { SigecError } from '#base/errors.ts';
import { commandApi } from '#contract/api/commands.ts';
import { messageApi } from '#contract/api/messages.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import { stationApi } from '#contract/api/stations.ts';
import { systemApi } from '#contract/api/system.ts';
import { type Message, message } from '#contract/stations/message.ts';
import type { Instance } from '#simulator/replay/ask-again.ts';
import { type Difference, type ReplayReport, replay } from '#simulator/replay/replay.ts';
import { ReplayStopped } from '#simulator/replay/replayed-station.ts';
import { type Api, openApi } from '../api.ts';
import { done, failed } from '../exit-code.ts';
import { decimalText } from '../money.ts';
import type { ShowOptions } from '../read-options.ts';
import { show } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

type ReplayOptions = ShowOptions & { files: readonly string[]; ocppUrl?: string };

const shownDifferences = 20;

/** Plays what was recorded into an instance that knows none of the stations, and says what came out otherwise. */
export async function replayFiles(terminal: Terminal, options: ReplayOptions): Promise<number> {
  const { text } = terminal;
  const recorded = (await Promise.all(options.files.map((file) => readTrace(terminal, file)))).flat();
  const stationIds = [...new Set(recorded.map(({ stationId }) => stationId))];
  if (stationIds.length === 0) throw new SigecError('INVALID_INPUT', text.replay.empty);
  const api = openApi(terminal, options);
  const ocppUrl = options.ocppUrl ?? (await api.call(systemApi.about)).addresses.ocpp;
  for (const id of stationIds) await mustBeUnknown(terminal, api, id);
  terminal.err(text.replay.begin(String(recorded.length), text.replay.stations(stationIds.length)));
  const began = performance.now();
  const signal = terminal.untilInterrupted();
  const report = await replayInto(terminal, { api, ocppUrl, recorded, signal });
  await show(terminal, options, report, () => render(terminal, report, (performance.now() - began) / 1000));
  return report.differences.length === 0 && !signal.aborted ? done : failed;
}

async function readTrace({ text }: Terminal, file: string): Promise<Message[]> {
  const messages: Message[] = [];
  let number = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
      number += 1;
      if (line !== '') messages.push(message.parse(JSON.parse(line)));
    }
  } catch (cause) {
    const isMissing = typeof (cause as NodeJS.ErrnoException).errno === 'number';
    const sentence = isMissing ? text.replay.notFound(file) : text.replay.notTrace(file, String(number));
    throw new SigecError('INVALID_INPUT', sentence, { cause });
  }
  return messages;
}

/** What is known of a station there would mix with what is replayed. */
async function mustBeUnknown({ text }: Terminal, api: Api, stationId: string): Promise<void> {
  try {
    await api.call(stationApi.get, { params: { id: stationId } });
  } catch (error) {
    if (error instanceof SigecError && error.code === 'NOT_FOUND') return;
    throw error;
  }
  throw new SigecError('CONFLICT', text.replay.notEmpty(visible(stationId), api.url));
}

type Replayed = { api: Api; ocppUrl: string; recorded: readonly Message[]; signal: AbortSignal };

async function replayInto({ text }: Terminal, { api, ocppUrl, recorded, signal }: Replayed): Promise<ReplayReport> {
  try {
    return await replay({ ocppUrl, instance: instanceAt(api), signal }, recorded);
  } catch (cause) {
    if (!(cause instanceof ReplayStopped)) throw cause;
    const stationId = visible(cause.stationId);
    throw cause.reason === 'no-way'
      ? new SigecError('INTERNAL', text.replay.noWay(stationId, ocppUrl), { cause })
      : new SigecError('NOT_ALLOWED', text.replay.notAccepted(stationId), { cause });
  }
}

function instanceAt(api: Api): Instance {
  return {
    isOnline: async (stationId) =>
      (await api.call(stationApi.get, { params: { id: stationId } })).link.state === 'online',
    hasRecorded: async (stationId, messageId) =>
      (await api.call(messageApi.list, { params: { id: stationId }, query: { messageId, limit: 1 } })).messages.length >
      0,
    runCommand: (stationId, name, ask) => api.call(commandApi.run, { params: { id: stationId, name }, body: ask }),
    runRaw: (stationId, action, ask) => api.call(commandApi.runRaw, { params: { id: stationId, action }, body: ask }),
    async sessionIdOf(stationId, ref) {
      const { sessions } = await api.call(sessionApi.list, { query: { stationId, limit: 1000 } });
      return sessions.find((session) => session.ref === ref)?.id;
    },
  };
}

function render({ text, paint, language }: Terminal, report: ReplayReport, seconds: number): string[] {
  const { replay: words } = text;
  const { differences } = report;
  const took = decimalText(seconds, language, 1);
  const summary = words.done(String(report.messages), words.stations(report.stations), took);
  if (differences.length === 0) return [summary, paint('good', words.same)];
  const more = differences.length - shownDifferences;
  return [
    summary,
    paint('bad', words.different(String(differences.length))),
    ...differences.slice(0, shownDifferences).map((difference) => `  ${differenceLine(difference, text)}`),
    ...(more > 0 ? [text.list.more(more)] : []),
  ];
}

function differenceLine(
  { kind, stationId, action, sentence }: Difference,
  { replay: words }: Terminal['text'],
): string {
  return `${words.difference[kind]}: ${visible([stationId, action, sentence].filter((part) => part !== null).join(' · '))}`;
}
