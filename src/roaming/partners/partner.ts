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
  createdAt: Date;
  createdBy: string;
  connectedAt: Date | null;
  lastHeardAt: Date | null;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastFailure: string | null;
  pulled: Readonly<Record<string, string>>;
};

export function isConnected({ state }: Pick<Partner, 'state'>): boolean {
  return state === 'connected' || state === 'unconfirmed';
}

export function hasRole({ roles }: Pick<Partner, 'roles'>, ...wanted: readonly string[]): boolean {
  return roles.some(({ role }) => wanted.includes(role) || role === 'HUB');
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
