import { expect, test } from 'vitest';
import { drawUp, stillOwed } from './draw-up.ts';

test('an invoice is the sum of its lines, and a credit note where more goes back than was used', () => {
  expect(
    drawUp([
      { amount: 50_000n, tax: 8_000n },
      { amount: -10_000n, tax: -1_600n },
    ]),
  ).toEqual({ kind: 'invoice', total: 40_000n, tax: 6_400n });
  expect(drawUp([{ amount: -10_000n, tax: -1_600n }])).toMatchObject({ kind: 'credit-note' });
});

test.each([
  ['nobody paid yet', 500n, 500n, 500n],
  ['a prepaid card paid all of it', 500n, 0n, 0n],
  ['a part was paid', 500n, 120n, 120n],
  ['a later correction is not on this invoice', 500n, 700n, 500n],
  ['more was paid than was owed', 500n, -40n, 0n],
  ['a correction after the invoice', -100n, -100n, -100n],
  ['a correction that went back to the card', -100n, 0n, 0n],
])('%s: of %d billed and %d open, %d is asked for', (_name, billed, open, owed) => {
  expect(stillOwed(billed, open)).toBe(owed);
});
