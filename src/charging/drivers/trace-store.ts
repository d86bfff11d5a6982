import { isDeepStrictEqual } from 'node:util';
import type { ClientBase } from 'pg';
import type { KeptSample } from '../meter-values/kept-samples.ts';
import { type TheirToken, theirSessions, theirValues } from './their-tokens.ts';
import { forgetting, wordsPattern } from './words-to-forget.ts';

/** Signed values of before they were sealed stand as they came: they are taken out of their rows. */
export async function dropOpenSigned(client: ClientBase, tokens: readonly TheirToken[]): Promise<void> {
  await client.query(
    `with theirs as (${theirSessions})
     update meter_message as message set samples = (
       select jsonb_agg(case when sample -> 'signed' ? 'data' then sample - 'signed' else sample end order by nth)
       from jsonb_array_elements(message.samples) with ordinality as each (sample, nth))
     from theirs
     where message.station_id = theirs.station_id and message.session_ref = theirs.ref
       and message.samples @? '$[*].signed.data'`,
    theirValues(tokens),
  );
}

export type LooseSigned = {
  stationId: string;
  at: Date;
  receivedAt: Date;
  samples: KeptSample[];
  secret: Buffer | null;
};

const loosePerPage = 500;

/** Signed values of these stations that came outside any session, a part at a time. */
export async function* readLooseSigned(
  client: ClientBase,
  stationIds: readonly string[],
): AsyncGenerator<LooseSigned[]> {
  for (const stationId of stationIds) {
    for (
      let after: { at: Date | '-infinity'; receivedAt: Date | '-infinity' } = {
        at: '-infinity',
        receivedAt: '-infinity',
      };
      ;
    ) {
      const { rows } = await client.query<LooseSigned>(
        `select message.station_id as "stationId", at, received_at as "receivedAt", samples, secret
         from signed_key join meter_message as message on message.station_id = signed_key.station_id and message.session_ref is null
         where signed_key.station_id = $1 and signed_key.session_ref = '' and samples @? '$[*].signed'
           and (at, received_at) > ($2, $3)
         order by at, received_at limit $4`,
        [stationId, after.at, after.receivedAt, loosePerPage],
      );
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < loosePerPage) break;
      after = last;
    }
  }
}

export async function dropLooseSigned(client: ClientBase, { stationId, receivedAt, at }: LooseSigned): Promise<void> {
  await client.query(
    `update meter_message set samples = (
       select jsonb_agg(sample - 'signed' order by nth) from jsonb_array_elements(samples) with ordinality as each (sample, nth))
     where station_id = $1 and session_ref is null and received_at = $2 and at = $3 and samples @? '$[*].signed'`,
    [stationId, receivedAt, at],
  );
}

/** Where people and stations may have written a name or a token as free text. The ledger and the audit hold none of these. */
const freeTexts = [
  { table: 'data_transfer', column: 'data' },
  { table: 'data_transfer', column: 'answer' },
  { table: 'display_text', column: 'text' },
  { table: 'command', column: 'why' },
  { table: 'security_event', column: 'details' },
] as const;

/** Returns the stations in whose texts they stood. */
export async function replaceInTexts(client: ClientBase, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const pattern = wordsPattern(words);
  const stations = new Set<string>();
  for (const { table, column } of freeTexts) {
    const { rows } = await client.query<{ station_id: string }>(
      `update ${table} set ${column} = regexp_replace(${column}, $1, '(forgotten)', 'gi')
       where ${column} ~* $1 returning station_id`,
      [pattern],
    );
    for (const { station_id } of rows) stations.add(station_id);
  }
  return [...stations];
}

const commandsAtOnce = 200;

type CommandTexts = { id: string; stationId: string; input: string; answer: string | null; effect: string | null };

/** The same in what commands were given and brought: JSON, of which only the texts are looked at. */
export async function replaceInCommands(client: ClientBase, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const replace = forgetting(words);
  const stations = new Set<string>();
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await client.query<CommandTexts>(
      `select id, station_id as "stationId", input::text, answer::text, effect::text from command
       where id > $2 and concat_ws(' ', input, answer, effect) ~* $1 order by id limit $3`,
      [wordsPattern(words), after, commandsAtOnce],
    );
    for (const { id, stationId, ...texts } of rows) {
      after = id;
      const { input, answer, effect } = texts;
      const kept = { input: replace(input), answer: answer && replace(answer), effect: effect && replace(effect) };
      if (isDeepStrictEqual(kept, texts)) continue;
      // What came since, such as the answer, stays.
      await client.query(
        'update command set input = $2, answer = coalesce($3, answer), effect = coalesce($4, effect) where id = $1',
        [id, kept.input, kept.answer, kept.effect],
      );
      stations.add(stationId);
    }
    if (rows.length < commandsAtOnce) return [...stations];
  }
}

export async function readStationsOf(client: ClientBase, tokenIds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ station_id: string }>(
    `select station_id from session where token_hash = any($1)
     union select station_id from refusal where token_id = any($1)
     union select station_id from reservation where token_id = any($1)
     union select station_id from customer_information_request where reference = any($1)
     union select last_used_station_id from token where id = any($1) and last_used_station_id is not null
     union select station_id from command where input ->> 'tokenId' = any($1) or input ->> 'token' = any($1)
       or input -> 'token' ->> 'value' = any($1)`,
    [tokenIds],
  );
  return rows.map(({ station_id }) => station_id);
}
