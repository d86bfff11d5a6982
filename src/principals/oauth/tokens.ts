import { hashOf, newSecret } from '../key-store.ts';
import type { NewToken } from './grant-store.ts';

const accessLastsMs = 3_600_000;
const refreshLastsMs = 30 * 24 * 3_600_000;

/** RFC 6749, 5.1. */
export type TokenAnswer = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token?: string;
  scope: string;
};

/** Tokens can be told from keys by how they begin; a scanner of secrets finds them too. */
export function isAccessToken(text: string): boolean {
  return text.startsWith('sigec_access_');
}

export function newCode(): string {
  return `sigec_code_${newSecret()}`;
}

/** Fresh tokens: what the program gets, and what is kept of them. */
export function makeTokens(given: { mayRefresh: boolean; scope: string; now: Date }): {
  answer: TokenAnswer;
  tokens: NewToken[];
} {
  const { mayRefresh, scope, now } = given;
  const access = `sigec_access_${newSecret()}`;
  const refresh = mayRefresh ? `sigec_refresh_${newSecret()}` : undefined;
  return {
    answer: {
      access_token: access,
      token_type: 'Bearer',
      expires_in: accessLastsMs / 1_000,
      scope,
      ...(refresh !== undefined && { refresh_token: refresh }),
    },
    tokens: [
      { hash: hashOf(access), kind: 'access', expiresAt: new Date(now.getTime() + accessLastsMs) },
      ...(refresh === undefined
        ? []
        : [{ hash: hashOf(refresh), kind: 'refresh' as const, expiresAt: new Date(now.getTime() + refreshLastsMs) }]),
    ],
  };
}
