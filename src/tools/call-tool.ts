import type { Pool } from 'pg';
import { mustBeBounded } from '#base/bounded-arguments.ts';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { RateLimiter } from '#base/rate-limiter.ts';
import { traced } from '#base/tracing/traced.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { Entry, Ledger } from '#ledger/ledger-types.ts';
import { actorName } from '#principals/actor.ts';
import type { FairReads } from '#principals/fair-reads.ts';
import { mustBeAllowed } from '#principals/may.ts';
import { corePack, isOffered } from './address.ts';
import { asSigecError, type CallKind, callAudit } from './call-audit.ts';
import type { CallContext } from './context.ts';
import type { Disclosure } from './disclosure/open-disclosure.ts';
import { once } from './once.ts';
import { settledPlan } from './plan.ts';
import { type May, mayUse } from './policy.ts';
import type { Proposals } from './proposals/proposals.ts';
import { runInTime } from './run-in-time.ts';
import { needsApproval } from './tier.ts';
import { isDone, type PreparedCall, type Tool, type ToolAnswer } from './tool.ts';

export type CallNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  may: May;
  clock: Clock;
  log: Log;
  limiter: RateLimiter;
  proposals: Proposals;
  reads: FairReads;
  disclosure: Disclosure;
};

type Needs = CallNeeds & { tool: (Tool & { pack: string }) | undefined };
type Call = { name: string; given: unknown; context: CallContext };

type CallResult = { answer: ToolAnswer; did: CallKind; proposalId?: string; entry?: Pick<Entry, 'events' | 'writes'> };
type CallEnd = { subject: string | null } & (CallResult | { error: SigecError });

/** Told apart from a NOT_FOUND of a tool's own: over MCP it is an error of the protocol. */
export class UnknownTool extends SigecError {
  constructor(name: string) {
    super('NOT_FOUND', `There is no tool named ${untrustedText(name)} here. List the tools to see their names.`);
  }
}

/** One call from the first check to its audit entry. The caller hears the end only after it has been written down. */
export function callTool(needs: Needs, call: Call): Promise<ToolAnswer> {
  return traced({ name: `tool ${needs.tool?.name ?? 'unknown'}`, kind: 'server' }, () => attended(needs, call));
}

async function attended(needs: Needs, call: Call): Promise<ToolAnswer> {
  const ending = await attempt(needs, call);
  await writeDown(needs, call, ending);
  if ('error' in ending) throw ending.error;
  return ending.answer;
}

async function writeDown(needs: Needs, { name, given, context: { actor } }: Call, ending: CallEnd): Promise<void> {
  const { subject } = ending;
  const ended = 'error' in ending ? { error: ending.error } : { did: ending.did };
  const proposal = 'proposalId' in ending && ending.proposalId !== undefined && { proposalId: ending.proposalId };
  const audit = callAudit({ actor, tool: needs.tool, name, given, subject, ...ended, ...(proposal && { proposal }) });
  try {
    await needs.ledger.commit({ ...('entry' in ending && ending.entry), audit: [audit] });
  } catch (thrown) {
    const { principal, action, subject: about, outcome } = audit;
    needs.log.warn({ principal, action, about, outcome }, 'a call could not be written into the audit');
    throw asSigecError(thrown, needs);
  }
}

async function attempt(needs: Needs, { name, given, context }: Call): Promise<CallEnd> {
  let subject: string | null = null;
  try {
    const tool = await allowedTool(needs, name, context);
    mustBeBounded(given);
    const prepared = tool.prepare(given);
    subject = prepared.subject;
    const doing = { tool, prepared, context };
    const kept = await once(needs, { ...doing, actor: context.actor }, () => act(needs, doing));
    if ('earlier' in kept) return { subject, answer: kept.earlier, did: 'replayed' };
    const { done, keeping } = kept;
    const writes = [...(done.entry?.writes ?? []), ...(keeping === undefined ? [] : [keeping])];
    return { subject, ...done, entry: { ...done.entry, writes } };
  } catch (thrown) {
    return { subject, error: asSigecError(thrown, needs) };
  }
}

type RunningCall = { tool: Tool & { pack?: string }; prepared: PreparedCall; context: CallContext };

/**
 * What only reads our database takes turns with other callers. A device may take its time to answer and holds no place meanwhile; nor does
 * a tool that passes the call on to another, which takes its own turn.
 */
function isOwnReading({ tier, pack }: RunningCall['tool']): boolean {
  return tier === 'R0' && pack !== 'devices' && pack !== corePack;
}

/** From R2 on nothing is run here: it is proposed, whoever calls. A dry run goes the same way up to that point. */
async function act({ proposals, reads }: Needs, { tool, prepared, context }: RunningCall): Promise<CallResult> {
  if (!needsApproval(tool.tier)) {
    const run = () => runInTime(tool, context, prepared.run);
    const answer = await (isOwnReading(tool) ? reads.run({ actor: context.actor }, run) : run());
    return { answer, did: isDone(answer) ? 'ran' : 'not-done' };
  }
  if (prepared.plan === undefined) throw new Error(`${tool.name} is ${tool.tier} and has no plan.`);
  const plan = settledPlan(await runInTime({ ...tool, tier: 'R0' }, context, prepared.plan));
  if (prepared.isDryRun) return { answer: planAnswer(tool, { status: 'dry-run', ...plan }), did: 'dry-run' };
  const { proposal, entry } = await proposals.make({ tool, prepared, plan, actor: context.actor });
  const facts = { proposal_id: proposal.id, expires_at: proposal.expiresAt.toISOString() };
  const answer = planAnswer(tool, { status: 'proposed', ...facts, ...plan });
  return { answer, did: 'proposed', proposalId: proposal.id, entry };
}

type AuditFacts = {
  status: 'dry-run' | 'proposed';
  proposal_id?: string;
  expires_at?: string;
  targets: readonly string[];
  effect: string;
};

export function planAnswer(
  tool: Pick<Tool, 'title'>,
  told: AuditFacts & { details: object; preconditions?: object; said?: unknown },
): ToolAnswer {
  const { preconditions: _ours, said: _forPeople, ...data } = told;
  const next =
    told.status === 'dry-run'
      ? 'Nothing was asked or done.'
      : `A person has to approve it in the console, in the terminal or over REST; then call apply_proposal with proposal_id ${told.proposal_id}.`;
  return { text: `${tool.title}: ${told.effect} ${next}`, data };
}

/** Shown, allowed, disclosed, not too often: in this order, so that nobody learns of what they may not see. */
async function allowedTool(
  { tool, may, limiter, disclosure }: Needs,
  name: string,
  context: CallContext,
): Promise<Tool> {
  const { actor, sessionId, isFound } = context;
  if (tool === undefined || !isOffered(tool, context)) throw new UnknownTool(name);
  mustBeAllowed(mayUse(may, actor.principal, tool));
  if (sessionId !== undefined && tool.pack !== corePack)
    await disclosure.enter(tool, { sessionId, actor }, { isFound });
  limiter.count(actorName(actor), tool);
  return tool;
}
