import type { Pool } from 'pg';
import type { ListableToken } from './listable-token.ts';

/** A sealed value is longer than the value by this: its nonce and its tag. Values are ASCII. */
const sealBytes = 28;

/**
 * Every token; those used most recently first, by the day: the order decides who stays in a list that cannot hold all, and a
 * list must not change with every session.
 */
export async function readListable(pool: Pool): Promise<ListableToken[]> {
  const client = await pool.connect();
  try {
    await client.query('begin read only');
    await client.query(`declare listable no scroll cursor for ${listable}`);
    const tokens: ListableToken[] = [];
    for (;;) {
      // A long answer is parsed in one go, and would hold everybody else up.
      const { rows } = await client.query<ListableToken>(`fetch ${tokensAtOnce} from listable`);
      for (const row of rows) tokens.push(row);
      if (rows.length < tokensAtOnce) break;
    }
    await client.query('commit');
    client.release();
    return tokens;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const tokensAtOnce = 500;

const listable = `
     select token.id, token.label, token.type,
       token.is_blocked or coalesce(driver.is_blocked, false) or coalesce(token_group.is_blocked, false)
         or coalesce(token.credit <= 0, false) as "isBlocked",
       greatest(token.valid_from, token_group.valid_from) as "validFrom",
       least(token.expires_at, token_group.expires_at) as "expiresAt",
       token_group.id as "groupId", coalesce(token.language, driver.language) as language,
       coalesce(driver.places, token_group.places, '"everywhere"') as places,
       coalesce(token_group.is_master_pass, false) as "isMasterPass",
       octet_length(token.value) - ${sealBytes} as length
     from token
     left join driver on driver.id = token.driver_id
     left join token_group on token_group.id = coalesce(token.group_id, driver.group_id)
     order by token.last_used_at::date desc nulls last, token.created_at desc, token.id collate "C"`;

/** Whether a token or group begins to be valid in this time: stations have to hear of it then. */
export async function hasBegun(pool: Pool, { after, until }: { after: Date; until: Date }): Promise<boolean> {
  const { rows } = await pool.query<{ begun: boolean }>(
    `select exists (select from token where valid_from > $1 and valid_from <= $2)
       or exists (select from token_group where valid_from > $1 and valid_from <= $2) as begun`,
    [after, until],
  );
  return rows[0]?.begun ?? false;
}
