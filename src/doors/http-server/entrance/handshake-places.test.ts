import { expect, test } from 'vitest';
import { HandshakePlaces, type Leave } from './handshake-places.ts';

/** A crowd of connections; each is named, and says what became of it. */
function crowd(rules = { places: 4, maxWaiting: 10, graceMs: 1_000 }) {
  let now = 0;
  const allowed = new Map<string, number>();
  const placesOf = (network: string) => allowed.get(network) ?? rules.places;
  const places = new HandshakePlaces({ ...rules, placesOf }, () => now);
  const inside = new Map<string, Leave>();
  const cut: string[] = [];
  const order: string[] = [];
  return {
    inside,
    cut,
    order,
    allow: (network: string, count: number) => void allowed.set(network, count),
    pass: (ms: number) => {
      now += ms;
    },
    arrive: (network: string, name: string) =>
      places.enter(network, {
        enter(leave) {
          order.push(name);
          inside.set(name, leave);
        },
        cut() {
          cut.push(name);
          inside.get(name)?.();
          inside.delete(name);
        },
      }),
  };
}

test('who comes when all places are taken waits, and networks take turns', () => {
  const { arrive, inside, order } = crowd();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) arrive('a', name);
  arrive('b', 'b1');
  expect([...inside.keys()]).toEqual(['a1', 'a2', 'a3', 'a4']);
  inside.get('a1')?.();
  inside.get('a2')?.();
  expect(order.slice(4)).toEqual(['a5', 'b1']);
});

test('a network that holds every place by slow handshakes loses the oldest to another', () => {
  const { arrive, cut, inside, pass } = crowd();
  for (const name of ['a1', 'a2', 'a3', 'a4']) arrive('a', name);
  arrive('b', 'b1');
  expect(cut).toEqual([]); // they have only begun
  pass(1_000);
  arrive('c', 'c1');
  expect(cut).toEqual(['a1']);
  expect(inside.has('b1')).toBe(true);
});

test('a crowd of one network does not cut itself', () => {
  const { arrive, cut, pass } = crowd();
  for (const name of ['a1', 'a2', 'a3', 'a4']) arrive('a', name);
  pass(5_000);
  arrive('a', 'a5');
  expect(cut).toEqual([]);
});

test('the line has an end, and who stops waiting is not let in', () => {
  const { arrive, inside } = crowd({ places: 1, maxWaiting: 2, graceMs: 1_000 });
  arrive('a', 'a1');
  const leaveLine = arrive('a', 'a2');
  arrive('b', 'b1');
  expect(arrive('c', 'c1')).toBeUndefined();
  leaveLine?.();
  inside.get('a1')?.();
  expect([...inside.keys()]).toEqual(['a1', 'b1']);
});

test('a network holds no more places than it may have, and all that there are once it may', () => {
  const { arrive, inside, allow } = crowd({ places: 4, maxWaiting: 10, graceMs: 1_000 });
  allow('a', 1);
  for (const name of ['a1', 'a2', 'a3', 'a4']) arrive('a', name);
  arrive('b', 'b1');
  expect([...inside.keys()]).toEqual(['a1', 'b1']);
  allow('a', 10);
  inside.get('b1')?.();
  inside.delete('b1');
  expect([...inside.keys()]).toEqual(['a1', 'a2', 'a3', 'a4']);
});
