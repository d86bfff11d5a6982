import type { Pool } from 'pg';
import type { TokenType } from '#contract/access/token.ts';
import type { TokenFacts } from './decision-facts.ts';
import type { Purpose } from './station-authorization.ts';

/** A token that nobody entered here: it may be that of another provider's driver. */
export type GuestAsk = {
  tokenId: string;
  /** As it was read. It is kept nowhere. */
  value: string;
  stationId: string;
  evseId: number | null;
  purpose: Purpose;
};

export type GuestVerdict = {
  answer: 'allowed' | 'blocked' | 'expired' | 'no-credit' | 'not-allowed';
  type: TokenType;
  /** What its provider pays here; null: the price of the place. */
  tariffId: string | null;
};

/** Who knows drivers of others. It answers within a few seconds, or a station gives up. */
export type Guests = {
  /** undefined: nobody knows the token. */
  judge(ask: GuestAsk): Promise<GuestVerdict | undefined>;
  /** The value of one that its provider has vouched for here, to be sent to a station. */
  reveal(tokenId: string): Promise<{ value: string; type: TokenType } | undefined>;
};

/** A guest as decisions see one: whatever holds at the place holds for guests, too. */
export async function guestFacts(
  { pool, guests, now }: { pool: Pool; guests: Guests; now: Date },
  ask: GuestAsk,
): Promise<TokenFacts | undefined> {
  const verdict = await guests.judge(ask);
  if (verdict === undefined) return undefined;
  const { answer, type, tariffId } = verdict;
  const label = ask.value.slice(-4);
  if (answer === 'allowed')
    await pool.query(
      `insert into guest_token (id, type, label, tariff_id, changed_at)
       values ($1, $2, $3, (select id from tariff where id = $4), $5)
       on conflict (id) do update set type = excluded.type, tariff_id = excluded.tariff_id, changed_at = excluded.changed_at`,
      [ask.tokenId, type, label, tariffId, now],
    );
  return {
    id: ask.tokenId,
    type,
    label,
    tariffId,
    isBlocked: answer === 'blocked' || answer === 'not-allowed',
    validFrom: null,
    expiresAt: answer === 'expired' ? new Date(0) : null,
    credit: answer === 'no-credit' ? '0' : null,
    language: null,
    driver: null,
    group: null,
  };
}
