import { expect, test } from 'vitest';
import { keptInput } from './kept-input.ts';

test('what a command marks as secret is not kept, wherever it stands', () => {
  const input = { slot: 1, password: 'p4ss', apn: { name: 'iot', password: 'p4ss' } };
  expect(keptInput(input, ['password', 'apn.password', 'vpn.key'])).toEqual({
    slot: 1,
    password: '(not kept)',
    apn: { name: 'iot', password: '(not kept)' },
  });
  expect(input.password).toBe('p4ss');
});
