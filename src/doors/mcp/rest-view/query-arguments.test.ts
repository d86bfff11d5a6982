import { expect, test } from 'vitest';
import type { ObjectSchema } from '#base/json-schema.ts';
import { queryArguments } from './query-arguments.ts';

const schema: ObjectSchema = {
  type: 'object',
  properties: {
    limit: { type: 'integer' },
    power: { type: 'number' },
    isOnline: { type: 'boolean' },
    evses: { type: 'array', items: { type: 'integer' } },
    search: { type: 'string' },
  },
};

test.each<[query: string, given: object]>([
  ['limit=5&power=-7.25', { limit: 5, power: -7.25 }],
  ['isOnline=true&search=5', { isOnline: true, search: '5' }],
  ['evses=1&evses=2', { evses: [1, 2] }],
  ['evses=1', { evses: [1] }],
  ['limit=1e3&isOnline=yes&power=', { limit: '1e3', isOnline: 'yes', power: '' }],
  ['search=a&search=b', { search: ['a', 'b'] }],
  ['other=1&constructor=2', { other: '1', constructor: '2' }],
])('%s is read by the schema', (query, given) => {
  expect(queryArguments(new URLSearchParams(query), schema)).toEqual(given);
});
