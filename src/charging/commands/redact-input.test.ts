import { expect, test } from 'vitest';
import { redactInput } from './redact-input.ts';

const hash = (token: string) => `tok_${token.length}`;

test.each([
  [
    { token: 'SECRET', evseId: 1 },
    { token: 'tok_6', evseId: 1 },
  ],
  [
    { payload: { idToken: { idToken: 'SECRET', type: 'Central' } } },
    { payload: { idToken: { idToken: 'tok_6', type: 'Central' } } },
  ],
  [{ list: [{ idTag: 'A' }, { idTag: 'BB' }] }, { list: [{ idTag: 'tok_1' }, { idTag: 'tok_2' }] }],
  [{ tokens: ['A', 'BB'] }, { tokens: ['tok_1', 'tok_2'] }],
  [{ newPassword: 'x' }, { newPassword: '(not kept)' }],
  [{ tokenId: 'tok_known' }, { tokenId: 'tok_known' }],
])('of %j only %j is kept', (input, kept) => {
  expect(redactInput(input, hash)).toEqual(kept);
});
