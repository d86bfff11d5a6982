import { Readable } from 'node:stream';
import type { Charging } from '#charging/open-charging.ts';
import { messageApi } from '#contract/api/messages.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { Language, Message } from '#contract/stations/message.ts';
import type { RecordedExchange } from '#ledger/frames/read-frames.ts';
import { type RouteNeeds, serve } from '../route.ts';
import { byTurns } from '../take-turn.ts';

export const messageRoutes = serve(messageApi, {
  async list({ params, query }, needs) {
    const { exchanges, previous, last } = await needs.messages.read(params.id, query);
    return { messages: await told(needs, exchanges, query.lang), previous, last };
  },
  async export({ params: { id }, query, request, reply }, needs) {
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

type Needs = Pick<RouteNeeds, 'charging' | 'sentenceOf'>;
