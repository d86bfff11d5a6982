import type { PartyRole } from '../model/party.ts';
import type { Endpoint, InterfaceRole, Module, OcpiVersion } from '../model/versions.ts';

/**
 * `invited`: our token A waits for them. `connecting`: we are at it with theirs. `unconfirmed`: the credentials are exchanged and the partner has
 * not used them yet. `leaving`: they have to hear that it is over.
 */
export type PartnerState = 'invited' | 'connecting' | 'unconfirmed' | 'connected' | 'leaving' | 'left';

export type Partner = {
  id: string;
  name: string;
  state: PartnerState;
  parties: readonly string[];
  isHub: boolean;
  /** What the hub itself is called, as COUNTRY-PARTY. */
  hubParty: string | null;
  hasInvitation: boolean;
  hasToken: boolean;
  tokenForm: 'base64' | 'raw';
  versionsUrl: string | null;
  version: OcpiVersion | null;
  endpoints: readonly Endpoint[];
  roles: readonly PartyRole[];
  tariffId: string | null;
  tolerance: string;
  isSharingTokens: boolean;
  /** What it sees of our published sites; null: all of them. */
  siteIds: readonly string[] | null;
  createdAt: Date;
  createdBy: string;
  connectedAt: Date | null;
  lastHeardAt: Date | null;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastFailure: string | null;
  /** Since when nothing reaches them, once people were told. */
  silentSince: Date | null;
  pulled: Readonly<Record<string, string>>;
};

export function isConnected({ state }: Pick<Partner, 'state'>): boolean {
  return state === 'connected' || state === 'unconfirmed';
}

/** Behind a hub there may be anybody. */
export function hasRole({ isHub, roles }: Pick<Partner, 'isHub' | 'roles'>, ...wanted: readonly string[]): boolean {
  return isHub || roles.some(({ role }) => wanted.includes(role) || role === 'HUB');
}

/** Who shows places and prices to drivers: providers, navigation, and whoever takes money at terminals. */
export const whoSeesUs = ['EMSP', 'NSP', 'PTP'] as const;

/** Whether the partner sees a site of ours, and its drivers may charge there. */
export function isGranted({ siteIds }: Pick<Partner, 'siteIds'>, siteId: string): boolean {
  return siteIds === null || siteIds.some((each) => each.toLowerCase() === siteId.toLowerCase());
}

export function endpointOf(
  { endpoints }: Pick<Partner, 'endpoints'>,
  module: Module,
  role: InterfaceRole,
): string | undefined {
  return endpoints.find((endpoint) => endpoint.module === module && endpoint.role === role)?.url;
}

/** A partner's own addresses: nothing of ours is sent anywhere else. */
export function isOfPartner(
  { endpoints, versionsUrl }: Pick<Partner, 'endpoints' | 'versionsUrl'>,
  url: string,
): boolean {
  if (!URL.canParse(url)) return false;
  const origins = [...endpoints.map((endpoint) => endpoint.url), ...(versionsUrl === null ? [] : [versionsUrl])];
  return origins.some((known) => URL.canParse(known) && new URL(known).origin === new URL(url).origin);
}
