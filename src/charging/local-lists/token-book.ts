import type { Pool } from 'pg';
import type { Clock } from '#clock.ts';
import { Snapshot } from '../snapshot.ts';
import type { ListableToken } from './listable-token.ts';
import { readListable } from './listable-token-store.ts';
import { type ListWish, type WantedList, wantedList } from './wanted-list.ts';

type Page = {
  tokens: readonly ListableToken[];
  /** Sites and stations that somebody's permission names. All others are alike. */
  named: { siteIds: ReadonlySet<string>; stationIds: ReadonlySet<string> };
  known: Map<string, Promise<WantedList>>;
};

/** After as many answers others get their turn. */
const atOnce = 200;

/**
 * Which tokens belong on whose list. A fleet is compared at once, so the tokens are read once for all, and stations
 * with the same rules share one answer.
 */
export class TokenBook {
  private readonly clock: Clock;
  private readonly pages: Snapshot<Page>;
  private answers = 0;
  private lastTurn: Promise<void> = Promise.resolve();

  constructor({ pool, clock }: { pool: Pool; clock: Clock }) {
    this.clock = clock;
    this.pages = new Snapshot({ read: () => readPage(pool), clock });
  }

  /** Somebody changed something: the next one who asks reads anew. */
  renew(): void {
    this.pages.renew();
  }

  async wanted(wish: Omit<ListWish, 'now'>): Promise<WantedList> {
    const { tokens, named, known } = await this.pages.get();
    this.answers += 1;
    if (this.answers % atOnce === 0) await this.turn();
    if (wish.pinned !== null) return this.make(tokens, wish);
    const { stationId, siteId, ...rules } = wish.place;
    const site = siteId !== null && named.siteIds.has(siteId) ? siteId : null;
    const kind = JSON.stringify([rules, wish.room, site, named.stationIds.has(stationId) ? stationId : null]);
    const list = known.get(kind) ?? this.make(tokens, wish);
    known.set(kind, list);
    return list;
  }

  private async make(tokens: readonly ListableToken[], wish: Omit<ListWish, 'now'>): Promise<WantedList> {
    await this.turn();
    return wantedList(tokens, { ...wish, now: this.clock.now() });
  }

  /** A list of many tokens takes milliseconds: between any two, whoever asks for them, others get their turn. */
  private turn(): Promise<void> {
    this.lastTurn = this.lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
    return this.lastTurn;
  }
}

async function readPage(pool: Pool): Promise<Page> {
  const tokens = await readListable(pool);
  const places = tokens.flatMap((token) => (token.places === 'everywhere' ? [] : [token.places]));
  const named = {
    siteIds: new Set(places.flatMap(({ siteIds }) => siteIds)),
    stationIds: new Set(places.flatMap(({ stationIds }) => stationIds)),
  };
  return { tokens, named, known: new Map() };
}
