import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { TariffSyncState } from '#contract/billing/tariff.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { system } from '#principals/actor.ts';
import { Batcher } from '../batcher.ts';
import type { Ask } from '../commands/run-command.ts';
import { deleteProjection, tableProjection } from '../rows.ts';
import type { Tariffs } from './open-tariffs.ts';

export type TariffKeeperNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  nodeId: string;
  isKeeping: boolean;
  tariffs: Pick<Tariffs, 'whichApplies' | 'book'>;
  runCommand(ask: Ask): Promise<CommandRecord>;
};

export type TariffKeeper = {
  keep(stationId: string): Promise<void>;
  /** Of these stations, those that have something to hear of their prices; null: of all that are online here. */
  toVisit(stationIds: readonly string[] | null): Promise<string[]>;
};

const why = ownReason('prices-kept');
const answerWithinSeconds = 60;
const retryMs = 5 * 60_000;

/** After as many stations others get their turn. */
const atOnce = 200;

/** I07: stations of OCPP 2.1 calculate by themselves, by the tariffs that hold at them for everybody. */
export function openTariffKeeper(needs: TariffKeeperNeeds): TariffKeeper {
  const { pool, nodeId, tariffs } = needs;
  const stations = new Batcher(
    async (ids) => new Map((await readPricedStations(pool, { nodeId, ids })).map((one) => [one.stationId, one])),
  );
  return {
    async toVisit(stationIds) {
      if (!needs.isKeeping || (await tariffs.book()).tariffs.size === 0) return [];
      const behind: string[] = [];
      for (const [index, station] of (await readPricedStations(pool, { nodeId, ids: stationIds })).entries()) {
        if (index % atOnce === atOnce - 1) await new Promise(setImmediate);
        const { toTake, toGive } = await stepsOf(needs, station);
        if (toTake.length > 0 || toGive.length > 0) behind.push(station.stationId);
      }
      return behind;
    },
    async keep(stationId) {
      if (!needs.isKeeping) return;
      const station = await stations.read(stationId);
      if (station !== undefined) await bringIntoStep(needs, station);
    },
  };
}

type Steps = { toTake: KeptTariffRow[]; toGive: { wanted: WantedTariff; before: KeptTariffRow | undefined }[] };

async function stepsOf(needs: TariffKeeperNeeds, station: PricedStation): Promise<Steps> {
  const { held } = station;
  const wanted = await wantedOf(needs, station);
  const now = needs.clock.now();
  return {
    toTake: held.filter((row) => !wanted.some((one) => isSamePlace(one, row))),
    toGive: wanted
      .map((one) => ({ wanted: one, before: held.find((row) => isSamePlace(one, row)) }))
      .filter((one) => isOpen(one.before, { wanted: one.wanted, station, now })),
  };
}

function isSamePlace(one: WantedTariff, row: KeptTariffRow): boolean {
  return one.evseId === row.evseId && one.tariffId === row.tariffId;
}

async function bringIntoStep(needs: TariffKeeperNeeds, station: PricedStation): Promise<void> {
  const { toTake, toGive } = await stepsOf(needs, station);
  for (const row of toTake) if (!(await take(needs, row))) return; // what it still has stands in the way of what comes next
  for (const one of toGive) await give(needs, { stationId: station.stationId, ...one });
}

/** What a person gave the station by hand stays as they gave it. */
async function wantedOf(
  { tariffs, clock }: TariffKeeperNeeds,
  { stationId, evseIds }: PricedStation,
): Promise<WantedTariff[]> {
  const at = clock.now();
  const nobody = { connectorId: null, tokenTariffId: null, groupId: null, at };
  const evses = await Promise.all(
    evseIds.map(async (evseId) => ({ evseId, applying: await tariffs.whichApplies({ stationId, evseId, ...nobody }) })),
  );
  const byHand = evses.some(({ applying }) => applying?.why === 'station');
  return byHand ? [] : wantedTariffs(evses);
}

function isOpen(
  before: KeptTariffRow | undefined,
  { wanted, station, now }: { wanted: WantedTariff; station: PricedStation; now: Date },
): boolean {
  if (before === undefined || before.version !== wanted.version) return true;
  if (station.bootedAt !== null && station.bootedAt > before.sentAt) return true;
  return before.state === 'pending' && now.getTime() - before.sentAt.getTime() >= retryMs;
}

async function give(
  { runCommand, ledger, clock }: TariffKeeperNeeds,
  { stationId, wanted, before }: { stationId: string; wanted: WantedTariff; before: KeptTariffRow | undefined },
): Promise<void> {
  const { evseId, tariffId, version } = wanted;
  const input = { tariffId, isKept: true, ...(evseId > 0 && { evseId }) };
  const { outcome } = await runCommand({
    stationId,
    name: 'set-default-tariff',
    input,
    actor: system,
    why,
    answerWithinSeconds,
  });
  const now = clock.now();
  const { state, said } = stateOf(outcome);
  const isSame = before?.state === state && before.version === version;
  const row = { stationId, ...wanted, state, said, since: isSame ? before.since : now, sentAt: now };
  await ledger.commit({
    events: isSame
      ? []
      : [
          {
            kind: 'station-tariff-state',
            stationId,
            happenedAt: now,
            body: { evseId, tariffId, version, state, said },
          },
        ],
    writes: [write(keptTariffs, row)],
  });
}

async function take(
  { runCommand, ledger, clock }: TariffKeeperNeeds,
  { stationId, evseId, tariffId, version, state: before }: KeptTariffRow,
): Promise<boolean> {
  const input = { tariffIds: [tariffId], isKept: true, ...(evseId > 0 && { evseId }) };
  const isThere = before === 'in-sync' || before === 'pending';
  const outcome = isThere
    ? (await runCommand({ stationId, name: 'clear-tariffs', input, actor: system, why, answerWithinSeconds })).outcome
    : null;
  if (isThere && outcome?.status !== 'accepted' && stateOf(outcome).state === 'pending') return false;
  const now = clock.now();
  await ledger.commit({
    events: [
      { kind: 'station-tariff-state', stationId, happenedAt: now, body: { evseId, tariffId, version, state: 'taken' } },
    ],
    writes: [write(takenTariffs, { stationId, evseId })],
  });
  return true;
}

/** A station that knows no such message is not asked again before it boots. */
function stateOf(outcome: CommandRecord['outcome']): { state: TariffSyncState; said: string | null } {
  const code = outcome?.code ?? null;
  if (outcome?.status === 'accepted') return { state: 'in-sync', said: null };
  if (code !== null && /^Not(Supported|Implemented)$/.test(code)) return { state: 'not-supported', said: code };
  return outcome?.status === 'rejected' ? { state: 'refused', said: code } : { state: 'pending', said: code };
}

type KeptTariffRow = {
  stationId: string;
  evseId: number;
  tariffId: string;
  version: number;
  state: TariffSyncState;
  said: string | null;
  since: Date;
  sentAt: Date;
};

const keptTariffs = tableProjection<KeptTariffRow>({
  name: 'kept tariffs',
  table: 'kept_tariff',
  key: ['stationId', 'evseId'],
});

const takenTariffs = deleteProjection<{ stationId: string; evseId: number }>({
  name: 'taken tariffs',
  table: 'kept_tariff',
  key: ['stationId', 'evseId'],
});

type PricedStation = { stationId: string; bootedAt: Date | null; evseIds: number[]; held: KeptTariffRow[] };

type Stored = Omit<PricedStation, 'held'> & {
  held: (Omit<KeptTariffRow, 'stationId' | 'since' | 'sentAt'> & { since: string; sentAt: string })[] | null;
};

/** Those of them that are online here and speak the version that calculates by itself; `ids` null: of all. */
async function readPricedStations(
  pool: Pool,
  { nodeId, ids }: { nodeId: string; ids: readonly string[] | null },
): Promise<PricedStation[]> {
  const { rows } = await pool.query<Stored>(
    `select id as "stationId", booted_at as "bootedAt", array(
         select distinct evse_id from connector where station_id = station.id and evse_id > 0 order by evse_id) as "evseIds",
       (select json_agg(json_build_object('evseId', evse_id, 'tariffId', tariff_id, 'version', version, 'state', state, 'said', said,
          'since', since, 'sentAt', sent_at) order by evse_id)
        from kept_tariff where station_id = station.id) as held
     from station where link_node = $1 and offline_reason is null and link_version = '2.1'${ids === null ? '' : ' and id = any($2)'}
     order by id collate "C"`,
    ids === null ? [nodeId] : [nodeId, ids],
  );
  return rows.map(({ held, ...station }) => ({
    ...station,
    held: (held ?? []).map(({ since, sentAt, ...row }) => ({
      stationId: station.stationId,
      ...row,
      since: new Date(since),
      sentAt: new Date(sentAt),
    })),
  }));
}

/** A tariff that a station is to have. EVSE 0: all that have none of their own. */
type WantedTariff = { evseId: number; tariffId: string; version: number };

/**
 * What a station has to hold so that each of its EVSEs calculates by its own tariff. What most of them have goes to all, since a
 * station takes the same tariff for one place only. Where one of them has none, none goes to all.
 */
function wantedTariffs(
  evses: readonly { evseId: number; applying: { tariffId: string; version: { version: number } } | null }[],
): WantedTariff[] {
  const wanted = evses.flatMap(({ evseId, applying }) =>
    applying === null ? [] : [{ evseId, tariffId: applying.tariffId, version: applying.version.version }],
  );
  if (wanted.length === 0 || wanted.length < evses.length) return wanted;
  const groups = [...Map.groupBy(wanted, ({ tariffId, version }) => `${tariffId}\n${version}`).values()];
  const [most = []] = groups.toSorted((a, b) => b.length - a.length);
  const [common] = most;
  if (common === undefined) return wanted;
  return [{ ...common, evseId: 0 }, ...wanted.filter((one) => !most.includes(one))];
}
