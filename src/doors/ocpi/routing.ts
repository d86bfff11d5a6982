import type { IncomingMessage } from 'node:http';
import { isSameParty, type Party } from '#roaming/model/party.ts';
import type { Roaming } from '#roaming/open-roaming.ts';
import { hubPartyOf } from '#roaming/partners/hub-clients.ts';
import type { Partner } from '#roaming/partners/partner.ts';
import { badParameter } from '#roaming/roaming-problem.ts';

/** What sets up the connection, and what a hub tells of itself, is routed nowhere. */
export function isRouted(path: readonly string[]): boolean {
  return path.length >= 2 && path[1] !== 'credentials' && path[1] !== 'hubclientinfo';
}

function told({ headers }: IncomingMessage, which: 'to' | 'from'): Party | undefined {
  const [countryCode, partyId] = [headers[`ocpi-${which}-country-code`], headers[`ocpi-${which}-party-id`]];
  const isOne = [countryCode, partyId].every((part) => typeof part === 'string' && /^[A-Za-z0-9]{2,3}$/.test(part));
  return isOne ? { countryCode: String(countryCode).toUpperCase(), partyId: String(partyId).toUpperCase() } : undefined;
}

/** Who speaks, where it is told: somebody whom the connection speaks for, and to us. */
export async function checkRouting(
  roaming: Pick<Roaming, 'us' | 'speaksFor'>,
  partner: Partner,
  request: IncomingMessage,
): Promise<Party | undefined> {
  const [from, to] = [told(request, 'from'), told(request, 'to')];
  if (from !== undefined && !(await roaming.speaksFor(partner, from)))
    throw badParameter('OCPI-from-country-code, OCPI-from-party-id: this party does not speak over this connection.');
  // Some hubs leave their own name on what they send to all.
  const hub = hubPartyOf(partner);
  const isForUs = to === undefined || isSameParty(to, roaming.us) || (hub !== undefined && isSameParty(to, hub));
  if (!isForUs) throw badParameter('OCPI-to-country-code, OCPI-to-party-id: nobody here has this name.');
  const [only, ...others] = partner.roles;
  if (from !== undefined || only === undefined) return from;
  return others.every((role) => isSameParty(role, only))
    ? { countryCode: only.countryCode, partyId: only.partyId }
    : undefined;
}

/** Swapped in answers, also where something went wrong. */
export function routingOf(
  request: IncomingMessage,
  { us }: Pick<Roaming, 'us'>,
  path: readonly string[],
): Record<string, string> {
  const from = isRouted(path) ? told(request, 'from') : undefined;
  if (from === undefined) return {};
  const to = told(request, 'to') ?? us;
  return {
    'ocpi-to-country-code': from.countryCode,
    'ocpi-to-party-id': from.partyId,
    'ocpi-from-country-code': to.countryCode,
    'ocpi-from-party-id': to.partyId,
  };
}
