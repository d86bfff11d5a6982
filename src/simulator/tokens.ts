import { isRecord } from '#base/json.ts';
import type { StationControls } from './dialect.ts';

/** What a station knows about a token: from the server's answer, or from the list it was given. */
export type TokenInfo = { status: string; group: string | null; expiresAt: number | null };

export type ListUpdate = {
  version: number;
  isFull: boolean;
  /** Without info the token is taken away. */
  entries: readonly { token: string; info: TokenInfo | null }[];
};

/** The tokens a station has seen, and those it was told about for times without a connection. */
export class SimulatedTokens {
  readonly cache = new Map<string, TokenInfo>();
  readonly list = new Map<string, TokenInfo>();
  /** The version of the list that it truly holds. */
  listVersion = 0;
  readonly manners = { isLiar: false, isRefusing: false, maxListed: Number.POSITIVE_INFINITY };
  private readonly station: StationControls;

  constructor(station: StationControls) {
    this.station = station;
  }

  get hasList(): boolean {
    return this.isSet('LocalAuthListCtrlr', 'Enabled');
  }

  get toldListVersion(): number {
    return this.manners.isLiar ? this.listVersion + 1000 : this.listVersion;
  }

  clearCache(): 'Accepted' | 'Rejected' {
    if (!this.isSet('AuthCacheCtrlr', 'Enabled')) return 'Rejected'; // C11.FR.04
    this.cache.clear();
    return 'Accepted';
  }

  updateList({ version, isFull, entries }: ListUpdate): 'Accepted' | 'Failed' | 'VersionMismatch' {
    if (this.manners.isRefusing) return 'Failed';
    if (!isFull && version <= this.listVersion) return 'VersionMismatch'; // D01.FR.18
    const known = isFull ? [] : [...this.list.keys()];
    const after = new Set([...known, ...entries.filter(({ info }) => info !== null).map(({ token }) => nameOf(token))]);
    for (const { token, info } of entries) if (info === null) after.delete(nameOf(token));
    if (after.size > this.manners.maxListed) return 'Failed'; // 2.0.1 D01.FR.12
    if (isFull) this.list.clear();
    for (const { token, info } of entries) {
      if (info === null) this.list.delete(nameOf(token));
      else this.list.set(nameOf(token), info);
    }
    this.listVersion = version;
    return 'Accepted';
  }

  /** Whether the token may charge: by the list, by the cache, by the server, or by the rule for times without one. */
  async authorize(token: string, type = 'ISO14443'): Promise<TokenInfo> {
    const known = this.known(token);
    const isEnough = known?.status === 'Accepted' && this.isSet('AuthCtrlr', 'LocalPreAuthorize');
    if (isEnough) return known; // C14.FR.02: only what is accepted is not asked about
    if (!this.station.isOnline) return this.decideOffline(known);
    const request = this.station.version === '1.6' ? { idTag: token } : { idToken: { idToken: token, type } };
    return this.learn(token, await this.station.ask('Authorize', request)) ?? this.decideOffline(known);
  }

  /** C10: every answer about a token is remembered. */
  learn(token: string, answer: unknown): TokenInfo | undefined {
    const told = isRecord(answer) ? (answer['idTagInfo'] ?? answer['idTokenInfo']) : undefined;
    if (!isRecord(told)) return undefined;
    const info = infoOf(told);
    if (this.isSet('AuthCacheCtrlr', 'Enabled')) this.cache.set(nameOf(token), info);
    return info;
  }

  private known(token: string): TokenInfo | undefined {
    const info = (this.hasList ? this.list.get(nameOf(token)) : undefined) ?? this.cache.get(nameOf(token));
    const isOver = info !== undefined && info.expiresAt !== null && info.expiresAt <= Date.now();
    return isOver ? { ...info, status: 'Expired' } : info;
  }

  private decideOffline(known: TokenInfo | undefined): TokenInfo {
    if (known !== undefined && this.isSet('AuthCtrlr', 'LocalAuthorizeOffline')) return known; // C13
    const mayStart = known === undefined && this.isSet('AuthCtrlr', 'OfflineTxForUnknownIdEnabled'); // C15
    return { status: mayStart ? 'Accepted' : 'Unknown', group: null, expiresAt: null };
  }

  private isSet(component: string, variable: string): boolean {
    return this.station.setting(component, variable) === 'true';
  }
}

/** Either version's words for what is known about a token. */
export function infoOf(told: Record<string, unknown>): TokenInfo {
  const { status, parentIdTag, groupIdToken, expiryDate, cacheExpiryDateTime } = told;
  const group = isRecord(groupIdToken) ? groupIdToken['idToken'] : parentIdTag;
  const until = expiryDate ?? cacheExpiryDateTime;
  return {
    status: String(status),
    group: typeof group === 'string' ? group : null,
    expiresAt: typeof until === 'string' ? Date.parse(until) : null,
  };
}

/** Tokens are the same in any case (1.6 §7.15, 2.x IdTokenType). */
function nameOf(token: string): string {
  return token.toLowerCase();
}
