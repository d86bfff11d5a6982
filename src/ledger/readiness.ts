import { asError } from '#base/errors.ts';
import { type Committed, type Entry, type Projection, write } from './ledger-types.ts';
import { type AwayReason, awaySentences, type Writer } from './writer.ts';

/** Why nothing can be committed, and since when, as far as that is known. */
export type NotReady = { cause: AwayReason; sentence: string; since: Date | null };

/** Anybody may ask whether we are ready, and must not make us commit more often than this. */
const freshMs = 1_000;

/** A commit that changes nothing. It is flushed like any other, so it shows whether the server can write its log. */
const probe: Projection<'probe'> = {
  name: 'probe',
  isIndependent: true,
  identity: (row) => row,
  merge: (row) => row,
  async write(client) {
    await client.query("select pg_logical_emit_message(true, 'sigec', 'probe')");
  },
};

/** Whether something can be committed now. A server that answers questions may still be unable to write. */
export class Readiness {
  private readonly writer: Writer;
  private readonly commit: (entry: Entry) => Promise<Committed>;
  private latest: { askedAt: number; causes: Promise<NotReady[]> } | undefined;

  constructor(writer: Writer, commit: (entry: Entry) => Promise<Committed>) {
    this.writer = writer;
    this.commit = commit;
  }

  /** Why nothing can be committed; empty where everything can. */
  async causes(): Promise<NotReady[]> {
    if (this.writer.away !== undefined) return [this.outage(this.writer.away)];
    const now = performance.now();
    if (this.latest === undefined || now - this.latest.askedAt > freshMs)
      this.latest = { askedAt: now, causes: this.tryCommit() };
    const causes = await this.latest.causes;
    return this.writer.away === undefined ? causes : [this.outage(this.writer.away)];
  }

  private outage(since: Date): NotReady {
    const { reason } = this.writer;
    return { cause: reason, sentence: awaySentences[reason], since };
  }

  private tryCommit(): Promise<NotReady[]> {
    return this.commit({ writes: [write(probe, 'probe')] }).then(
      () => [],
      (error: unknown) => [{ cause: 'silent', sentence: asError(error).message, since: null }],
    );
  }
}
