import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { isReached } from '../partners/hub-clients.ts';
import type { Partners } from '../partners/open-partners.ts';
import { endpointOf, type Partner } from '../partners/partner.ts';
import type { Wire, WireRequest } from '../wire.ts';

type Row = {
  id: string;
  module: string;
  objectKey: string;
  request: WireRequest;
  version: number;
  attempts: number;
};
type Locations = ReadonlyMap<string, WireRequest>;

export type SendNeeds = {
  pool: Pool;
  clock: Clock;
  partners: Pick<Partners, 'noteSuccess' | 'noteFailure'>;
  wire: Pick<Wire, 'request'>;
  /** What is sent for a request that names what it is about alone; undefined: it is there no more. */
  prepare?(request: WireRequest): Promise<WireRequest | undefined>;
  /** Locations as they are now, in place of all that waits for them: by their ids, with the time of the newest change that waits. */
  locations?(partner: Partner, wanted: ReadonlyMap<string, string>): Promise<Locations>;
  log: Log;
};

/** What is sent to one partner in one go. What was told is forgotten together at its end: a `PUT` says the same twice. */
type Round = {
  partner: Partner;
  locations: Locations;
  told: Row[];
  hasAnswered: boolean;
  signal: AbortSignal;
};

const batch = 500;
/** So many changes of one location are worth a request with all of it. */
export const minMerged = 3;
const lanes = 8;
export const firstWaitMs = 1_000;
const longestWaitMs = 10 * 60_000;

/** A location with everything in it; the key of an EVSE begins with that of its location. */
export function isWhole({ module, objectKey }: Pick<Row, 'module' | 'objectKey'>): boolean {
  return module === 'locations' && !objectKey.includes('/');
}

/** Whether the partner could be reached. One that was away is asked one thing first. */
export async function sendDue(
  needs: SendNeeds,
  { partner, isProbe, signal }: { partner: Partner; isProbe: boolean; signal: AbortSignal },
): Promise<boolean> {
  for (let isFirst = isProbe; !signal.aborted; isFirst = false) {
    const { rows } = await needs.pool.query<Row>(
      `select id, module, object_key as "objectKey", request, version, attempts from roaming_outbox
       where partner_id = $1 and sent_at is null and not is_given_up and next_at <= $2 order by next_at, id limit $3`,
      [partner.id, needs.clock.now(), isFirst ? 1 : batch],
    );
    if (rows.length === 0) return true;
    // A location before its EVSEs: what begins alike is sent in order.
    const groups = [...Map.groupBy(rows, (row) => `${row.module} ${locationOf(row)}`).values()];
    const locations = await locationsFor(needs, partner, groups);
    const round: Round = { partner, locations, told: [], hasAnswered: false, signal };
    let isAway = false;
    const lane = async () => {
      for (let group = groups.shift(); group !== undefined && !isAway && !signal.aborted; group = groups.shift())
        if (await sendMerged(needs, round, group)) continue;
        else for (const row of group) if (!isAway) isAway = !(await sendOne(needs, round, row));
    };
    try {
      await Promise.all(Array.from({ length: lanes }, lane));
    } finally {
      await closeRound(needs, round);
    }
    if (isAway) return false;
    // What came meanwhile is for a partner that is read anew: what it sees may have changed.
    if (!isFirst && rows.length < batch) return true;
  }
  return true;
}

function locationOf({ objectKey }: Pick<Row, 'objectKey'>): string {
  return objectKey.split('/')[0] ?? '';
}

/** Those of which more than single EVSEs are told, read at once. */
async function locationsFor(
  { locations }: SendNeeds,
  partner: Partner,
  groups: readonly (readonly Row[])[],
): Promise<Locations> {
  const wanted = groups.flatMap((rows) => {
    const [first] = rows;
    const isToldWhole = first?.module === 'locations' && (rows.length >= minMerged || rows.some(isWhole));
    return isToldWhole ? [[locationOf(first), newestOf(rows)] as const] : [];
  });
  return wanted.length === 0 || locations === undefined ? new Map() : locations(partner, new Map(wanted));
}

/** Later than any time: such a location is read anew. */
const never = '~';

/** What had to wait may be older than what was told meanwhile. */
function newestOf(rows: readonly Row[]): string {
  const times = rows.map(({ request: { body = {} }, attempts }) =>
    attempts === 0 && 'lastUpdated' in body ? String(body.lastUpdated) : never,
  );
  return times.reduce((newest, at) => (at > newest ? at : newest));
}

/** What changed after its request was made has another version, and stays. */
async function closeRound({ pool, partners }: SendNeeds, { partner, told, hasAnswered }: Round): Promise<void> {
  if (hasAnswered) await partners.noteSuccess(partner.id);
  if (told.length > 0)
    await pool.query(
      `delete from roaming_outbox using unnest($1::bigint[], $2::integer[]) as sent (id, version)
       where roaming_outbox.id = sent.id and roaming_outbox.version = sent.version`,
      [told.map(({ id }) => id), told.map(({ version }) => version)],
    );
}

async function forget({ pool }: SendNeeds, { id, version }: Row): Promise<void> {
  await pool.query('delete from roaming_outbox where id = $1 and version = $2', [id, version]);
}

/** Whether one request did for all of them. */
async function sendMerged({ wire }: SendNeeds, round: Round, rows: readonly Row[]): Promise<boolean> {
  const [first] = rows;
  const isEnough = rows.length >= (rows.some(isWhole) ? 2 : minMerged);
  if (first === undefined || !isEnough || first.module !== 'locations') return false;
  if (rows.some(({ attempts }) => attempts > 0)) return false; // whatever was refused is told apart
  const { partner, locations, signal } = round;
  const request = locations.get(locationOf(first));
  if (request === undefined || endpointOf(partner, request.module, request.role) === undefined) return false;
  const answer = await wire.request(partner, { ...request, signal }).catch(() => undefined);
  if (answer === undefined || answer.httpStatus >= 300 || answer.code >= 2000) return false;
  round.hasAnswered = true;
  round.told.push(...rows);
  return true;
}

/** Whether it makes sense to send more to this partner now. */
async function sendOne(needs: SendNeeds, round: Round, row: Row): Promise<boolean> {
  const { pool, wire, partners } = needs;
  const { partner, signal } = round;
  const { id, request, module } = row;
  if (endpointOf(partner, request.module, request.role) === undefined && request.url === undefined) {
    // They do not take this: nothing is owed. A record of a session waits until they do.
    if (module === 'cdrs') await postpone(needs, row, 'They serve no endpoint for CDRs.');
    else await forget(needs, row);
    return true;
  }
  if (!(await isReached(pool, partner, request.to))) {
    await postpone(needs, row, 'The hub tells that the party is not connected.');
    return true;
  }
  try {
    const prepared = await asItIsNow(needs, round, row);
    if (prepared === undefined) {
      await forget(needs, row);
      return true;
    }
    const answer = await wire.request(partner, { ...prepared, signal });
    const isTaken = answer.httpStatus < 300 && answer.code < 2000;
    // A repetition that is refused because they have it is what we wanted.
    const isKnown = module === 'cdrs' && answer.httpStatus === 409;
    if (isTaken || isKnown) {
      round.hasAnswered = true;
      if (module === 'cdrs')
        await pool.query(`update roaming_outbox set sent_at = $2, proof = $3, failure = null where id = $1`, [
          ...[id, needs.clock.now(), answer.location ?? `${answer.httpStatus} ${answer.code}`],
        ]);
      else if (prepared.method === 'PUT') round.told.push(row);
      else await forget(needs, row);
      return true;
    }
    await postpone(needs, row, `${answer.httpStatus} ${answer.code} ${answer.message ?? ''}`.trim());
    const isReachedStill = answer.httpStatus < 500 && answer.httpStatus !== 401 && answer.httpStatus !== 429;
    if (!isReachedStill) await partners.noteFailure(partner.id, new Error(`It answered ${answer.httpStatus}.`));
    return isReachedStill;
  } catch (error) {
    if (signal.aborted) return false;
    await postpone(needs, row, asError(error).message);
    await partners.noteFailure(partner.id, error);
    return false;
  }
}

/** What a row stands for, as it is now: an EVSE may have changed while its location had to wait. */
async function asItIsNow(needs: SendNeeds, round: Round, { request, ...row }: Row): Promise<WireRequest | undefined> {
  if (request.kind !== undefined) return needs.prepare?.(request);
  return isWhole(row) && needs.locations !== undefined ? round.locations.get(locationOf(row)) : request;
}

/** State is told again a few times and then left to their next pull; money is told until they have it. */
const maxAttempts = 30;

async function postpone({ pool, clock }: SendNeeds, { id, attempts, module }: Row, failure: string): Promise<void> {
  const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** attempts);
  await pool.query(
    `update roaming_outbox set attempts = attempts + 1, next_at = $2, failure = $3, is_given_up = $4 where id = $1`,
    [id, new Date(clock.now().getTime() + waitMs), failure.slice(0, 500), module !== 'cdrs' && attempts >= maxAttempts],
  );
}
