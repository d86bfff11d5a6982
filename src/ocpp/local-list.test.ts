import { afterEach, expect, test, vi } from 'vitest';
import type { Charging } from '#charging/charging.ts';
import type { ListMessage } from '#charging/local-lists/open-local-lists.ts';
import { sendLocalList } from './local-list.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Sends a list of 500 messages to a station that takes so long for each; gives back how many it was sent. */
async function sendTo({ secondsEach }: { secondsEach: number }) {
  vi.useFakeTimers({ toFake: ['performance'] });
  const messages = Array.from({ length: 500 }, (_, index) => ({ version: index + 1, entries: [] }));
  const plan = { stationId: 'CP-1', version: 0, wanted: { tooLong: [], noRoom: [] }, messages };
  const localLists = { plan: async () => plan, recordTaken: async () => undefined };
  const charging = { localLists } as unknown as Charging;
  const sent: ListMessage[] = [];
  const outcome = await sendLocalList(
    { mode: 'full' },
    { stationId: 'CP-1', charging },
    {
      entryOf: () => ({}),
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
