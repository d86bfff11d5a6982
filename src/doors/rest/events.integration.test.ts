import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LedgerEvent } from '#contract/event.ts';
import { anyEvent } from '../../../test/support/any-event.ts';
import { type HttpDoor, openHttpDoor } from '../../../test/support/http-door.ts';

let door: HttpDoor;

beforeAll(async () => {
  door = await openHttpDoor();
});
afterAll(() => door[Symbol.asyncDispose]());

test('events arrive as they happen: kind, position and the event itself', async () => {
  await using stream = await openStream();
  await happen('kettle-boiled', 1);
  const [frame] = await stream.take(1, 'kettle-boiled');
  expect(frame).toMatchObject({ event: 'kettle-boiled', data: { kind: 'kettle-boiled', body: { n: 1 } } });
  expect(frame?.id).toBe(frame?.data.id);
});

test('a reader that comes back with the last id misses nothing and gets nothing twice', async () => {
  const seen: number[] = [];
  let lastId = await door.ledger.head();
  let next = 0;
  for (const [before, taken, meanwhile] of [
    [5, 3, 4],
    [0, 1, 2],
    [3, 2, 0],
    [1, 9, 0],
  ] as const) {
    await using stream = await openStream({ 'last-event-id': lastId });
    for (let n = 0; n < before; n += 1) await happen('counted', (next += 1));
    for (const { id, data } of await stream.take(taken, 'counted')) {
      seen.push(Number(data.body['n']));
      lastId = id;
    }
    await stream.leave();
    for (let n = 0; n < meanwhile; n += 1) await happen('counted', (next += 1));
  }
  expect(seen).toEqual(Array.from({ length: next }, (_, index) => index + 1));
});

test('a reader that loses the line before the first event still knows where it stood', async () => {
  const stream = await openStream();
  await stream.leave();
  await happen('missed', 1);
  await using later = await openStream({}, `?after=${stream.from}`);
  expect(await later.take(1, 'missed')).toMatchObject([{ event: 'missed' }]);
});

test('sessions beside the events are for those who may read sessions', async () => {
  const key = await door.key({ scopes: ['events:read'] });
  const response = await door.fetch('/api/events?sessions=true', { key });
  expect([response.status, await response.json()]).toMatchObject([403, { code: 'NOT_ALLOWED' }]);
});

test('a program may read pages instead, as far back as it likes', async () => {
  await using stream = await openStream();
  for (const n of [0, 1, 2, 3]) await happen('paged', n);
  const [before] = await stream.take(4, 'paged'); // by now every transaction before them has ended
  const first = await page(`?after=${before?.id}&limit=2`);
  expect(first.events.map(({ body }) => body['n'])).toEqual([1, 2]);
  const second = await page(`?after=${first.next}&limit=2`);
  expect(second.events.map(({ body }) => body['n'])).toEqual([3]);
  expect(second.next).toBeNull();
});

test('a position that is none is refused before the stream begins', async () => {
  expect((await door.fetch('/api/events?after=yesterday')).status).toBe(400);
  expect((await door.fetch('/api/events', { headers: { 'last-event-id': "1'; --" } })).status).toBe(400);
});

test('a stream ends when the server stops', async () => {
  const other = await openHttpDoor();
  const answer = await other.fetch('/api/events');
  const text = answer.text();
  await other[Symbol.asyncDispose]();
  expect(await text).toContain('id: ');
});

type Frame = { event: string; id: string; data: LedgerEvent };

async function happen(kind: string, n: number): Promise<void> {
  await door.ledger.commit({ events: [anyEvent({ kind, stationId: null, happenedAt: new Date(), body: { n } })] });
}

async function page(query: string): Promise<{ events: LedgerEvent[]; next: string | null }> {
  const answer = await door.fetch(`/api/events${query}`, { headers: { accept: 'application/json' } });
  return (await answer.json()) as { events: LedgerEvent[]; next: string | null };
}

/** A reader of server-sent events; it is open once the server has said where it stands. */
async function openStream(headers: Record<string, string> = {}, query = '') {
  const ending = new AbortController();
  const answer = await door.fetch(`/api/events${query}`, { headers, signal: ending.signal });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const blocks = readBlocks(answer);
  const first = await blocks.next();
  const from = fieldOf(first.value ?? '', 'id');
  const leave = async () => {
    ending.abort();
    await blocks.return(undefined).catch(() => undefined); // the abort is what we wanted
  };
  /** Of one kind: readers stand behind the oldest transaction of the server, so what was there before may come once more. */
  const take = async (count: number, kind: string): Promise<Frame[]> => {
    const frames: Frame[] = [];
    while (frames.length < count) {
      const { value: block = '', done } = await blocks.next();
      if (done) throw new Error('the stream ended early');
      if (block.startsWith(':')) continue;
      const data = JSON.parse(fieldOf(block, 'data')) as LedgerEvent;
      if (data.kind === kind) frames.push({ event: fieldOf(block, 'event'), id: fieldOf(block, 'id'), data });
    }
    return frames;
  };
  return { from, take, leave, [Symbol.asyncDispose]: leave };
}

async function* readBlocks(answer: Response): AsyncGenerator<string, undefined> {
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += new TextDecoder().decode(chunk as Uint8Array);
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks;
  }
  return undefined;
}

function fieldOf(block: string, name: string): string {
  const line = block.split('\n').find((each) => each.startsWith(`${name}: `));
  return line?.slice(name.length + 2) ?? '';
}
