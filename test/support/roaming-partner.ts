import type { Partner } from '../../src/roaming/partners/partner.ts';

/** A partner that is connected, with one role, as the business knows it. */
export function roamingPartner(more: Partial<Partner> = {}): Partner {
  return {
    id: 'p-1',
    name: 'North',
    state: 'connected',
    parties: ['DE-ABC'],
    isHub: false,
    hubParty: null,
    hasInvitation: false,
    hasToken: true,
    tokenForm: 'base64',
    versionsUrl: 'https://north.example/ocpi/versions',
    version: '2.2.1',
    endpoints: [],
    roles: [{ role: 'EMSP', countryCode: 'DE', partyId: 'ABC', name: 'North' }],
    tariffId: null,
    tolerance: '0',
    isSharingTokens: true,
    siteIds: null,
    createdAt: new Date(0),
    createdBy: 'ana',
    connectedAt: null,
    lastHeardAt: null,
    lastSuccessAt: null,
    lastFailureAt: null,
    lastFailure: null,
    silentSince: null,
    pulled: {},
    ...more,
  };
}
