import type { Party } from '../model/party.ts';
import type { Partner } from '../partners/partner.ts';
import { speaksFor } from '../partners/speaks-for.ts';
import { unknownObject } from '../roaming-problem.ts';

/** Nobody learns what another partner has: a party that is not theirs is not there. */
export async function mustOwn(needs: Parameters<typeof speaksFor>[0], partner: Partner, party: Party): Promise<void> {
  if (!(await speaksFor(needs, partner, party))) throw unknownObject('This party does not speak over this connection.');
}

/** What is wrong with an object, by the name that its field has on the wire. */
export function problemOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): string {
  const [first] = issues;
  const path = (first?.path ?? []).join('.').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `${path}: ${first?.message ?? 'is wrong'}`;
}
