import { randomUUID } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { Limiter } from '#base/limiter.ts';
import type { CertificateHash, CertificateStatus } from '#contract/stations/certificates.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { tableProjection } from '../../rows.ts';
import type { StatusAnswer, StatusQuestion } from '../certificate-questions.ts';
import { freshMs } from '../revocation/ocsp-responder.ts';
import type { Source, StatusBook } from './open-status.ts';

type Needs = { ledger: Ledger; clock: Clock; book: StatusBook };

/** A station asks about its own chain now and then, and about a vehicle's at every visit. */
const budget = { burst: 60, perSecond: 0.1 };
const retryMs = 60_000;

/** M06, M07: our own certificates by our books, others by asking whom they name. Every question that was looked into is written down. */
export function openStatusAnswers(needs: Needs) {
  const asked = new Limiter(budget);
  return async (ask: { stationId: string; questions: readonly StatusQuestion[] }): Promise<StatusAnswer[]> => {
    if (asked.take(ask.stationId, ask.questions.length)) return answerStatus(needs, ask);
    const reason = 'the station asks about certificates too often; it may ask again later';
    const nextUpdate = new Date(needs.clock.now().getTime() + retryMs);
    return ask.questions.map(() => ({ status: 'failed', reason, nextUpdate, ocsp: null }));
  };
}

async function answerStatus(
  { ledger, clock, book }: Needs,
  { stationId, questions }: { stationId: string; questions: readonly StatusQuestion[] },
): Promise<StatusAnswer[]> {
  const checkedAt = clock.now();
  const checks = await Promise.all(
    questions.map(async ({ hash, source, urls }) => {
      const verdict = await book.ask({ id: hash, source, urls });
      const { status, reason } = verdict;
      return { verdict, row: { ...hash, id: randomUUID(), stationId, source, urls, status, reason, checkedAt } };
    }),
  );
  await ledger.commit({
    events: checks.map(({ row: { stationId: _station, checkedAt: at, ...body } }) => ({
      kind: 'certificate-status-asked',
      stationId,
      happenedAt: at,
      body,
    })),
    writes: checks.map(({ row }) => write(statusChecks, row)),
    whenRefused: 'set-aside',
  });
  return checks.map(({ verdict: { status, reason, nextUpdate, ocsp } }) => ({
    status,
    reason,
    ocsp: ocsp?.toString('base64') ?? null,
    nextUpdate: nextUpdate ?? new Date(checkedAt.getTime() + (status === 'failed' ? retryMs : freshMs)),
  }));
}

type StatusCheckRow = CertificateHash & {
  id: string;
  stationId: string;
  source: Source;
  urls: readonly string[];
  status: CertificateStatus;
  reason: string | null;
  checkedAt: Date;
};

const statusChecks = tableProjection<StatusCheckRow>({
  name: 'certificate status checks',
  table: 'certificate_status_check',
  key: ['id'],
});
