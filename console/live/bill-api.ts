import { bill, type NewCorrection } from '#contract/billing/bill.ts';
import { ask, posting, queryOf } from './ask.ts';

export const billApi = {
  bill: (sessionId: string, signal: AbortSignal) => ask(bill, `${ofSession(sessionId)}/bill`, { signal }),
  correct: (sessionId: string, correction: NewCorrection) =>
    ask(bill, `${ofSession(sessionId)}/corrections`, posting(correction)),
};

/** A page to print. */
export function receiptPage(sessionId: string, language: string): string {
  return `${ofSession(sessionId)}/receipt${queryOf({ format: 'html', language })}`;
}

function ofSession(id: string): string {
  return `/api/sessions/${encodeURIComponent(id)}`;
}
