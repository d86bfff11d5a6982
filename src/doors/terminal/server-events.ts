import { linesOf } from './lines-of.ts';

/** One block of a text/event-stream; `data` is empty where only a position was told. */
export type ServerEvent = { id: string | undefined; data: string };

/** Reads server-sent events. Comments, which only keep the line open, are left out. */
export async function* serverEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let block: string[] = [];
  for await (const line of linesOf(stream)) {
    if (line !== '') {
      block.push(line);
      continue;
    }
    const event = { id: fieldOf(block, 'id').at(-1), data: fieldOf(block, 'data').join('\n') };
    block = [];
    if (event.id !== undefined || event.data !== '') yield event;
  }
}

function fieldOf(block: readonly string[], name: string): string[] {
  const start = `${name}:`;
  return block.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length).replace(/^ /, ''));
}
