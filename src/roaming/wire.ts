import type { PartyRole } from './model/party.ts';
import type { Endpoint, InterfaceRole, Module, OcpiVersion } from './model/versions.ts';
import type { Partner } from './partners/partner.ts';

export type Discovered = { version: OcpiVersion; endpoints: Endpoint[] };
export type TheirCredentials = { token: string; url: string; roles: PartyRole[]; hubPartyId?: string | undefined };

/** `to`, `from`: of the routing headers; absent: ours, and whoever is at the other end. */
export type WireRequest = {
  module: Module;
  role: InterfaceRole;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Behind the address of the module, not encoded. */
  path?: readonly string[];
  query?: Readonly<Record<string, string>>;
  /** In our own model; the door writes it in the partner's version. */
  body?: object;
  /** What the body is, where the module has several things. */
  kind?: string;
  to?: { countryCode: string; partyId: string };
  /** An address of the partner that is none of its endpoints, such as a `response_url`: it has to stand on one of its origins. */
  url?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
};

export type WireAnswer = {
  httpStatus: number;
  code: number;
  message: string | null;
  /** In our own model. */
  data: unknown;
  /** The `Location` of what was made. */
  location: string | null;
};

/** How partners are spoken to: the door's side of the business. */
export type Wire = {
  /** Where they would find us. */
  versionsUrl(): string;
  /** Where they tell what became of a command: nobody else can guess it. */
  resultUrl(version: OcpiVersion, kind: string, id: string): string;
  /** Reads what a platform serves to whoever has this token. Throws a `RoamingProblem` of 3001, 3002 or 3003. */
  discover(
    at: { partnerId: string; versionsUrl: string; token: string },
    version?: OcpiVersion,
  ): Promise<Discovered & { tokenForm: Partner['tokenForm'] }>;
  /** Gives them our token by POST or PUT, and takes theirs. */
  exchange(
    method: 'POST' | 'PUT',
    at: Discovered & { partnerId: string; token: string; tokenForm: Partner['tokenForm'] },
    offered: { token: string; roles: PartyRole[] },
  ): Promise<TheirCredentials>;
  /** A request of the module credentials without a body. */
  credentials(method: 'GET' | 'DELETE', partner: Partner, token: string): Promise<number>;
  request(partner: Partner, asked: WireRequest): Promise<WireAnswer>;
  /** All objects of a module, page after page; what cannot be read is counted and left out. */
  pull(
    partner: Partner,
    asked: { module: Module; path?: readonly string[] | undefined; dateFrom?: Date; signal?: AbortSignal },
  ): AsyncIterable<{ object: unknown } | { unreadable: string }>;
};
