import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Charging } from '#charging/charging.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import { type Language, type Message, messageExport, messageList, messageQuery } from '#contract/stations/message.ts';
import { stationId } from '#contract/stations/station.ts';
import type { RecordedExchange } from '#ledger/frames/read-frames.ts';
import { defineRoute, type RouteNeeds } from '../route.ts';
import { byTurns } from '../take-turn.ts';

const ofStation = z.object({ id: stationId });

export const listMessages = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/messages',
  access: 'read',
  scope: 'stations:read',
  summary: 'What a station and we said to each other, as sentences with the frames under them',
  params: ofStation,
  query: messageQuery,
  answer: messageList,
  async handle({ params, query }, needs) {
    const { exchanges, previous, last } = await needs.messages.read(params.id, query);
    return { messages: await told(needs, exchanges, query.lang), previous, last };
  },
});

export const exportMessages = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/messages.jsonl',
  access: 'read',
  turn: 'long',
  scope: 'stations:read',
  summary: 'The same as JSON lines, all that fit, oldest first; `sigec replay` takes it',
  params: ofStation,
  query: messageExport,
  content: { 'application/x-ndjson': z.string().describe('One message per line, as in the list') },
  async handle({ params: { id }, query, request, reply }, needs) {
    reply.type('application/x-ndjson');
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(id)}.jsonl`);
    const lines = async function* () {
      for await (const exchanges of byTurns(needs.messages.export(id, query), request, needs.principals.reads)) {
        needs.stopping.throwIfAborted();
        for (const each of await told(needs, exchanges, query.lang)) yield `${JSON.stringify(each)}\n`;
      }
    };
    // Read only as fast as it is taken: memory holds a part of the recorder at a time.
    return reply.send(Readable.from(lines(), { objectMode: false }));
  },
});

type Needs = Pick<RouteNeeds, 'charging' | 'sentenceOf'>;

async function told(
  { charging, sentenceOf }: Needs,
  exchanges: readonly RecordedExchange[],
  lang: Language,
): Promise<Message[]> {
  const commands = await commandsOf(charging, exchanges);
  return exchanges.map(({ requestId, ...kept }) => {
    const command = commands.get(requestId ?? 0);
    return { ...kept, sentence: sentenceOf(kept, lang), command: command === undefined ? null : shortly(command) };
  });
}

async function commandsOf(
  charging: Charging,
  exchanges: readonly RecordedExchange[],
): Promise<ReadonlyMap<number, CommandRecord>> {
  const [first] = exchanges;
  const requestIds = new Set(exchanges.flatMap(({ requestId }) => requestId ?? []));
  if (first === undefined || requestIds.size === 0) return new Map();
  return charging.findCommandsByRequest(first.stationId, [...requestIds]);
}

function shortly({ id, name, input, why, askedBy }: CommandRecord): Message['command'] {
  return { id, name, input, why, askedBy };
}
