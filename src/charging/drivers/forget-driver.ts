import { setImmediate } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import type { Forgotten } from '#contract/access/driver.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { endClient } from '#database/database.ts';
import { beginCopying } from '#database/row-copies/copying.ts';
import { isOvertaken, type Projection, write } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { removalOf, tokenEvent } from '../authorization/change-tokens.ts';
import { destroyedKeys } from '../authorization/person-key-store.ts';
import { readSealed, type SealedToken } from '../authorization/token-store.ts';
import { cachesToClear } from '../authorization-caches/cache-store.ts';
import { auditOf } from '../change-entry.ts';
import { forgetCustomer } from '../customer-information/forget-customer.ts';
import { readHolders } from '../local-lists/list-content-store.ts';
import { openSigned } from '../meter-values/signed-keys.ts';
import { problemOf } from '../problem.ts';
import { listsOf } from '../rows.ts';
import { unseal } from '../seal.ts';
import { driverEvent, mustReadDriver } from './change-drivers.ts';
import { forgottenDrivers, readRunningSessions, type SealedDriver } from './driver-store.ts';
import { openIdentity } from './identity.ts';
import type { BoundNeeds } from './open-drivers.ts';
import {
  dropStrayKeys,
  readTheirTokens,
  type TheirToken,
  theirSessions,
  theirValues,
  wasTheirs,
} from './their-tokens.ts';
import {
  dropLooseSigned,
  dropOpenSigned,
  type LooseSigned,
  readLooseSigned,
  readStationsOf,
  replaceInCommands,
  replaceInTexts,
} from './trace-store.ts';
import { forgetting } from './words-to-forget.ts';

/**
 * Forgets a person: their keys are destroyed, their tokens and their name are gone, and what they charged stays without a name. What
 * has to be looked for by their tokens goes first, since afterwards nobody could look; whoever asks again after a crash ends it.
 */
export async function forgetDriver(needs: BoundNeeds, driverId: string, actor: Actor): Promise<Forgotten> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await forgetOnce(needs, driverId, actor);
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      if (attempt === maxAttempts) throw problemOf('CONFLICT', sentenceOf('driver-gets-tokens', { driverId }));
    }
  }
}

const maxAttempts = 10;

/** Overtaken when somebody adds a token to them meanwhile: what that one has left behind was not looked for. */
async function forgetOnce(needs: BoundNeeds, driverId: string, actor: Actor): Promise<Forgotten> {
  const { pool, clock } = needs;
  const driver = await mustReadDriver(needs, driverId);
  if (driver.forgottenAt !== null)
    throw problemOf('CONFLICT', sentenceOf('driver-forgotten-on', { driverId, at: driver.forgottenAt.toISOString() }));
  const theirs = await readTheirTokens(pool, driverId);
  const goneIds = theirs.filter(({ isKept }) => !isKept).map(({ id }) => id);
  await checkNotCharging(needs, driverId, goneIds);
  const tokens = (await readSealed(pool, goneIds)).filter((token) => token.driverId === driverId);
  const kept = await readKept(pool, theirs);
  await giveReservationsBack(needs, goneIds, actor);
  await forgetTraces(needs, { driver, tokens, theirs });

  const now = clock.now();
  await needs.ledger.commit({
    events: [
      driverEvent('driver-forgotten', { ...driver, ...nobody, changedAt: now }, actor),
      ...tokens.map((token) => tokenEvent('token-removed', { ...token, changedAt: now }, actor)),
    ],
    writes: [
      write(forgottenDrivers, { id: driverId, at: now }),
      ...tokens.flatMap((token) => removalOf(token, now)),
      ...theirs.map((token) => write(forgottenTokens, { ...token, at: now })),
      write(cachesToClear, { since: now }),
      ...(driver.keyId === null ? [] : [write(destroyedKeys, { id: driver.keyId })]),
    ],
    audit: [auditOf('driver-forgotten', driverId, actor, { tokens: tokens.length })],
  });
  needs.names.forget(driverId);
  const { sessions, signedValues, stations } = kept;
  return { driverId, tokens: tokens.length, signedValues, sessionsKept: sessions, stationsToTell: stations };
}

const nobody = { groupId: null, places: null, isBlocked: false, oneAtATime: null };

async function checkNotCharging({ pool }: BoundNeeds, driverId: string, tokenIds: readonly string[]): Promise<void> {
  const running = await readRunningSessions(pool, tokenIds);
  if (running.length === 0) return;
  const named = running.map(({ id, stationId }) => `${id} at ${stationId}`).join(', ');
  throw problemOf('CONFLICT', sentenceOf('driver-charging', { driverId, sessions: named }), { sessions: running });
}

const openStatuses = ['planned', 'asked', 'active'] as const;

/** The station that keeps it knows the token by it. One that will not give it back does not keep anybody from being forgotten. */
async function giveReservationsBack(
  { reservations }: BoundNeeds,
  tokenIds: readonly string[],
  actor: Actor,
): Promise<void> {
  for (const tokenId of tokenIds) {
    for (const status of openStatuses) {
      for (const { stationId, id } of await reservations.find({ status, tokenId, limit: 100 }))
        await reservations.cancel({ stationId, id }, actor).catch(unlessAway);
    }
  }
}

function unlessAway(error: unknown): void {
  if (!(error instanceof SigecError) || error.code === 'DATABASE_AWAY') throw error;
}

/** Takes the secrets of their signed values away, also of sessions that have none yet, and remembers whose late ones to leave out. */
const forgottenTokens: Projection<TheirToken & { at: Date }> = {
  name: 'forgotten tokens',
  identity: ({ id }) => id,
  merge: (earlier) => earlier,
  async write(client, rows) {
    const gone = rows.filter(({ isKept }) => !isKept);
    await client.query(
      `insert into forgotten_token (id, forgotten_at) select * from unnest($1::text[], $2::timestamptz[]) on conflict do nothing`,
      listsOf(gone, 'id', 'at'),
    );
    await client.query(
      `insert into signed_key (station_id, session_ref, secret, created_at)
       select station_id, ref, null, now() from (${theirSessions}) as theirs
       on conflict (station_id, session_ref) do update set secret = null`,
      theirValues(rows),
    );
    await dropStrayKeys(client, rows);
  },
};

type RemainingData = { sessions: number; signedValues: number; stations: number };

async function readKept(pool: Pool, tokens: readonly TheirToken[]): Promise<RemainingData> {
  const { rows } = await pool.query<Omit<RemainingData, 'stations'>>(
    `with theirs as (${theirSessions})
     select (select count(*)::integer from theirs join session using (station_id, ref) where token_hash is not null) as sessions,
       (select count(*)::integer from theirs
        join meter_message as message on message.station_id = theirs.station_id and message.session_ref = theirs.ref
        cross join lateral jsonb_array_elements(message.samples) as sample
        where message.samples is not null and sample -> 'signed' is not null) as "signedValues"`,
    theirValues(tokens),
  );
  const forgotten = tokens.filter(({ isKept }) => !isKept).map(({ id }) => id);
  const { size: stations } = await readHolders(pool, forgotten);
  return { ...(rows[0] as Omit<RemainingData, 'stations'>), stations };
}

type Somebody = { driver: SealedDriver; tokens: readonly SealedToken[]; theirs: readonly TheirToken[] };

/** A token "12" stands in every second text by chance. */
const shortestSought = 4;

/** Takes away what stands elsewhere and names them. Whole tables are looked through, so it has a connection of its own. */
async function forgetTraces(needs: BoundNeeds, { driver, tokens, theirs }: Somebody): Promise<void> {
  const { installationKey, hashToken } = needs;
  const values = tokens.map(({ id, value, secret }) => unseal(installationKey, secret, { sealed: value, row: id }));
  const identity = openIdentity(installationKey, driver);
  const named = [identity?.name, identity?.email, identity?.phone].filter((text) => typeof text === 'string');
  const words = [...values, ...named].filter((text) => text.length >= shortestSought);
  const tokenIds = theirs.map(({ id }) => id);
  const known = new Map(theirs.map((token) => [token.id, token]));
  const isTheirs = (word: string, at: Date) => {
    const token = known.get(hashToken(word));
    return token !== undefined && wasTheirs(token, at);
  };
  const client = await needs.database.connect({ queryTimeoutMs: 0 });
  try {
    await beginCopying(client); // the copies of what is replaced forget it, too
    const stationIds = await readStationsOf(client, tokenIds);
    await dropOpenSigned(client, theirs);
    await forgetLooseSigned(client, { installationKey, stationIds }, (text, at) => {
      return holdsAny(text, values) || holdsWord(text, (word) => isTheirs(word, at));
    });
    const isAbout = (text: string) => holdsAny(text, [...values, ...named]);
    const gone = theirs.filter(({ isKept }) => !isKept).map(({ id }) => id);
    await forgetCustomer(client, { installationKey, tokenIds: gone, isAbout });
    const written = [...(await replaceInTexts(client, words)), ...(await replaceInCommands(client, words))];
    await needs.changeFrames({ stationIds: [...new Set([...stationIds, ...written])], replace: forgetting(words) });
  } finally {
    await endClient(client);
  }
}

/** Signed values that came outside any session: nobody knows whose they are but from what they say. */
async function forgetLooseSigned(
  client: ClientBase,
  { installationKey, stationIds }: { installationKey: Buffer; stationIds: readonly string[] },
  isTheirs: (text: string, at: Date) => boolean,
): Promise<void> {
  let looked = 0;
  for await (const messages of readLooseSigned(client, stationIds)) {
    for (const message of messages) {
      if (signedTexts(installationKey, message).some((text) => isTheirs(text, message.at)))
        await dropLooseSigned(client, message);
      looked += 1;
      if (looked % lookedAtOnce === 0) await setImmediate(); // stations are not kept waiting meanwhile
    }
  }
}

/** One takes most of a millisecond: every word of every reading of it is hashed. */
const lookedAtOnce = 10;

function signedTexts(installationKey: Buffer, { stationId, samples, secret }: LooseSigned): string[] {
  return samples.flatMap(({ signed }) => {
    const opened = openSigned(installationKey, signed ?? undefined, { stationId, sessionRef: null, secret });
    return opened === null ? [] : [opened.data];
  });
}

const maxDepth = 3;

/** Whether a text holds one of these, in any case, in the clear or inside Base64 or hexadecimal digits. */
export function holdsAny(text: string, needles: readonly string[]): boolean {
  const sought = needles.map((needle) => needle.toLowerCase());
  return readings(text).some((reading) => sought.some((needle) => reading.toLowerCase().includes(needle)));
}

/** The same for a word of which only something else is known, such as its hash. */
export function holdsWord(text: string, isSought: (word: string) => boolean): boolean {
  return readings(text).some((reading) => (reading.match(/[\w.*-]{1,255}/g) ?? []).some(isSought));
}

/** The text as it is, and what runs in it stand for when they are taken for Base64 or hexadecimal digits. */
function readings(text: string, depth = 0): string[] {
  if (depth === maxDepth) return [text];
  const runs = text.match(/[A-Za-z0-9+/_-]{8,}={0,2}/g) ?? [];
  return [text, ...runs.flatMap(decoded).flatMap((inner) => readings(inner, depth + 1))];
}

function decoded(run: string): string[] {
  const base64 = Buffer.from(run, 'base64').toString('latin1');
  return /^([0-9a-f]{2})+$/i.test(run) ? [base64, Buffer.from(run, 'hex').toString('latin1')] : [base64];
}
