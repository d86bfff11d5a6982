import { expect, test } from 'vitest';
import { Gate } from './gate.ts';

async function arrive(gate: Gate, name: string, isFirst: boolean, order: string[]) {
  const leave = await gate.enter({ isFirst });
  if (leave === undefined) return order.push(`${name} refused`);
  order.push(name);
  await new Promise(setImmediate);
  leave();
  leave(); // leaving twice lets nobody else in
  return undefined;
}

test('those who go first overtake the line, the others keep their order', async () => {
  const gate = new Gate({ places: 1, maxWaiting: 10 });
  const order: string[] = [];
  const names = ['a', 'b', 'c', 'CHARGING-1', 'd', 'CHARGING-2'];
  await Promise.all(names.map((name) => arrive(gate, name, name.startsWith('CHARGING'), order)));
  expect(order).toEqual(['a', 'CHARGING-1', 'CHARGING-2', 'b', 'c', 'd']);
});

test('no more are inside than the gate has places, and a long line turns newcomers away', async () => {
  const gate = new Gate({ places: 2, maxWaiting: 3 });
  let inside = 0;
  let most = 0;
  const arrivals = Array.from({ length: 8 }, async () => {
    const leave = await gate.enter({ isFirst: false });
    if (leave === undefined) return 'refused';
    inside += 1;
    most = Math.max(most, inside);
    await new Promise(setImmediate);
    inside -= 1;
    leave();
    return 'in';
  });
  const outcomes = await Promise.all(arrivals);
  expect(most).toBe(2);
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(3);
});

test('work waits for a place, also behind work that failed', async () => {
  const gate = new Gate({ places: 1 });
  const failing = gate.pass(() => Promise.reject(new Error('broken')));
  const following = gate.pass(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await following).toBe('done');
});
