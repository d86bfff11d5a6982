import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { Slices } from '#base/slices.ts';
import type { ListableToken } from './listable-token.ts';
import { type ListWish, shareEntries, type WantedList, wantedList } from './wanted-list.ts';

export type ListSummary = { digest: string; entries: number; tooLong: number; noRoom: number };

type Page = {
  tokens: readonly ListableToken[];
  /** Sites and stations that somebody's permission names. All others are alike. */
  named: { siteIds: ReadonlySet<string>; stationIds: ReadonlySet<string> };
  /** By the rules of a station. */
  summaries: Map<string, ListSummary>;
  /** The lists themselves, as many as memory allows. */
  lists: Map<string, Promise<WantedList>>;
  listed: number;
};

export type SnapshotNeeds = {
  readTokens(): Promise<readonly ListableToken[]>;
  clock: Clock;
  defaultRoom: number;
};

/** Whoever changes tokens here says so at once; what other nodes change is found by then. */
const lastsMs = 60_000;
/** Entries in the lists that are kept for the next one who asks. */
const maxListed = 2_000_000;

/**
 * Which tokens belong on whose list. A fleet is compared at once, so the tokens are read once for all, and stations
 * with the same rules share one answer.
 */
export class TokenSnapshot {
  private readonly needs: SnapshotNeeds;
  private readonly pages: Cache<Page>;
  private before: readonly ListableToken[] = [];
  private lastMade: Promise<unknown> = Promise.resolve();

  constructor(needs: SnapshotNeeds) {
    this.needs = needs;
    this.pages = new Cache({ read: () => this.readPage(), clock: needs.clock, lastsMs });
  }

  renew(): void {
    this.pages.forgetAll();
  }

  async wanted(wish: Omit<ListWish, 'now'>): Promise<WantedList> {
    return this.list(await this.pages.get(), this.withRoom(wish));
  }

  async summary(wish: Omit<ListWish, 'now'>): Promise<ListSummary> {
    const page = await this.pages.get();
    const bounded = this.withRoom(wish);
    const kind = kindOf(page, bounded);
    const known = page.summaries.get(kind);
    if (known !== undefined) return known;
    const { digest, entries, tooLong, noRoom } = await this.list(page, bounded);
    const summary = { digest, entries: entries.length, tooLong: tooLong.length, noRoom: noRoom.length };
    page.summaries.set(kind, summary);
    return summary;
  }

  /** Tokens that an operator named are all meant. */
  private withRoom(wish: Omit<ListWish, 'now'>): Omit<ListWish, 'now'> {
    return wish.room !== null || wish.pinned !== null ? wish : { ...wish, room: this.needs.defaultRoom };
  }

  private async list(page: Page, wish: Omit<ListWish, 'now'>): Promise<WantedList> {
    const kind = kindOf(page, wish);
    const known = page.lists.get(kind);
    if (known !== undefined) return known;
    // One list at a time: the slices of many at once would leave nothing to the others.
    const made = this.lastMade.then(() => wantedList(page.tokens, { ...wish, now: this.needs.clock.now() }));
    this.lastMade = made.catch(() => undefined);
    page.lists.set(kind, made);
    const list = await made;
    page.listed += list.entries.length;
    await this.makeRoom(page, kind);
    return list;
  }

  private async makeRoom(page: Page, except: string): Promise<void> {
    for (const [kind, made] of page.lists) {
      if (page.listed <= maxListed) return;
      if (kind === except || !page.lists.delete(kind)) continue;
      page.listed -= (await made).entries.length;
    }
  }

  private async readPage(): Promise<Page> {
    const tokens = await this.needs.readTokens();
    const slices = new Slices();
    const known = new Map<string, ListableToken>();
    for (const token of this.before) {
      if (slices.isOver) await slices.rest();
      known.set(token.id, token);
    }
    const siteIds = new Set<string>();
    const stationIds = new Set<string>();
    for (const token of tokens) {
      if (slices.isOver) await slices.rest();
      const before = known.get(token.id);
      if (before !== undefined) shareEntries(token, before);
      if (token.places === 'everywhere') continue;
      for (const id of token.places.siteIds) siteIds.add(id);
      for (const id of token.places.stationIds) stationIds.add(id);
    }
    this.before = tokens;
    return { tokens, named: { siteIds, stationIds }, summaries: new Map(), lists: new Map(), listed: 0 };
  }
}

/** Stations of the same kind have the same list. */
function kindOf({ named }: Page, { place, pinned, room }: Omit<ListWish, 'now'>): string {
  const { stationId, siteId, ...rules } = place;
  if (pinned !== null) return JSON.stringify([rules, room, pinned]);
  const site = siteId !== null && named.siteIds.has(siteId) ? siteId : null;
  return JSON.stringify([rules, room, site, named.stationIds.has(stationId) ? stationId : null]);
}
