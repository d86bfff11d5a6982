import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { system } from '#principals/actor.ts';
import type { Ask } from '../../../commands/run-command.ts';
import type { InferredClose } from '../../fold/oddity.ts';
import { type CloseNeeds, closeSession } from './close-session.ts';
import { type Judgement, judgeSilence, type Patience, type SilentSession } from './judge-silence.ts';

export type ForgottenNeeds = CloseNeeds & {
  pool: Pool;
  clock: Clock;
  log: Log;
  nodeId: string;
  patience: Patience;
  /** While the kill switch is on, those whose station has to be asked wait. */
  isKillSwitchOn(): boolean;
  runCommand(ask: Ask): Promise<CommandRecord>;
};

/** Of a sweep, which there is one of a minute: a fleet that fell silent together is not asked all at once. */
const maxAsked = 10;
const perPage = 500;
/** What a station was asked to send needs a moment to come. */
const answerMs = 5 * 60_000;
const hourMs = 3_600_000;

type Answered = { lastHeardAt: number; askedAt: number; answers: StationAnswer[] };

/** Sessions that were begun and never ended: their stations are asked, and where there is nothing more to hear they are closed. */
export class ForgottenSessions {
  private readonly needs: ForgottenNeeds;
  /** What was asked, by session. It may be forgotten with the process: then it is asked again. */
  private asked = new Map<string, Answered>();

  constructor(needs: ForgottenNeeds) {
    this.needs = needs;
  }

  async sweep(): Promise<void> {
    const { withSignsHours, withoutSignsHours } = this.needs.patience;
    const hours = [withSignsHours, withoutSignsHours].filter((limit) => limit > 0);
    if (hours.length === 0) return;
    const now = this.needs.clock.now();
    const heardBefore = new Date(now.getTime() - Math.min(...hours) * hourMs);
    const stillSilent = new Map<string, Answered>();
    let asksLeft = maxAsked;
    for await (const session of this.silent(heardBefore)) {
      if (session.node !== null && session.node !== this.needs.nodeId) continue;
      const judgement = judgeSilence(session, now, this.needs.patience);
      if (judgement.verdict === 'wait') continue;
      try {
        const known = this.answersFor(session, judgement, now);
        if (known === undefined && session.isOnline && (this.needs.isKillSwitchOn() || (asksLeft -= 1) < 0)) continue;
        const answered = known ?? (await this.ask(session, now));
        if (!(await this.settle(session, judgement, answered, now))) stillSilent.set(session.id, answered);
      } catch (error) {
        const { stationId, id: sessionId } = session;
        willRetry(this.needs.log, 'close forgotten sessions', error, { stationId, sessionId });
      }
    }
    this.asked = stillSilent;
  }

  private async *silent(heardBefore: Date): AsyncGenerator<FoundSilent> {
    let after: FoundSilent | undefined;
    do {
      const page = await readSilent(this.needs.pool, { heardBefore, after, limit: perPage });
      yield* page;
      after = page.length < perPage ? undefined : page.at(-1);
    } while (after !== undefined);
  }

  /** What was answered about this silence. A station that says it goes on is asked again once it could have been forgotten again. */
  private answersFor({ id, lastHeardAt }: FoundSilent, { verdict }: Judgement, now: Date): Answered | undefined {
    const answered = this.asked.get(id);
    if (answered === undefined || answered.lastHeardAt !== lastHeardAt.getTime()) return undefined;
    const { withoutSignsHours, withSignsHours } = this.needs.patience;
    const againAfterMs = (verdict === 'ask' ? withoutSignsHours : withSignsHours || withoutSignsHours) * hourMs;
    return now.getTime() - answered.askedAt >= againAfterMs ? undefined : answered;
  }

  private async ask(session: FoundSilent, now: Date): Promise<Answered> {
    const answers = session.isOnline ? await askStation(this.needs, session) : [];
    return { lastHeardAt: session.lastHeardAt.getTime(), askedAt: now.getTime(), answers };
  }

  private async settle(
    session: FoundSilent,
    judgement: Exclude<Judgement, { verdict: 'wait' }>,
    { answers, askedAt }: Answered,
    now: Date,
  ): Promise<boolean> {
    if (saysEnded(answers)) return this.close(session, { reason: 'station-says-ended', since: null, answers, now });
    if (judgement.verdict === 'ask' || saysMoreComes(answers)) return false;
    const hasHadTime = !session.isOnline || now.getTime() - askedAt >= answerMs;
    return hasHadTime && this.close(session, { ...judgement, answers, now });
  }

  private async close(
    { id, stationId, ref, lastHeardAt }: FoundSilent,
    found: { reason: InferredClose['reason']; since: Date | null; answers: StationAnswer[]; now: Date },
  ): Promise<boolean> {
    const { reason, since, answers, now } = found;
    const isClosed = await closeSession(
      this.needs,
      { stationId, ref },
      {
        reason,
        decidedAt: now.toISOString(),
        lastHeardAt: lastHeardAt.toISOString(),
        since: since?.toISOString() ?? null,
        asked: answers,
      },
    );
    if (isClosed) this.needs.log.info({ stationId, sessionId: id, reason }, 'a forgotten session was closed');
    return isClosed;
  }
}

type StationAnswer = InferredClose['asked'][number];

const why = ownReason('session-unheard');
const answerWithinSeconds = 30;

/**
 * Asks a station about a session that fell silent: whether it goes on, where the version has words for it (E14), and for its
 * readings and its status, which speak for themselves when they come.
 */
async function askStation(
  { runCommand }: { runCommand(ask: Ask): Promise<CommandRecord> },
  { id, stationId, evseId, version }: FoundSilent,
): Promise<StationAnswer[]> {
  const run = async (name: string, input: Record<string, unknown>): Promise<StationAnswer> => {
    const { outcome } = await runCommand({ stationId, name, input, actor: system, why, answerWithinSeconds });
    return { command: name, outcome: outcome?.status ?? 'no-answer', ...statusOf(outcome?.answer ?? {}) };
  };
  const place = evseId === null || evseId < 1 ? {} : { evseId };
  if (version === '1.6')
    return [
      await run('trigger', { message: 'meter-values', ...place }),
      await run('trigger', { message: 'status', ...place }),
    ];
  const status = await run('get-session-status', { sessionId: id });
  if (saysEnded([status])) return [status];
  return [status, await run('trigger', { message: 'session', ...place })];
}

function statusOf({
  isOngoing,
  hasQueuedMessages,
}: Record<string, unknown>): Omit<StationAnswer, 'command' | 'outcome'> {
  return {
    isOngoing: typeof isOngoing === 'boolean' ? isOngoing : null,
    hasQueuedMessages: typeof hasQueuedMessages === 'boolean' ? hasQueuedMessages : null,
  };
}

function saysEnded(asked: readonly StationAnswer[]): boolean {
  return asked.some(({ isOngoing, hasQueuedMessages }) => isOngoing === false && hasQueuedMessages === false);
}

function saysMoreComes(asked: readonly StationAnswer[]): boolean {
  return asked.some(({ isOngoing, hasQueuedMessages }) => isOngoing === true || hasQueuedMessages === true);
}

type FoundSilent = SilentSession & {
  id: string;
  stationId: string;
  ref: string;
  evseId: number | null;
  node: string | null;
  version: OcppVersion | null;
};

type SilentRow = {
  id: string;
  station_id: string;
  ref: string;
  evse_id: number | null;
  last_at: Date | null;
  updated_at: Date;
  link_node: string | null;
  link_version: OcppVersion | null;
  link_changed_at: Date | null;
  booted_at: Date | null;
  free_since: Date | null;
  other_at: Date | null;
};

/** Running sessions of which nothing was heard since, the longest silent first; `after`: the last of the page before. */
async function readSilent(
  pool: Pool,
  { heardBefore, after, limit }: { heardBefore: Date; after: FoundSilent | undefined; limit: number },
): Promise<FoundSilent[]> {
  const { rows } = await pool.query<SilentRow>(
    `select session.id, session.station_id, session.ref, session.evse_id, session.last_at, session.updated_at,
       station.link_node, station.link_version, station.link_changed_at, station.booted_at, place.free_since, other.other_at
     from session join station on station.id = session.station_id
     cross join lateral (
       select case when bool_and(status = 'available') then max(changed_at) end as free_since from connector
       where connector.station_id = session.station_id and connector.evse_id = session.evse_id
         and (session.connector_id is null or connector.connector_id = session.connector_id)
     ) as place
     cross join lateral (
       select min(started_at) as other_at from session as later
       where later.station_id = session.station_id and later.evse_id = session.evse_id and later.id <> session.id
         and later.started_at > session.last_at
     ) as other
     where session.state = 'running' and session.updated_at <= $1
       and ($2::timestamptz is null or (session.updated_at, session.id) > ($2, $3::uuid))
     order by session.updated_at, session.id limit $4`,
    [heardBefore.toISOString(), after?.lastHeardAt.toISOString() ?? null, after?.id ?? null, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    stationId: row.station_id,
    ref: row.ref,
    evseId: row.evse_id,
    node: row.link_node,
    version: row.link_version,
    lastHeardAt: row.updated_at,
    lastAt: row.last_at,
    isOnline: row.link_node !== null,
    linkChangedAt: row.link_changed_at,
    bootedAt: row.booted_at,
    freeSince: row.free_since,
    otherSessionAt: row.other_at,
  }));
}
