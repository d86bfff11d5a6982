import { expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import { silentLog } from '#base/log.ts';
import { protocolError } from './protocol-error.ts';

test('what breaks in our database is told by a reference, not in its words', () => {
  const told = protocolError(new Error('invalid byte sequence for encoding "UTF8": 0x00'), silentLog) as Error;
  expect(told.message).not.toMatch(/byte sequence|UTF8/);
  const refused = protocolError(new SigecError('INVALID_INPUT', 'cursor is none of ours.'), silentLog) as Error;
  expect(refused.message).toContain('cursor is none of ours.');
});
