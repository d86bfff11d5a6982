import type { Client } from 'pg';

/** Statements whose text is put together from what is given must not fill the server's memory with plans. */
const maxPrepared = 500;

/** Lets a connection that says the same few things all day prepare each statement once: planning costs more than running it. */
export function prepareByText(client: Client): Client {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxPrepared) return known;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const prepared = (text: unknown, values?: unknown, ...rest: unknown[]) => {
    travelTogether(client);
    if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 0) return query(text, values, ...rest);
    return query({ name: nameOf(text), text, values: values as unknown[] });
  };
  return Object.assign(client, { query: prepared });
}

type Stream = { writableCorked: number; cork(): void; uncork(): void };

/** What is asked in the same moment leaves in one piece: each piece costs both sides a system call, and the server a wake-up. */
function travelTogether(client: Client): void {
  const { stream } = (client as unknown as { connection: { stream: Stream } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
