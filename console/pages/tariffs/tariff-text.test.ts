import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { newTariff } from '#contract/billing/tariff.ts';
import { tariffTerms } from '#contract/billing/tariff-terms.ts';
import { tariffText } from './tariff-text.ts';

test('a tariff is written without what is as usual, and reads back as it was', async () => {
  const terms = tariffTerms.parse({
    currency: 'BRL',
    prices: [
      { name: 'Day', hours: '06:00-22:00', perKwh: '1.90' },
      { name: 'Night', hours: '22:00-06:00', perKwh: '1.20' },
    ],
    sessionFee: '2',
  });
  const text = await tariffText('night', terms);
  expect(text).not.toContain('minimum');
  expect(text).not.toContain('season');
  const { id, validFrom: _, ...read } = newTariff.parse(parse(text));
  expect(id).toBe('night');
  expect(read).toEqual(terms);
});
