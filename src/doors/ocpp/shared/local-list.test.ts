import { afterEach, expect, test, vi } from 'vitest';
import type { ListMessage } from '#charging/local-lists/list-messages.ts';
import type { Charging } from '#charging/open-charging.ts';
import { listPayload, sendLocalList } from './local-list.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Sends a list of 500 messages to a station that takes so long for each; gives back how many it was sent. */
async function sendTo({ secondsEach }: { secondsEach: number }) {
  vi.useFakeTimers({ toFake: ['performance'] });
  const plan = {
    stationId: 'CP-1',
    version: 0,
    isFull: true,
    steps: [],
    wanted: { tooLong: [], noRoom: [] },
    async *messages(): AsyncGenerator<ListMessage> {
      for (let version = 1; version <= 500; version += 1)
        yield { version, isFull: version === 1, entries: [], isLast: version === 500 };
    },
  };
  const localLists = {
    inTurn: (_stationId: string, send: () => Promise<unknown>) => send(),
    plan: async () => plan,
    recordBegun: async () => undefined,
    recordTaken: async () => undefined,
  };
  const charging = { localLists } as unknown as Charging;
  const sent: ListMessage[] = [];
  const outcome = await sendLocalList(
    { mode: 'full' },
    { stationId: 'CP-1', charging },
    {
      name: '1.6',
      textOf: () => '{}',
      async send(message) {
        sent.push(message);
        vi.advanceTimersByTime(secondsEach * 1000);
        return { status: 'Accepted' };
      },
    },
  );
  return { sent: sent.length, outcome };
}

test('a list of many messages is sent whole', async () => {
  const { sent, outcome } = await sendTo({ secondsEach: 3 });
  expect(sent).toBe(500);
  expect(outcome).toMatchObject({ status: 'accepted', answer: { version: 500, messages: 500 } });
});

test('a station that takes nearly a minute for each message is left alone after half an hour', async () => {
  const { sent, outcome } = await sendTo({ secondsEach: 59 });
  expect(sent).toBe(31);
  expect(outcome).toMatchObject({ status: 'no-answer', reason: expect.stringContaining('30 minutes') as string });
});

test('the recorder keeps a short message as it is, and of a long one what it begins with', () => {
  const short = listPayload({ listVersion: 1 }, ['{"idTag":"A"}']);
  expect(short.text).toBe('{"listVersion":1,"localAuthorizationList":[{"idTag":"A"}]}');
  expect(short.shortText).toBe(short.text);
  const long = listPayload(
    { listVersion: 1 },
    Array.from({ length: 1_000 }, (_, index) => `{"idTag":"${index}"}`),
  );
  expect((JSON.parse(long.text) as { localAuthorizationList: unknown[] }).localAuthorizationList).toHaveLength(1_000);
  expect(long.shortText).toBe(
    `{"listVersion":1,"localAuthorizationList":[{"idTag":"0"},{"idTag":"1"},… (cut: ${long.text.length} characters)`,
  );
});
