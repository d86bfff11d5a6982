import type { AuthorizationStatus, RefusalReason, TokenType } from '#contract/access/token.ts';
import type { Tariff, TariffText } from '#contract/billing/tariff.ts';
import type { CertificateHash } from '#contract/stations/certificates.ts';

/** What a token is shown for. Where and when one may charge does not keep anybody from ending what they began. */
export type Purpose = 'authorize' | 'start' | 'stop';

/** What a station asks. Before 2.x it cannot say what kind of token it read. */
export type AuthorizationAsk = {
  stationId: string;
  token: string;
  tokenType?: PresentedType | null | undefined;
  evseId?: number | null | undefined;
  purpose: Purpose;
  sessionRef?: string | undefined;
  /** The session ran before, perhaps with this token refused. */
  hasBegun?: boolean | undefined;
  /** The station says that it could not ask when it happened; before 2.x it cannot say so. */
  isOffline?: boolean | undefined;
  /** When it happened, by the station's clock. */
  at: Date;
};

export type PresentedType = TokenType | 'no-authorization' | 'other';

export type AuthorizationDecision = {
  status: AuthorizationStatus;
  /** Why it was refused; null when it was accepted. */
  reason: RefusalReason | null;
  facts: Record<string, unknown>;
  /** As what it was judged: the token of a session that goes on begins nothing. */
  purpose: Purpose;
  isLate?: boolean | undefined;
  driverId?: string | undefined;
  isOneAtATime?: boolean | undefined;
  /** The token's hash, under which sessions and events know it; null where there was no token to read. */
  tokenId: string | null;
  /** The group's hash, to compare by; its value is in `group`. */
  groupHash?: string | undefined;
  /** What stations are told as parent or group id. */
  group?: WireToken | undefined;
  /** Until when a station may remember the answer. */
  cacheUntil?: Date | undefined;
  personalMessage?: TariffText | undefined;
  language?: string | undefined;
  /** The driver's own tariff, for stations that calculate by it. */
  tariff?: Tariff | undefined;
  /** The most the session may cost, as decimal text: what is left on a prepaid card. */
  maxCost?: string | undefined;
};

/** A token as it goes over the wire. It is never kept like this. */
export type WireToken = { id: string; value: string; type: TokenType };

/** What a vehicle showed for its contract (ISO 15118): the chain itself, or the hashes by which its revocation can be asked. */
export type ContractAsk = { chain: string | null; hashes: readonly (CertificateHash & { responderUrl: string })[] };

export type ContractStatus =
  | 'accepted'
  | 'signature-error'
  | 'expired'
  | 'revoked'
  | 'none-available'
  | 'chain-error'
  | 'contract-cancelled';

export type AuthorizedStation = AuthorizationDecision & { contractStatus: ContractStatus | null };

export type StationAuthorization = {
  authorize(ask: AuthorizationAsk & { contract?: ContractAsk | undefined }): Promise<AuthorizedStation>;
};
