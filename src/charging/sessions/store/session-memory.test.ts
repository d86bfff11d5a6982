import { expect, test } from 'vitest';
import { told, toldEnd } from '../../../../test/support/told-facts.ts';
import { foldSession } from '../fold/session.ts';
import { maxFacts, SessionMemory } from './session-memory.ts';

const running = foldSession([told(0, 1000)]);
const ended = foldSession([told(0, 1000), toldEnd(1, 2000)]);

test('an ended session is forgotten, unless it had to be looked at whole', () => {
  const memory = new SessionMemory();
  memory.set('a', running);
  memory.set('b', running);
  memory.set('a', ended);
  memory.set('b', ended, [told(0, 1000), toldEnd(1, 2000)]);
  expect([memory.get('a'), memory.get('b')]).toEqual([undefined, ended]);
  expect(memory.factsOf('b')).toHaveLength(2);
});

test('facts are kept up to a bound: the sessions that were touched longest ago are forgotten first', () => {
  const memory = new SessionMemory();
  const facts = Array.from({ length: maxFacts / 2 }, () => told(0, 1000));
  memory.set('a', running, facts);
  memory.set('b', running, facts);
  memory.set('a', running, facts);
  memory.set('c', running, [told(0, 1000)]);
  expect(['a', 'b', 'c'].map((identity) => memory.get(identity) !== undefined)).toEqual([true, false, true]);
  memory.set('d', running, [...facts, ...facts, ...facts]);
  expect(['a', 'c', 'd'].map((identity) => memory.get(identity) !== undefined)).toEqual([false, false, false]);
});
