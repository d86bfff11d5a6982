import { createHash, randomBytes } from 'node:crypto';

/** 192 bits: nobody guesses the place of another station's file. */
export function makeToken(): string {
  return randomBytes(24).toString('base64url');
}

/** As it is kept: who reads the table cannot bring or fetch a file with it. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
