import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { Party } from '#roaming/model/party.ts';
import { roamingPartner } from '../../../test/support/roaming-partner.ts';
import { mustHaveRole } from './roles.ts';
import { checkRouting, isRouted, routingOf } from './routing.ts';

const us = { countryCode: 'BR', partyId: 'SIG' };
const north = { countryCode: 'DE', partyId: 'ABC' };
const role = (name: string, party: Party = north) => ({ ...party, role: name, name: 'North' });

function request(told: { from?: string; to?: string }): IncomingMessage {
  const headers: Record<string, string> = {};
  for (const [which, party = ''] of Object.entries(told)) {
    const [country = '', id = ''] = party.split('-');
    if (country !== '') headers[`ocpi-${which}-country-code`] = country;
    if (id !== '') headers[`ocpi-${which}-party-id`] = id;
  }
  return { headers } as IncomingMessage;
}

const roaming = { us, speaksFor: (_partner: unknown, { partyId }: Party) => Promise.resolve(partyId === 'ABC') };
const check = (told: { from?: string; to?: string }, partner = roamingPartner()) =>
  checkRouting(roaming, partner, request(told));

test.each([
  [['2.2.1'], false],
  [['2.2.1', 'credentials'], false],
  [['2.2.1', 'hubclientinfo'], false],
  [['2.2.1', 'cpo'], true],
])('%j is routed: %s', (path, expected) => {
  expect(isRouted(path)).toBe(expected);
});

test('whoever speaks is named in any case of letters, and must be of this connection', async () => {
  expect(await check({ from: 'de-abc', to: 'br-sig' })).toEqual(north);
  await expect(check({ from: 'DE-XYZ' })).rejects.toThrow('does not speak over this connection');
});

test('what is meant for somebody else is refused', async () => {
  await expect(check({ from: 'DE-ABC', to: 'BR-XXX' })).rejects.toThrow('nobody here has this name');
  expect(await check({ from: 'DE-ABC' })).toEqual(north);
});

test('a hub may leave its own name on what it sends to all', async () => {
  const hub = roamingPartner({ isHub: true, hubParty: 'NL-HUB' });
  expect(await check({ from: 'DE-ABC', to: 'NL-HUB' }, hub)).toEqual(north);
  await expect(check({ from: 'DE-ABC', to: 'NL-HUB' })).rejects.toThrow('nobody here');
});

test('half a name, or one that is none, is as if there were none', async () => {
  expect(await check({ from: 'DE' })).toEqual(north);
  expect(await check({ from: 'D€-ABC' })).toEqual(north);
});

test('who does not say who speaks is the one party of the connection, if there is one', async () => {
  expect(await check({}, roamingPartner({ roles: [role('CPO'), role('EMSP')] }))).toEqual(north);
  const two = roamingPartner({ roles: [role('CPO'), role('EMSP', { countryCode: 'DE', partyId: 'XYZ' })] });
  expect(await check({}, two)).toBeUndefined();
  expect(await check({}, roamingPartner({ roles: [] }))).toBeUndefined();
});

test('an answer goes back to who asked, from whom was asked', () => {
  const path = ['2.2.1', 'cpo', 'locations'];
  const names = (told: { from?: string; to?: string }, of = path) =>
    Object.values(routingOf(request(told), { us }, of));
  expect(names({ from: 'DE-ABC', to: 'NL-HUB' })).toEqual(['DE', 'ABC', 'NL', 'HUB']);
  expect(names({ from: 'DE-ABC' })).toEqual(['DE', 'ABC', 'BR', 'SIG']);
  expect(names({ to: 'BR-SIG' })).toEqual([]);
  expect(names({ from: 'DE-ABC' }, ['2.2.1', 'credentials'])).toEqual([]);
});

const may = (roles: string[], path: string[], more: { isHub?: boolean } = {}) => {
  try {
    mustHaveRole(roamingPartner({ roles: roles.map((each) => role(each)), ...more }), path);
    return true;
  } catch {
    return false;
  }
};

test.each([
  [['EMSP'], ['cpo', 'tokens'], true],
  [['CPO'], ['cpo', 'tokens'], false],
  [['CPO'], ['cpo', 'locations'], false],
  [['NAP'], ['cpo', 'locations'], true],
  [['NAP'], ['cpo', 'sessions'], false],
  [['NAP'], ['emsp', 'locations'], false],
  [['CPO'], ['emsp', 'sessions'], true],
  [['EMSP'], ['emsp', 'sessions'], false],
  [['CPO'], ['credentials'], true],
  [['HUB'], ['emsp', 'sessions'], true],
])('a partner with %j may use %j: %s', (roles, path, expected) => {
  expect(may(roles, path)).toBe(expected);
});

test('behind a hub there may be anybody', () => {
  expect(may(['NAP'], ['emsp', 'sessions'], { isHub: true })).toBe(true);
});
