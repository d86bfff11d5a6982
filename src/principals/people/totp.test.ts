import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { newRecoveryCodes, newTotp, recoveryHash, stepOf } from './totp.ts';

const now = new Date('2026-03-01T08:00:15Z');
const step = Math.floor(now.getTime() / 30_000);

function codeAt(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() });
}

test('the code of now counts, that of the step before and after too, and no other', () => {
  const { secret, uri } = newTotp('ana@garage.example');
  expect(uri).toContain('otpauth://totp/SIGEC-VE:ana%40garage.example');
  const steps = [-60, -30, 0, 30, 60].map((seconds) =>
    stepOf(secret, codeAt(secret, new Date(now.getTime() + seconds * 1_000)), { now, after: null }),
  );
  expect(steps).toEqual([undefined, step - 1, step, step + 1, undefined]);
  expect(stepOf(secret, 'abcdef', { now, after: null })).toBeUndefined();
});

test('a code that was used does not count again, nor one before it', () => {
  const { secret } = newTotp('ana');
  expect(stepOf(secret, codeAt(secret, now), { now, after: step })).toBeUndefined();
  expect(stepOf(secret, codeAt(secret, new Date(now.getTime() - 30_000)), { now, after: step })).toBeUndefined();
});

test('recovery codes are ten different ones, recognised however they are written', () => {
  const { codes, hashes } = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  expect(recoveryHash(` ${(codes[0] ?? '').toUpperCase().replace('-', ' ')} `)).toEqual(hashes[0]);
});
