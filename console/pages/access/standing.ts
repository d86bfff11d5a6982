import type { Driver } from '#contract/access/driver.ts';
import type { Token } from '#contract/access/token.ts';

export type Standing =
  | ('good' | 'blocked' | 'forgotten' | 'expired' | 'not-yet-valid')
  | ('driver-blocked' | 'no-card' | 'no-good-card');

type Card = Pick<Token, 'isBlocked' | 'validFrom' | 'expiresAt'>;

export function standingOf({ isBlocked, validFrom, expiresAt }: Card, isDriverBlocked = false): Standing {
  if (isBlocked) return 'blocked';
  if (isDriverBlocked) return 'driver-blocked';
  if (validFrom !== null && Date.parse(validFrom) > Date.now()) return 'not-yet-valid';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'good';
}

/** Without a card that stands, nobody can charge in their name. `cards`: theirs, as far as they are known. */
export function standingOfDriver(
  { isBlocked, forgottenAt, tokenCount }: Pick<Driver, 'isBlocked' | 'forgottenAt' | 'tokenCount'>,
  cards: readonly Card[] | undefined,
): Standing {
  if (forgottenAt !== null) return 'forgotten';
  if (isBlocked) return 'blocked';
  if (tokenCount === 0) return 'no-card';
  const areAllKnown = cards !== undefined && cards.length >= tokenCount;
  return areAllKnown && cards.every((card) => standingOf(card) !== 'good') ? 'no-good-card' : 'good';
}
