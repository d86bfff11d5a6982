import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { KeepLocalList, LocalListEntryQuery, LocalListQuery } from '#contract/access/local-list.ts';
import type { CommandRecord, Outcome } from '#contract/commands/command.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { Batcher } from '../batcher.ts';
import type { RawAsk } from '../commands/run-command.ts';
import { OneAfterAnother } from '../reservations/one-after-another.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { compareLists, listsToVisit } from './compare-lists.ts';
import { EntryTexts } from './entry-texts.ts';
import { Handovers } from './handovers.ts';
import { type KeepNeeds, keepList } from './keep-list.ts';
import { type KeptStation, readKeptStations } from './kept-station-store.ts';
import { removeUnused } from './list-content-store.ts';
import { ListDifferences } from './list-differences.ts';
import type { ListableToken } from './listable-token.ts';
import { keptLists } from './local-list-store.ts';
import { MessageSizes } from './message-sizes.ts';
import { type ListPlan, type PlanWish, planList } from './plan-list.ts';
import { openListRecords } from './record-list.ts';
import { SendPace } from './send-pace.ts';
import { SentSoFar } from './sent-so-far.ts';
import { isLeftAlone } from './standing.ts';
import { StoredContents } from './stored-contents.ts';
import { TokenSnapshot } from './token-snapshot.ts';
import { viewLocalList, viewLocalLists } from './view-local-list.ts';

export type ListKeeper = ReturnType<typeof openLocalLists>['keeper'];

export type LocalListNeeds = Omit<KeepNeeds, 'book' | 'stations' | 'contents'> & {
  register: StationRegister;
  installationKey: Buffer;
  defaultListRoom: number;
  /** The slowest commit since it was last asked: lists wait while commits are slow. */
  slowestCommitMs(): number;
};

/** As many entries as a view shows unless somebody asks for more. */
const usualView: LocalListEntryQuery = { limit: 10_000 };

export function openLocalLists(given: LocalListNeeds) {
  const { pool, register, nodeId } = given;
  const stations = new Batcher(
    async (ids) => new Map((await readKeptStations(pool, { nodeId, ids })).map((one) => [one.place.stationId, one])),
  );
  const needs = {
    ...given,
    stations,
    book: new TokenSnapshot({ ...given, readTokens: () => readListable(pool), defaultRoom: given.defaultListRoom }),
    contents: new StoredContents(pool),
    texts: new EntryTexts(given),
    differences: new ListDifferences(pool),
    pace: new SendPace(given),
    sentSoFar: new SentSoFar(),
    sizes: new MessageSizes(),
    handovers: new Handovers(),
  };
  const inTurn = new OneAfterAnother();
  const records = openListRecords(needs);
  const view = (stationId: string, query: LocalListEntryQuery) => viewLocalList(needs, stationId, query);

  const localLists = {
    /** One list at a time for each station, whoever sends it. */
    inTurn: <Result>(stationId: string, send: () => Promise<Result>) => inTurn.run(stationId, send),
    plan: (wish: PlanWish): Promise<ListPlan> => planList(needs, wish),
    ...records,
    /** No answer came to a message: the next ones are shorter. */
    noteUnanswered: ({ stationId }: ListPlan, entries: number) => needs.sizes.unanswered(stationId, entries),
    sendRaw: (ask: RawAsk, send: () => Promise<CommandRecord>) => sentByHand(needs, ask, send),
    view,
    all: (query: LocalListQuery) => viewLocalLists(needs, query),

    async setMode(stationId: string, wanted: KeepLocalList, actor: Actor) {
      await mustBeKnown(register, stationId);
      await mustExist(needs, wanted.tokenIds ?? []);
      await records.recordMode(stationId, wanted, actor);
      return view(stationId, usualView);
    },
  };

  return {
    localLists,
    keeper: {
      keep: (stationId: string, how: { isForced: boolean }) => keepList(needs, stationId, how),
      compare: (change: { isRemoval: boolean }) => compareLists(needs, change),
      toVisit: (stationIds: readonly string[]) => listsToVisit(needs, stationIds),
      renew: () => needs.book.renew(),
      /** Tokens were removed: nothing that names them in clear is kept. */
      forget() {
        needs.texts.forget();
        needs.differences.forget();
      },
      hasBegun: (time: { after: Date; until: Date }) => hasBegun(pool, time),
      tidy: () => removeUnused(pool),
    },
  };
}

async function mustExist({ pool }: Pick<LocalListNeeds, 'pool'>, tokenIds: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from unnest($1::text[]) as named (id) where not exists (select from token where token.id = named.id) limit 1`,
    [tokenIds],
  );
  const [unknown] = rows;
  if (unknown === undefined) return;
  throw new SigecError('INVALID_INPUT', `There is no token ${unknown.id}; list the tokens at /api/tokens.`, {
    details: { field: 'tokenIds' },
  });
}

/** A sealed value is longer than the value by this: its nonce and its tag. Values are ASCII. */
const sealBytes = 28;

/**
 * Every token; those used most recently first, by the day: the order decides who stays in a list that cannot hold all, and a
 * list must not change with every session.
 */
async function readListable(pool: Pool): Promise<ListableToken[]> {
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
async function hasBegun(pool: Pool, { after, until }: { after: Date; until: Date }): Promise<boolean> {
  const { rows } = await pool.query<{ begun: boolean }>(
    `select exists (select from token where valid_from > $1 and valid_from <= $2)
       or exists (select from token_group where valid_from > $1 and valid_from <= $2) as begun`,
    [after, until],
  );
  return rows[0]?.begun ?? false;
}

type HandNeeds = {
  ledger: Ledger;
  clock: Clock;
  stations: Batcher<KeptStation>;
  contents: StoredContents;
  handovers: Handovers;
  sentSoFar: SentSoFar;
  isKeeping: boolean;
};

const note =
  'The list of this station is kept by hand from now on (mode manual). Set its mode to auto to have it kept in sync again.';

/**
 * A list that a person sends as a raw message would be replaced by ours seconds later. It is theirs to keep from then on, until somebody
 * sets another mode. Whatever we were sending stops.
 */
async function sentByHand(needs: HandNeeds, ask: RawAsk, send: () => Promise<CommandRecord>): Promise<CommandRecord> {
  if (ask.action !== 'SendLocalList') return send();
  return needs.handovers.during(ask.stationId, async () => {
    const record = await send();
    if (record.outcome === null || !mayBeTaken(record.outcome)) return record;
    const isChanged = await recordByHand(needs, ask);
    return isChanged ? { ...record, outcome: { ...record.outcome, reason: record.outcome.reason ?? note } } : record;
  });
}

/** Without an answer nobody knows. */
function mayBeTaken({ status, answer }: Outcome): boolean {
  return status === 'no-answer' || (status === 'accepted' && answer['status'] === 'Accepted');
}

/** Returns whether the list was kept by us before. */
async function recordByHand(needs: HandNeeds, { stationId, payload, actor }: RawAsk): Promise<boolean> {
  needs.sentSoFar.forget(stationId);
  const known = await needs.stations.read(stationId);
  if (known === undefined) return false;
  const isKept = !isLeftAlone(known.list, needs.isKeeping);
  const row = {
    version: versionIn(payload) ?? known.list.version,
    digest: null,
    sendingDigest: null,
    refusal: null,
    sentAt: needs.clock.now(),
  };
  if (isKept) await openListRecords(needs).recordMode(stationId, { mode: 'manual', row }, actor);
  else await needs.ledger.commit({ writes: [write(keptLists, { stationId, ...row })] });
  return isKept;
}

function versionIn(payload: unknown): number | undefined {
  const said = payload as { listVersion?: unknown; versionNumber?: unknown };
  const version = said.listVersion ?? said.versionNumber;
  return typeof version === 'number' && Number.isInteger(version) ? version : undefined;
}
