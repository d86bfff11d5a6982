import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { every, type Repeating } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { FindingKind } from '#contract/findings/finding.ts';
import { oneAtATime } from '#database/one-at-a-time.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { failureProbability, fleetRate, judgeCohorts } from './detectors/hazard.ts';
import { judgeStation } from './detectors/judge-station.ts';
import { endFinding, openFinding } from './findings/change-findings.ts';
import { evidenceOfCohort, findingOfAlarm, findingOfCohort } from './findings/finding-of-alarm.ts';
import { readFinding, readFindings, seenFindings } from './findings/finding-store.ts';
import { readMembers, readStates, writeStates } from './health-store.ts';
import type { HealthFact } from './signals/health-fact.ts';
import { hearFact } from './signals/hear-fact.ts';
import { findingKey, newStationHealth, type StationHealth } from './signals/station-health.ts';

type Needs = { pool: Pool; ledger: Ledger; clock: Clock; log: Log };

const hearEveryMs = 2_000;
/** A crash loses what was heard since: detectors look at hours and days, and a busy station is a row of kilobytes. */
const writeEveryMs = 60_000;
/** Time alone makes an alarm of what lasts too long, and cohorts change slowly. */
const sweepEveryMs = 10 * 60_000;
/** What comes faster than it is read is left out: the detectors lose a little, and no station waits. */
const maxWaiting = 50_000;
const maxStations = 5_000;
const stationsInTurn = 100;
const sweepPage = 200;
/** That a finding is seen still is written down so often. */
const seenEveryMs = 3_600_000;
/** What a person said of a cohort holds for so long. */
const quietAfterClosingMs = 14 * 86_400_000;

/**
 * Hears what was committed, a little behind it, and keeps what the detectors know: in memory for stations that speak, in a table for all.
 * Telling it something costs a push into a list.
 */
export class StationWatch {
  private readonly needs: Needs;
  private readonly stations = new Map<string, StationHealth>();
  private readonly unwritten = new Set<string>();
  private readonly seenAt = new Map<string, number>();
  private waiting: HealthFact[] = [];
  private leftOut = 0;
  private ratePerDay = 1 / 730;
  private readonly repeating: Repeating[];

  constructor(needs: Needs) {
    this.needs = needs;
    const { log } = needs;
    this.repeating = [
      every({ task: 'hear signals of stations', everyMs: hearEveryMs, log, run: () => this.hearWaiting() }),
      every({ task: 'write signals of stations', everyMs: writeEveryMs, log, run: () => this.write() }),
      every({
        task: 'look for stations that fail',
        everyMs: sweepEveryMs,
        log,
        run: () => this.inTurn(() => this.sweep()),
      }),
    ];
  }

  hear(fact: HealthFact): void {
    if (this.waiting.length < maxWaiting) this.waiting.push(fact);
    else this.leftOut += 1;
  }

  /** Another node closed a finding. Where nothing is remembered of the station, that node has written it down. */
  async forgetToo(stationId: string, kind: FindingKind, connector: string | null): Promise<void> {
    await this.inTurn(async () => {
      if (this.stations.has(stationId)) await this.forgetNow(stationId, kind, connector);
    });
  }

  /** Another node hears the station now: what is remembered here grows old, and must not be written over what that one knows. */
  async leave(stationId: string): Promise<void> {
    await this.inTurn(async () => {
      if (this.unwritten.has(stationId)) await this.write();
      this.stations.delete(stationId);
    });
  }

  /** A person said what a finding was: its detectors begin anew at that place. */
  async forget(stationId: string, kind: FindingKind, connector: string | null): Promise<void> {
    await this.inTurn(() => this.forgetNow(stationId, kind, connector));
  }

  private async forgetNow(stationId: string, kind: FindingKind, connector: string | null): Promise<void> {
    await this.load([stationId]);
    const station = this.stations.get(stationId);
    if (station === undefined) return;
    const key = findingKey(kind, connector);
    this.seenAt.delete(station.open[key] ?? '');
    delete station.open[key];
    const place = connector === null ? station : station.connectors[connector];
    if (place !== undefined) place.watches = {};
    this.unwritten.add(stationId);
  }

  /** Everything that was told before is heard and judged afterwards. */
  catchUp(): Promise<void> {
    return this.hearWaiting();
  }

  /** And written, for who reads the table. */
  async settle(): Promise<void> {
    await this.hearWaiting();
    await this.write();
  }

  async close(): Promise<void> {
    for (const each of this.repeating) await each.close();
    await this.settle();
  }

  private underWay: Promise<void> = Promise.resolve();

  /** One after the other: two that read the same station's state would lose one of them. */
  private inTurn(run: () => Promise<void>): Promise<void> {
    const turn = this.underWay.then(run);
    this.underWay = turn.catch(() => undefined); // whoever asked for it hears of it
    return turn;
  }

  private hearWaiting(): Promise<void> {
    return this.inTurn(() => this.hearAll());
  }

  private async hearAll(): Promise<void> {
    const facts = this.waiting;
    this.waiting = [];
    if (this.leftOut > 0)
      this.needs.log.warn({ signals: this.leftOut }, 'signals of stations came too fast and were left out');
    this.leftOut = 0;
    if (facts.length === 0) return;
    const byStation = Map.groupBy(facts, ({ stationId }) => stationId);
    await this.load([...byStation.keys()]);
    let turn = 0;
    for (const [stationId, told] of byStation) {
      const station = this.stations.get(stationId) ?? newStationHealth(told[0]?.at ?? 0);
      this.keep(stationId, station);
      for (const fact of told) hearFact(station, fact);
      await this.judge(stationId, station);
      turn += 1;
      if (turn % stationsInTurn === 0) await new Promise(setImmediate);
    }
  }

  /** Those that speak are in memory, the last ones to speak longest. */
  private keep(stationId: string, station: StationHealth): void {
    this.stations.delete(stationId);
    this.stations.set(stationId, station);
    this.unwritten.add(stationId);
  }

  private async load(stationIds: readonly string[]): Promise<void> {
    const missing = stationIds.filter((id) => !this.stations.has(id));
    if (missing.length === 0) return;
    for (const [id, state] of await readStates(this.needs.pool, missing)) this.stations.set(id, state);
  }

  private async judge(stationId: string, station: StationHealth): Promise<void> {
    const { ledger, clock, pool } = this.needs;
    const at = clock.now();
    const { alarms, seen, passed } = judgeStation(station, at.getTime());
    await this.noteSeen(
      seen.map((key) => station.open[key] ?? '').filter((id) => id !== ''),
      at,
    );
    for (const key of passed) {
      const id = station.open[key];
      delete station.open[key];
      const finding = id === undefined ? undefined : await readFinding(pool, id);
      if (finding?.closedAt === null) await endFinding({ ledger }, finding, at);
      if (id !== undefined) this.seenAt.delete(id);
    }
    const days = Math.max(1, (at.getTime() - station.since) / 86_400_000);
    const usual = failureProbability({ failures: station.failures, days }, this.ratePerDay, 14);
    for (const alarm of alarms) {
      const row = await findingOfAlarm(ledger, { stationId, station, alarm, at, usualProbability: usual });
      await openFinding({ ledger }, row);
      station.open[findingKey(alarm.kind, alarm.connector)] = row.id;
      this.unwritten.add(stationId);
    }
    if (passed.length > 0) this.unwritten.add(stationId);
  }

  private async noteSeen(ids: readonly string[], at: Date): Promise<void> {
    const due = ids.filter((id) => at.getTime() - (this.seenAt.get(id) ?? 0) >= seenEveryMs);
    if (due.length === 0) return;
    for (const id of due) this.seenAt.set(id, at.getTime());
    await this.needs.ledger.commit({ writes: due.map((id) => write(seenFindings, { id, lastSeenAt: at })) });
  }

  private async write(): Promise<void> {
    const ids = [...this.unwritten];
    for (let from = 0; from < ids.length; from += stationsInTurn) {
      const part = ids.slice(from, from + stationsInTurn);
      const states = new Map<string, StationHealth>();
      for (const id of part) {
        const state = this.stations.get(id);
        if (state !== undefined) states.set(id, state);
      }
      await writeStates(this.needs.pool, states, this.needs.clock.now());
      for (const id of part) this.unwritten.delete(id);
    }
    for (const id of this.stations.keys()) {
      if (this.stations.size <= maxStations) break;
      if (!this.unwritten.has(id)) this.stations.delete(id);
    }
  }

  /** Judges every station, also those that are silent, and what they have in common; on one node at a time. */
  private async sweep(): Promise<void> {
    const { pool } = this.needs;
    await this.write();
    await oneAtATime(pool, 'sweep of health', async () => {
      await this.judgeSilent();
      await this.judgeCohorts();
    });
    await this.write();
  }

  private async judgeSilent(): Promise<void> {
    const { pool } = this.needs;
    let after = '';
    for (;;) {
      const { rows } = await pool.query<{ id: string }>(
        'select station_id as id from health_station where station_id > $1 order by station_id limit $2',
        [after, sweepPage],
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
      const silent = rows.map(({ id }) => id).filter((id) => !this.stations.has(id));
      for (const [id, state] of await readStates(pool, silent)) {
        await this.judge(id, state);
        if (this.unwritten.has(id)) this.stations.set(id, state);
      }
      for (const { id } of rows) {
        const station = this.stations.get(id);
        if (station !== undefined) await this.judge(id, station);
      }
      await new Promise(setImmediate);
    }
  }

  private async judgeCohorts(): Promise<void> {
    const { pool, clock, ledger } = this.needs;
    const members = await readMembers(pool, clock.now());
    this.ratePerDay = fleetRate(members);
    const alarms = judgeCohorts(members);
    if (alarms.length === 0) return;
    const { findings } = await readFindings(pool, { state: 'all', limit: 500 });
    const recently = clock.now().getTime() - quietAfterClosingMs;
    for (const alarm of alarms) {
      const isKnown = findings.some(
        ({ cohort, closedAt }) =>
          cohort?.model === alarm.cohort.model &&
          cohort.firmwareVersion === alarm.cohort.firmwareVersion &&
          (closedAt === null || Date.parse(closedAt) > recently),
      );
      if (isKnown) continue;
      const evidence = await evidenceOfCohort(ledger, await readStates(pool, alarm.affected));
      await openFinding({ ledger }, findingOfCohort(alarm, { at: clock.now(), evidence }));
    }
  }
}
