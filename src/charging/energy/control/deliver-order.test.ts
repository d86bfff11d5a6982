import { expect, test } from 'vitest';
import type { CommandRecord } from '#contract/commands/command.ts';
import { deliverOrder } from './deliver-order.ts';
import type { Order } from './orders.ts';

const order = {
  nodeId: 'A:1',
  stationId: 'A',
  kind: 'session',
  profiles: [{ periods: [] }],
  hold: null,
} as unknown as Order;

/** A station that answers a profile with these words, one after the other. */
function stationThat(...reasons: (string | null)[]) {
  const asked: string[] = [];
  const needs = {
    runCommand: ({ name }: { name: string }) => {
      asked.push(name);
      const reason = reasons.shift() ?? null;
      const status = reason === null ? 'accepted' : 'rejected';
      return Promise.resolve({
        outcome: { status, code: null, reason, answer: {}, losses: [] },
      } as unknown as CommandRecord);
    },
    ask: ({ name }: { name: string }) => {
      asked.push(name);
      return Promise.resolve({});
    },
    clock: { now: () => new Date() },
  };
  const doubted = new Set<string>();
  const deliver = () =>
    deliverOrder(
      needs as unknown as Parameters<typeof deliverOrder>[0],
      { siteId: 'S', formsTriedUntil: new Map(), doubted, told: new Map() },
      order,
    );
  return { asked, deliver, doubted };
}

test('a station that holds a profile under another number is asked for what it holds, and told again', async () => {
  const { asked, deliver } = stationThat('DuplicateProfile', null);
  expect(await deliver()).toEqual({ status: 'taken' });
  expect(asked).toEqual(['set-charging-profile', 'get-charging-profiles', 'set-charging-profile']);
});

test('one that refuses for another reason, or again, has refused', async () => {
  const other = stationThat('InvalidSchedule');
  expect(await other.deliver()).toMatchObject({ status: 'refused' });
  expect(other.asked).toEqual(['set-charging-profile']);
  expect(await stationThat('DuplicateProfile', 'DuplicateProfile').deliver()).toMatchObject({ status: 'refused' });
});

test('what a station took while somebody else changed its profiles is not believed', async () => {
  const { deliver, doubted } = stationThat(null);
  doubted.add('A');
  expect(await deliver()).toMatchObject({ status: 'unknown', reason: { code: 'profile-overtaken' } });
});
