import { randomBytes } from 'node:crypto';
import { asError, SigecError } from '#errors.ts';
import type { AuditEntry, Ledger } from '#ledger/ledger-types.ts';
import type { Log } from '#log.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { type May, mayUse, needsApproval } from './policy.ts';
import { redactArguments } from './redact-arguments.ts';
import type { PreparedCall, Tool, ToolAnswer } from './tool.ts';
import { untrustedText } from './untrusted-text.ts';

export type CallContext = {
  actor: Actor;
  signal: AbortSignal;
  /** Set where an address serves one pack: the tools of others are unknown there. */
  pack?: string | undefined;
};

type Needs = { ledger: Pick<Ledger, 'commit'>; may: May; log: Log; tool: (Tool & { pack: string }) | undefined };
type Call = { name: string; given: unknown; context: CallContext };
type Ending = { subject: string | null } & ({ answer: ToolAnswer } | { error: SigecError });

/** Told apart from a NOT_FOUND of a tool's own: over MCP it is an error of the protocol. */
export class UnknownTool extends SigecError {
  constructor(name: string) {
    super('NOT_FOUND', `There is no tool named ${untrustedText(name)} here. List the tools to see their names.`);
  }
}

/** One call from the first check to its audit entry. The caller hears the end only after it has been written down. */
export async function callTool(needs: Needs, call: Call): Promise<ToolAnswer> {
  const ending = await attempt(needs, call);
  try {
    await needs.ledger.commit({ audit: [auditEntry(needs, call, ending)] });
  } catch (thrown) {
    throw asSigecError(thrown, needs);
  }
  if ('error' in ending) throw ending.error;
  return ending.answer;
}

async function attempt(needs: Needs, { name, given, context }: Call): Promise<Ending> {
  let subject: string | null = null;
  try {
    const tool = allowedTool(needs, name, context);
    const prepared = tool.prepare(given);
    subject = prepared.subject;
    return { subject, answer: await runInTime(tool, prepared, context) };
  } catch (thrown) {
    return { subject, error: asSigecError(thrown, needs) };
  }
}

/** What nobody foresaw is told by a reference alone; what it was stands in the log. */
function asSigecError(thrown: unknown, { tool, log }: Needs): SigecError {
  if (thrown instanceof SigecError) return thrown;
  const reference = randomBytes(5).toString('hex');
  log.error({ reference, tool: tool?.name, err: asError(thrown) }, 'tool failed');
  const sentence = `${tool?.name ?? 'The call'} failed by a fault of ours. An operator finds it in the log under ${reference}.`;
  return new SigecError('INTERNAL', sentence, { cause: thrown, details: { reference } });
}

function allowedTool({ tool, may }: Needs, name: string, { actor, pack }: CallContext): Tool {
  if (tool === undefined || (pack !== undefined && tool.pack !== pack)) throw new UnknownTool(name);
  const decision = mayUse(may, actor.principal, tool);
  if (!decision.isAllowed) throw new SigecError(decision.code, decision.sentence);
  if (needsApproval(tool.tier)) {
    throw new SigecError('NOT_ALLOWED', `${tool.name} needs a person's approval, and approvals cannot be given yet.`);
  }
  return tool;
}

/** A tool that does not heed its signal loses its caller all the same. */
async function runInTime(
  { name, timeoutMs }: Tool,
  prepared: PreparedCall,
  { actor, signal }: CallContext,
): Promise<ToolAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const patience = AbortSignal.any([signal, timeout]);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const ending = (): SigecError =>
    new SigecError('INTERNAL', whyItEnded(name, timeout.aborted ? timeoutMs : undefined));
  const giveUp = (): void => reject(ending());
  if (patience.aborted) throw ending();
  patience.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([ended, prepared.run({ actor, signal: patience })]);
  } finally {
    patience.removeEventListener('abort', giveUp);
  }
}

function whyItEnded(name: string, timeoutMs: number | undefined): string {
  return timeoutMs === undefined
    ? `${name} was cancelled before it was done.`
    : `${name} was not done within ${timeoutMs / 1000} seconds and was stopped. Try again, or ask for less at once.`;
}

function auditEntry({ tool }: Needs, { name, given, context: { actor } }: Call, ending: Ending): AuditEntry {
  const error = 'error' in ending ? ending.error : undefined;
  return {
    principal: actorName(actor),
    door: actor.door,
    action: `tool:${untrustedText(tool?.name ?? name)}`,
    subject: ending.subject,
    outcome: outcomeOf(error),
    details: {
      arguments: redactArguments(given),
      ...(tool !== undefined && { tier: tool.tier, toolHash: tool.contentHash }),
      ...(error !== undefined && { error: error.code, ...reference(error) }),
    },
  };
}

function reference({ details }: SigecError): { reference?: string } {
  return typeof details['reference'] === 'string' ? { reference: details['reference'] } : {};
}

function outcomeOf(error: SigecError | undefined): AuditEntry['outcome'] {
  if (error === undefined) return 'done';
  const refused = ['INVALID_INPUT', 'NOT_ALLOWED', 'NOT_SIGNED_IN', 'TOO_MANY_REQUESTS'];
  return refused.includes(error.code) ? 'refused' : 'failed';
}
