export type Party = { countryCode: string; partyId: string };
export type PartyRole = Party & { role: string; name: string };

/** `BR-ABC`; letters count in any case. */
export function partyName({ countryCode, partyId }: Party): string {
  return `${countryCode}-${partyId}`.toUpperCase();
}

/** Also as `BR*ABC` or `BRABC`, as parties are written elsewhere; undefined: it is none. */
export function readParty(text: string): Party | undefined {
  const [, countryCode, partyId] = /^([a-z]{2})[-*]?([a-z0-9]{3})$/i.exec(text.trim()) ?? [];
  return countryCode === undefined || partyId === undefined
    ? undefined
    : { countryCode: countryCode.toUpperCase(), partyId: partyId.toUpperCase() };
}

export function isSameParty(one: Party, other: Party): boolean {
  return partyName(one) === partyName(other);
}
