import type { Pool } from 'pg';
import { type Coupon, couponCode } from './coupon.ts';

const columns = `code, title, kind, value, least_cents as "leastCents", category, is_first_purchase as "isFirstPurchase",
  starts_at as "startsAt", ends_at as "endsAt", most_uses as "maxUses", uses`;

export async function readCoupon(pool: Pool, code: string): Promise<Coupon | null> {
  const { rows } = await pool.query<Coupon>(`select ${columns} from book_coupon where code = $1`, [couponCode(code)]);
  return rows[0] ?? null;
}

/** Whether somebody has bought before; nobody knows of a buyer who is not named. */
export async function hasBought(pool: Pool, buyer: string | null): Promise<boolean | null> {
  if (buyer === null) return null;
  const { rowCount } = await pool.query('select from book_order where buyer = $1 limit 1', [buyer]);
  return rowCount === 1;
}
