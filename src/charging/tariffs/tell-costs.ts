import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { every, type Repeating } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { Batcher } from '../batcher.ts';
import type { StationCommands } from '../station-commands.ts';
import type { Tariffs } from './open-tariffs.ts';
import { readPricedSessionsById } from './priced-session.ts';
import { pricingOf } from './session-segments.ts';

export type TellerNeeds = {
  pool: Pool;
  clock: Clock;
  log: Log;
  nodeId: string;
  /** How old what a station last heard of a cost may be; 0: it only hears what it asks for. */
  everySeconds: number;
  tariffs: Pick<Tariffs, 'book' | 'clockOf'>;
  stationCommands: Pick<StationCommands, 'send'>;
};

/** A fault of the moment is none of these. */
const deafAnswers = /^(Rejected|Unknown(VendorId|MessageId)|Not(Supported|Implemented))$/;
/** A station that does not take costs is asked again when it has had time to learn. */
const deafMs = 24 * 3_600_000;
const maxAtOnce = 20;
const answerWithinMs = 30_000;
const leastEveryMs = 1_000;

/**
 * I02: drivers see what their session costs, also at stations that report rarely or whose version has no field for it in an answer.
 * Not by commands: one a minute for every session would bury those of people.
 */
export class CostTeller {
  readonly #needs: TellerNeeds;
  readonly #ending = new AbortController();
  readonly #sweeping: Repeating | undefined;
  /** Until when a station is not told. */
  readonly #deaf = new Map<string, number>();
  readonly #finals = new Set<Promise<void>>();
  /** Sessions of many stations end together. */
  readonly #justEnded: Batcher<SessionToTell>;

  constructor(needs: TellerNeeds) {
    this.#needs = needs;
    const { pool, nodeId } = needs;
    this.#justEnded = new Batcher(async (sessionIds) => {
      const ended = await readJustEnded(pool, { nodeId, sessionIds });
      return new Map(ended.map((session) => [session.sessionId, session]));
    });
    if (needs.everySeconds === 0) return;
    const everyMs = Math.max(leastEveryMs, (needs.everySeconds * 1000) / 2);
    this.#sweeping = every({ task: 'tell costs to stations', everyMs, log: needs.log, run: () => this.#sweep() });
  }

  /** I03: 1.6 has no field for the final cost in any answer, so it follows in a message of its own. */
  ended(sessionId: string): void {
    if (this.#needs.everySeconds === 0 || this.#ending.signal.aborted) return;
    const telling = this.#tellEnded(sessionId)
      .catch((error: unknown) => this.#needs.log.warn({ sessionId, err: asError(error) }, 'final cost was not told'))
      .finally(() => this.#finals.delete(telling));
    this.#finals.add(telling);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([this.#sweeping?.close(), ...this.#finals]);
  }

  async #sweep(): Promise<void> {
    const { pool, nodeId, everySeconds, clock, tariffs } = this.#needs;
    const before = new Date(clock.now().getTime() - everySeconds * 1000);
    if ((await tariffs.book()).tariffs.size === 0) return; // where nothing has a price, nobody has to be told one
    const untold = await readUntold(pool, { nodeId, before });
    const waiting = await this.#priced(untold.filter(({ stationId }) => !this.#isDeaf(stationId)));
    const tellNext = async () => {
      for (let next = waiting.pop(); next !== undefined && !this.#ending.signal.aborted; next = waiting.pop())
        await this.#tell(next);
    };
    await Promise.all(Array.from({ length: maxAtOnce }, tellNext));
  }

  /** Those that have a tariff, looked up for all of them at once. */
  async #priced(sessions: readonly SessionToTell[]): Promise<SessionToTell[]> {
    if (sessions.length === 0) return [];
    const { pool, tariffs } = this.#needs;
    const [book, read] = await Promise.all([
      tariffs.book(),
      readPricedSessionsById(
        pool,
        sessions.map(({ sessionId }) => sessionId),
      ),
    ]);
    const priced = new Set<string>();
    for (const session of read) {
      const { siteId } = await tariffs.clockOf(session.stationId);
      if (pricingOf(book, session, { siteId }) !== null) priced.add(session.id);
    }
    return sessions.filter(({ sessionId }) => priced.has(sessionId));
  }

  async #tellEnded(sessionId: string): Promise<void> {
    const session = await this.#justEnded.read(sessionId);
    if (session !== undefined && !this.#isDeaf(session.stationId)) await this.#tell(session);
  }

  async #tell({ sessionId, stationId }: SessionToTell): Promise<void> {
    const { stationCommands, clock, log } = this.#needs;
    try {
      const requestId = randomInt(1, 2 ** 31 - 1);
      const order = {
        stationId,
        name: 'update-cost',
        input: { sessionId },
        requestId,
        timeoutMs: answerWithinMs,
      } as const;
      const { code } = await stationCommands.send(order);
      if (deafAnswers.test(code ?? '')) this.#deaf.set(stationId, clock.now().getTime() + deafMs);
    } catch (error) {
      log.warn({ stationId, sessionId, err: asError(error) }, 'cost could not be told');
    }
  }

  #isDeaf(stationId: string): boolean {
    const until = this.#deaf.get(stationId);
    if (until === undefined || until > this.#needs.clock.now().getTime()) return until !== undefined;
    this.#deaf.delete(stationId);
    return false;
  }
}

type SessionToTell = { sessionId: string; stationId: string };

/**
 * Running sessions of stations here that heard nothing of their cost for a while. Stations that calculate by themselves, or say
 * that they show no cost, need not hear of it.
 */
async function readUntold(pool: Pool, { nodeId, before }: { nodeId: string; before: Date }): Promise<SessionToTell[]> {
  const { rows } = await pool.query<SessionToTell>(
    `select session.id as "sessionId", session.station_id as "stationId"
     from station join session on session.station_id = station.id and session.state = 'running'
     where station.link_node = $1 and station.offline_reason is null and session.started_at < $2
       and not exists (select from session_cost as told where told.station_id = session.station_id
         and told.session_ref = session.ref and (told.source = 'station' or told.told_at >= $2))
       and not exists (select from variable where variable.station_id = station.id and attribute = 'actual' and value = 'false'
         and ((component = 'TariffCostCtrlr' and variable in ('Enabled', 'Available') and variable_instance = 'Cost')
           or variable = 'CustomDisplayCostAndPrice'))`,
    [nodeId, before],
  );
  return rows;
}

/** Of these sessions, those that have just ended at stations whose answers have no field for their cost. */
async function readJustEnded(
  pool: Pool,
  { nodeId, sessionIds }: { nodeId: string; sessionIds: readonly string[] },
): Promise<SessionToTell[]> {
  const { rows } = await pool.query<SessionToTell>(
    `select session.id as "sessionId", session.station_id as "stationId"
     from session join station on station.id = session.station_id
     where session.id = any($2::uuid[]) and session.state = 'ended' and session.ended_at > now() - interval '10 minutes'
       and station.link_node = $1 and station.offline_reason is null and station.link_version = '1.6'
       and not exists (select from variable where variable.station_id = station.id and attribute = 'actual' and value = 'false'
         and variable = 'CustomDisplayCostAndPrice')`,
    [nodeId, sessionIds],
  );
  return rows;
}
