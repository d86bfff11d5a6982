import { randomBytes } from 'node:crypto';
import { asError, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { AuditEntry, Ledger } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { redactArguments } from './redact-arguments.ts';
import type { Tool } from './tool.ts';

/** `ran`: had its effect, or read. `not-done`: was run, and had it not. `proposed` and `dry-run` had none. `replayed`: answered by what an earlier call did. */
export type CallKind = 'ran' | 'not-done' | 'proposed' | 'dry-run' | 'replayed';

export type CallFacts = {
  actor: Actor;
  tool: Tool | undefined;
  /** As it was asked for; the name of what was called is the tool's. */
  name: string;
  given: unknown;
  subject: string | null;
  did?: CallKind | undefined;
  error?: SigecError | undefined;
  proposal?: { proposalId: string; proposedBy?: string; approvedBy?: string | null; approvedVia?: string | null };
};

/** How the audit tells of a call, whoever made it and whatever the outcome: under the name of the tool that was meant. */
export function callAudit({ actor, tool, name, given, subject, did, error, proposal }: CallFacts): AuditEntry {
  return {
    principal: actorName(actor),
    door: actor.door,
    action: `tool:${untrustedText(tool?.name ?? name)}`,
    subject: subject === null ? null : untrustedText(subject, 100),
    outcome: did === 'not-done' ? 'failed' : outcomeOf(error),
    details: {
      arguments: redactArguments(given),
      ...(tool !== undefined && { tier: tool.tier, toolHash: tool.contentHash }),
      ...(did !== undefined && { did }),
      ...proposal,
      ...(error !== undefined && { error: error.code, ...referenceOf(error) }),
    },
  };
}

function referenceOf({ details }: SigecError): { reference?: string } {
  return typeof details['reference'] === 'string' ? { reference: details['reference'] } : {};
}

const refusals = ['INVALID_INPUT', 'NOT_ALLOWED', 'NOT_SIGNED_IN', 'TOO_MANY_REQUESTS'];

export function outcomeOf(error: SigecError | undefined): AuditEntry['outcome'] {
  if (error === undefined) return 'done';
  return refusals.includes(error.code) ? 'refused' : 'failed';
}

/** What nobody foresaw is told by a reference alone; what it was stands in the log. */
export function asSigecError(
  thrown: unknown,
  { tool, log }: { tool: { name: string } | undefined; log: Log },
): SigecError {
  if (thrown instanceof SigecError) return thrown;
  const reference = randomBytes(5).toString('hex');
  log.error({ reference, tool: tool?.name, err: asError(thrown) }, 'tool failed');
  const sentence = `${tool?.name ?? 'The call'} failed by a fault of ours. An operator finds it in the log under ${reference}.`;
  return new SigecError('INTERNAL', sentence, { cause: thrown, details: { reference } });
}

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
    principal: actorName(actor),
    door: actor.door,
    action,
    outcome: outcomeOf(error),
    subject: subject === null ? null : untrustedText(subject, 200),
    details: { ...details, ...(error !== undefined && { error: error.code }) },
  };
  await ledger.commit({ audit: [entry] }).catch((thrown: unknown) => {
    throw asSigecError(thrown, named);
  });
  if ('error' in done) throw done.error;
  return done.result;
}
