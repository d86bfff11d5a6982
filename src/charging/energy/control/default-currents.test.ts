import { expect, test } from 'vitest';
import { exampleSite } from '../testing/example-site.ts';
import { defaultCurrents } from './default-currents.ts';

test('what stations keep to without us follows what the building draws at most, and comes back when it draws less', () => {
  const tree = exampleSite({ limitA: 63 });
  const amperesBeside = (watts: number) => [...defaultCurrents(tree, new Map([['grid', watts]])).values()];
  expect(amperesBeside(0)).toEqual([6, 6, 6]);
  expect(amperesBeside(63 * 690)).toEqual([0, 0, 0]);
  expect(amperesBeside(0)).toEqual([6, 6, 6]);
});
