import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/support/postgres.ts';
import { givenRows, holdsSeparator, rowsText } from './given-rows.ts';

const columns = [
  { name: 'word', type: 'text' },
  { name: 'number', type: 'bigint' },
];

test('every list of rows arrives as it was given: empty texts, nulls, one row or many', async () => {
  await using database = await freshDatabase();
  const word = fc.option(
    fc.oneof(
      fc.constant(''),
      fc.string().filter((text) => !text.includes('\0') && !holdsSeparator(text)),
    ),
  );
  const row = fc.record({ word, number: fc.option(fc.integer()) });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (given) => {
      const { rows } = await database.pool.query(`select word, number from ${givenRows(columns)}`, [
        rowsText(given.map(({ word, number }) => [word, number])),
      ]);
      expect(rows).toEqual(given);
    }),
    { numRuns: 200 },
  );
});

test.each(['\x1e', '\x1d'])('a text that would be taken for several, or for none, is refused (%j)', (text) => {
  expect(() => rowsText([['a'], [text]])).toThrow(RangeError);
});
