import type { Pool } from 'pg';
import { Slices } from '#base/slices.ts';
import { bucketOf, type Difference, differenceOf, digestOfNothing } from './difference.ts';
import type { HeldEntry, WantedEntry } from './listable-token.ts';
import type { WantedList } from './wanted-list.ts';

/** What was used so recently is not looked for again; what is older, and used by nobody, may be removed. */
const touchAfter = `interval '1 hour'`;
const removeAfter = `interval '1 day'`;
/** Read at once: parsing a bucket takes a millisecond. */
const bucketsAtOnce = 8;

/**
 * Stores the contents of a list, unless they are there. They are the same for every station that holds them and never change, so they
 * need not be part of the commit that says who holds them, and do not pass the connection by which sessions are written.
 */
export async function saveContent(pool: Pool, { digest, entries, buckets }: WantedList): Promise<void> {
  const filled = buckets.filter(({ from, to }) => to > from);
  const { rows } = await pool.query<{ digest: string }>('select digest from local_list_bucket where digest = any($1)', [
    filled.map((bucket) => bucket.digest),
  ]);
  const stored = new Set(rows.map((row) => row.digest));
  for (const bucket of filled) {
    if (stored.has(bucket.digest)) continue;
    const held = entries.slice(bucket.from, bucket.to);
    await pool.query(
      `insert into local_list_bucket (digest, token_ids, fingerprints) values ($1, $2, $3)
       on conflict (digest) do nothing`,
      [bucket.digest, held.map(({ tokenId }) => tokenId), held.map(({ fingerprint }) => fingerprint)],
    );
  }
  await pool.query(
    `with touched as (
       update local_list_bucket set used_at = now() where digest = any($2) and used_at < now() - ${touchAfter}
     )
     insert into local_list_content as known (digest, buckets, entries) values ($1, $2, $3)
     on conflict (digest) do update set used_at = now() where known.used_at < now() - ${touchAfter}`,
    [digest, buckets.map((bucket) => bucket.digest), entries.length],
  );
}

/** What leads from the list with this digest to the wanted one; undefined: its contents are not known. Only buckets that differ are read. */
export async function differenceFrom(
  pool: Pool,
  digest: string,
  wanted: WantedList,
): Promise<Difference<WantedEntry> | undefined> {
  const held = await readBuckets(pool, digest);
  if (held === undefined) return undefined;
  const difference: Difference<WantedEntry> = { toTell: [], toRemove: [] };
  const differing = wanted.buckets.flatMap((bucket, index) => {
    const known = held[index] ?? digestOfNothing;
    return known === bucket.digest ? [] : [{ known, bucket }];
  });
  for (let at = 0; at < differing.length; at += bucketsAtOnce) {
    const some = differing.slice(at, at + bucketsAtOnce);
    const contents = await readContents(
      pool,
      some.map(({ known }) => known),
    );
    const slices = new Slices();
    for (const { known, bucket } of some) {
      if (slices.isOver) await slices.rest();
      const before = known === digestOfNothing ? [] : contents.get(known);
      if (before === undefined) return undefined;
      const { toTell, toRemove } = differenceOf(wanted.entries.slice(bucket.from, bucket.to), before);
      for (const entry of toTell) difference.toTell.push(entry);
      for (const tokenId of toRemove) difference.toRemove.push(tokenId);
    }
  }
  return difference;
}

/** Every entry of the list with this digest; none when its contents are not known. */
export async function readContent(pool: Pool, digest: string | null): Promise<HeldEntry[]> {
  const buckets = digest === null ? undefined : await readBuckets(pool, digest);
  const entries: HeldEntry[] = [];
  for (let at = 0; at < (buckets?.length ?? 0); at += bucketsAtOnce) {
    const contents = await readContents(pool, buckets?.slice(at, at + bucketsAtOnce) ?? []);
    for (const some of contents.values()) for (const entry of some) entries.push(entry);
  }
  return entries;
}

async function readBuckets(pool: Pool, digest: string): Promise<string[] | undefined> {
  if (digest === digestOfNothing) return [];
  const { rows } = await pool.query<{ buckets: string[] }>('select buckets from local_list_content where digest = $1', [
    digest,
  ]);
  return rows[0]?.buckets;
}

async function readContents(pool: Pool, digests: readonly string[]): Promise<Map<string, HeldEntry[]>> {
  const { rows } = await pool.query<{ digest: string; tokenIds: string[]; fingerprints: string[] }>(
    'select digest, token_ids as "tokenIds", fingerprints from local_list_bucket where digest = any($1)',
    [digests],
  );
  return new Map(
    rows.map(({ digest, tokenIds, fingerprints }) => [
      digest,
      tokenIds.map((tokenId, index) => ({ tokenId, fingerprint: fingerprints[index] ?? '' })),
    ]),
  );
}

export async function countEntries(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ digest: string; entries: number }>(
    'select digest, entries from local_list_content where digest in (select digest from local_list)',
  );
  return new Map(rows.map(({ digest, entries }) => [digest, entries]));
}

export async function readHolders(pool: Pool, tokenIds: readonly string[]): Promise<Set<string>> {
  if (tokenIds.length === 0) return new Set();
  const { rows } = await pool.query<{ stationId: string }>(
    `select distinct station_id as "stationId"
     from unnest($1::text[], $2::integer[]) as named (token_id, bucket)
     join local_list_content as content on true
     join local_list_bucket as held on held.digest = content.buckets[named.bucket + 1] and named.token_id = any(held.token_ids)
     join local_list on local_list.digest = content.digest or local_list.sending_digest = content.digest`,
    [tokenIds, tokenIds.map(bucketOf)],
  );
  return new Set(rows.map(({ stationId }) => stationId));
}

export async function readHoldersOfGone(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ stationId: string }>(
    `with gone as (
       select digest from local_list_bucket
       where exists (select from unnest(token_ids) as named (id) where not exists (select from token where token.id = named.id))
     ), touched as (
       select distinct content.digest from local_list_content as content join gone on gone.digest = any(content.buckets)
     )
     select station_id as "stationId" from local_list
     where digest in (select digest from touched) or sending_digest in (select digest from touched)`,
  );
  return new Set(rows.map(({ stationId }) => stationId));
}

export async function removeUnused(pool: Pool): Promise<void> {
  await pool.query(
    `delete from local_list_content as content where used_at < now() - ${removeAfter}
       and not exists (select from local_list where local_list.digest = content.digest or sending_digest = content.digest)`,
  );
  await pool.query(
    `delete from local_list_bucket as held where used_at < now() - ${removeAfter}
       and not exists (select from local_list_content where held.digest = any(buckets))`,
  );
}
