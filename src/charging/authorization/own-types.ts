import type { TokenType } from '#contract/access/token.ts';

/** Ids that a station makes itself, or by which a payment is known and that are used once: no list holds them, and no partner hears of them. */
export const unlistedTypes: readonly TokenType[] = ['local', 'direct-payment'];
