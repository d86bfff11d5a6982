import type { Pool } from 'pg';
import type { Places } from '#contract/access/group.ts';
import type { TokenType } from '#contract/access/token.ts';
import { unseal } from '../seal.ts';

/** All that decisions have to know of a token: itself, its driver and the group that counts, its own or its driver's. */
export type TokenFacts = {
  id: string;
  type: TokenType;
  label: string;
  isBlocked: boolean;
  validFrom: Date | null;
  expiresAt: Date | null;
  /** Decimal text; null: no credit is kept. */
  credit: string | null;
  tariffId: string | null;
  language: string | null;
  driver: DriverFacts | null;
  group: GroupFacts | null;
};

export type DriverFacts = {
  id: string;
  isBlocked: boolean;
  /** null: as the group. */
  places: Places | null;
  oneAtATime: boolean | null;
};

export type GroupFacts = {
  id: string;
  /** What stations are told; it is in memory only. */
  value: string;
  isBlocked: boolean;
  validFrom: Date | null;
  expiresAt: Date | null;
  places: Places;
  oneAtATime: boolean;
  isMasterPass: boolean;
};

type Row = Omit<TokenFacts, 'driver' | 'group'> & {
  driver: DriverFacts | null;
  group:
    | (Omit<GroupFacts, 'value' | 'validFrom' | 'expiresAt'> & Record<'validFrom' | 'expiresAt', string | null>)
    | null;
  groupValue: Buffer | null;
  groupSecret: Buffer | null;
};

export async function readDecisionFacts(
  pool: Pool,
  installationKey: Buffer,
  ids: readonly string[],
): Promise<Map<string, TokenFacts>> {
  const { rows } = await pool.query<Row>(
    `select token.id, token.type, token.label, token.is_blocked as "isBlocked", token.valid_from as "validFrom",
       token.expires_at as "expiresAt", trim_scale(token.credit)::text as credit, token.tariff_id as "tariffId",
       coalesce(token.language, driver.language) as language,
       case when driver.id is not null then jsonb_build_object('id', driver.id, 'isBlocked', driver.is_blocked,
         'places', driver.places, 'oneAtATime', driver.one_at_a_time) end as driver,
       case when token_group.id is not null then jsonb_build_object('id', token_group.id, 'isBlocked', token_group.is_blocked,
         'validFrom', token_group.valid_from, 'expiresAt', token_group.expires_at, 'places', token_group.places,
         'oneAtATime', token_group.one_at_a_time, 'isMasterPass', token_group.is_master_pass) end as group,
       token_group.value as "groupValue", group_key.secret as "groupSecret"
     from token
     left join driver on driver.id = token.driver_id
     left join token_group on token_group.id = coalesce(token.group_id, driver.group_id)
     left join person_key as group_key on group_key.id = token_group.key_id
     where token.id = any($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, factsOf(installationKey, row)]));
}

function factsOf(installationKey: Buffer, { groupValue, groupSecret, group, ...token }: Row): TokenFacts {
  if (group === null || groupValue === null || groupSecret === null) return { ...token, group: null };
  const value = unseal(installationKey, groupSecret, { sealed: groupValue, row: group.id });
  return {
    ...token,
    group: { ...group, value, validFrom: dateOf(group.validFrom), expiresAt: dateOf(group.expiresAt) },
  };
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
