import { expect, test } from 'vitest';
import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import { Feed } from './feed.ts';

test('what a follower wants from now on is not passed over by a look that is under way', async () => {
  const kinds: ReadonlySet<StoredKind>[] = [new Set(['station-went-offline']), new Set(['station-booted'])];
  let [wanted = new Set<StoredKind>()] = kinds;
  const asked: (readonly StoredKind[])[] = [];
  const feed = new Feed({
    all: () => Promise.resolve([]),
    ofKinds(after, given) {
      asked.push([...given]);
      wanted = kinds[1] ?? wanted; // a rule is added while the database answers
      const events = given.has('station-booted') ? [{ id: '9.1' } as LedgerEvent] : [];
      return Promise.resolve({ events, passed: after === '0.0' && events.length > 0 ? '9.1' : '10.0' });
    },
  });
  const following = feed.follow('0.0', { signal: new AbortController().signal, kinds: () => wanted });
  for await (const event of following) {
    expect(event.id).toBe('9.1');
    break;
  }
  expect(asked).toEqual([['station-went-offline'], ['station-booted']]);
});
