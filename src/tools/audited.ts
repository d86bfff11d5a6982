import type { Log } from '#base/log.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { asSigecError } from './as-sigec-error.ts';
import { outcomeOf } from './call-audit.ts';

export type AuditNeeds = { ledger: Pick<Ledger, 'commit'>; log: Log };

type Act = { action: string; subject: string | null; actor: Actor; details?: Record<string, unknown> };

/** Does what somebody asked for, and writes down how it ended before they hear of it. What it throws is always a SigecError. */
export async function audited<Result>(
  { ledger, log }: AuditNeeds,
  { action, subject, actor, details = {} }: Act,
  work: () => Promise<Result>,
): Promise<Result> {
  const named = { tool: { name: action }, log };
  const done = await work().then(
    (result) => ({ result }),
    (thrown: unknown) => ({ error: asSigecError(thrown, named) }),
  );
  const error = 'error' in done ? done.error : undefined;
  const entry = {
    ...{ principal: actorName(actor), door: actor.door, action, outcome: outcomeOf(error) },
    subject: subject === null ? null : untrustedText(subject, 200),
    details: { ...details, ...(error !== undefined && { error: error.code }) },
  };
  await ledger.commit({ audit: [entry] }).catch((thrown: unknown) => {
    throw asSigecError(thrown, named);
  });
  if ('error' in done) throw done.error;
  return done.result;
}
