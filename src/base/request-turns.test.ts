import { expect, test } from 'vitest';
import { RequestTurns } from './fair-share.ts';

async function begin(turns: RequestTurns, name: string, order: string[], isKnown = false): Promise<void> {
  const turn = turns.enter({ isKnown });
  if (turn !== undefined) await turn;
  order.push(name);
}

test('of many requests that come at once, one begins in each turn, and others work in between', async () => {
  const turns = new RequestTurns();
  const order: string[] = [];
  const all = ['a', 'b', 'c'].map((name) => begin(turns, name, order));
  setImmediate(() => order.push('other'));
  await Promise.all(all);
  expect(order).toEqual(['a', 'b', 'other', 'c']);
});

test('whoever says who it is comes first', async () => {
  const turns = new RequestTurns();
  const order: string[] = [];
  const strangers = ['a', 'b', 'c'].map((name) => begin(turns, name, order));
  await Promise.all([...strangers, begin(turns, 'known', order, true)]);
  expect(order).toEqual(['a', 'known', 'b', 'c']);
});

test('after a turn without requests the next begins at once', async () => {
  const turns = new RequestTurns();
  expect(turns.enter({ isKnown: false })).toBeUndefined();
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(turns.enter({ isKnown: false })).toBeUndefined();
});
