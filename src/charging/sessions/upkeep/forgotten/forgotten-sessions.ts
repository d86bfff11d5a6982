import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { Ask } from '../../../commands/run-command.ts';
import type { InferredClose } from '../../fold/oddity.ts';
import { askStation, type StationAnswer, saysEnded, saysMoreComes } from './ask-station.ts';
import { type CloseNeeds, closeSession } from './close-session.ts';
import { type Judgement, judgeSilence, type Patience } from './judge-silence.ts';
import { type FoundSilent, readSilent } from './silent-store.ts';

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

  /** One look at all silent sessions of the stations that are ours or nobody's. */
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

  /** Says whether it is closed. */
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
