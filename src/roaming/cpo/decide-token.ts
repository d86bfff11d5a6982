export type Whitelist = 'ALWAYS' | 'ALLOWED' | 'ALLOWED_OFFLINE' | 'NEVER';
export type AllowedType = 'ALLOWED' | 'BLOCKED' | 'EXPIRED' | 'NO_CREDIT' | 'NOT_ALLOWED';

/** What to do about a partner's token before anybody is asked. */
export function firstStep({ whitelist, isValid }: { whitelist: string; isValid: boolean }): 'allow' | 'refuse' | 'ask' {
  if (whitelist === 'ALWAYS') return isValid ? 'allow' : 'refuse';
  // "Not valid" may be out of date: whoever may ask does so.
  return whitelist === 'ALLOWED' && isValid ? 'allow' : 'ask';
}

/** What counts when its provider did not answer in time. */
export function withoutAnswer({ whitelist, isValid }: { whitelist: string; isValid: boolean }): AllowedType {
  return whitelist === 'ALLOWED_OFFLINE' && isValid ? 'ALLOWED' : 'NOT_ALLOWED';
}

export function readAllowed(word: unknown): AllowedType {
  const known: readonly AllowedType[] = ['ALLOWED', 'BLOCKED', 'EXPIRED', 'NO_CREDIT', 'NOT_ALLOWED'];
  return known.find((each) => each === word) ?? 'NOT_ALLOWED';
}
