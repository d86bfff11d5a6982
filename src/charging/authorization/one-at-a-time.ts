import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { Batcher } from '../batcher.ts';
import type { RunningSession, Verdict } from './decide.ts';
import { isCommitted, type PersonAsk, readRunning } from './running-sessions.ts';

/** A session that was allowed, and may not be in the books yet. */
type Claim = { stationId: string; ref: string; startedAt: Date; until: number };

const claimLastsMs = 60_000;

/**
 * Who may have one session only is decided one start after the other: two starts in the same instant cannot both pass. What was
 * allowed is claimed until its session can be read.
 */
export class OneAtATime {
  private readonly pool: Pool;
  private readonly clock: Clock;
  private readonly running: Batcher<RunningSession[]>;
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly claims = new Map<string, Claim[]>();

  constructor({ pool, clock }: { pool: Pool; clock: Clock }) {
    this.pool = pool;
    this.clock = clock;
    this.running = new Batcher((keys) => readRunning(pool, keys));
  }

  /** Without a session of its own, such as before a remote start, nothing is claimed. */
  decide(ask: PersonAsk, decide: (running: readonly RunningSession[]) => Verdict): Promise<Verdict> {
    const person = ask.driverId ?? ask.tokenId;
    const turn = (this.turns.get(person) ?? Promise.resolve()).then(() => this.decideInTurn(person, ask, decide));
    const settled: Promise<void> = turn.then(
      () => this.leave(person, settled),
      () => this.leave(person, settled),
    );
    this.turns.set(person, settled);
    return turn;
  }

  private leave(person: string, settled: Promise<unknown>): void {
    if (this.turns.get(person) === settled) this.turns.delete(person);
  }

  private async decideInTurn(
    person: string,
    ask: PersonAsk,
    decide: (running: readonly RunningSession[]) => Verdict,
  ): Promise<Verdict> {
    const claimed = await this.claimedBeside(person, ask); // first: what is committed meanwhile is found by the reading
    const running = (await this.running.read(JSON.stringify(ask))) ?? [];
    const verdict = decide([...running, ...claimed]);
    if (verdict.reason === null && ask.ref !== null) this.claim(person, { ...ask, ref: ask.ref });
    return verdict;
  }

  private async claimedBeside(person: string, { stationId, ref, at, isLate }: PersonAsk): Promise<RunningSession[]> {
    const open: Claim[] = [];
    for (const claim of this.claims.get(person) ?? [])
      if (claim.until > this.clock.now().getTime() && !(await isCommitted(this.pool, claim))) open.push(claim);
    if (open.length === 0) this.claims.delete(person);
    else this.claims.set(person, open);
    return open
      .filter((claim) => !(claim.stationId === stationId && claim.ref === ref))
      .filter(({ startedAt }) => !isLate || startedAt <= new Date(at))
      .map((claim) => ({ ...claim, sessionId: null, startedAt: claim.startedAt.toISOString() }));
  }

  private claim(person: string, { stationId, ref, at }: PersonAsk & { ref: string }): void {
    const now = this.clock.now().getTime();
    for (const [other, claims] of this.claims) {
      if (claims.some(({ until }) => until > now)) break; // the oldest stand first
      this.claims.delete(other);
    }
    const others = (this.claims.get(person) ?? []).filter(
      (claim) => claim.stationId !== stationId || claim.ref !== ref,
    );
    this.claims.delete(person); // the youngest stand last
    this.claims.set(person, [...others, { stationId, ref, startedAt: new Date(at), until: now + claimLastsMs }]);
  }
}
