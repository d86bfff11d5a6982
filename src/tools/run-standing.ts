import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { RateLimiter } from '#base/rate-limiter.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { actorName } from '#principals/actor.ts';
import { mustBeAllowed } from '#principals/may.ts';
import { corePack } from './address.ts';
import { asSigecError, callAudit } from './call-audit.ts';
import { UnknownTool } from './call-tool.ts';
import type { CallContext } from './context.ts';
import { type Plan, settledPlan } from './plan.ts';
import { type May, mayUse } from './policy.ts';
import type { RegisteredTool } from './registry.ts';
import { runInTime } from './run-in-time.ts';
import { needsApproval } from './tier.ts';
import { isDone, type ToolAnswer } from './tool.ts';

/** What a person approved for a time: a rule by its id and hash. Whoever calls has checked that it holds. */
export type Standing = {
  ruleId: string;
  hash: string;
  approvedBy: string;
  /** Told what would be touched, right before it is; throws what holds it back. */
  beforeTouching?: ((targets: readonly string[]) => Promise<void>) | undefined;
};

type Needs = {
  ledger: Pick<Ledger, 'commit'>;
  may: May;
  log: Log;
  limiter: RateLimiter;
  tool: RegisteredTool | undefined;
};

/**
 * Runs a tool that a standing approval covers: the plan is made first, and its targets are all that may be touched, as with a proposal.
 * The tools of the product itself, by which proposals are made and decided, are never for a rule.
 */
export async function runStanding(
  { ledger, may, log, limiter, tool }: Needs,
  { name, given, context, standing }: { name: string; given: unknown; context: CallContext; standing: Standing },
): Promise<ToolAnswer> {
  const { actor } = context;
  if (tool === undefined || tool.pack === corePack) throw new UnknownTool(name);
  let subject: string | null = null;
  const audit = (ended: { did: 'ran' | 'not-done' } | { error: SigecError }) =>
    ledger.commit({
      audit: [
        callAudit({
          actor,
          tool,
          name,
          given,
          subject,
          ...ended,
          proposal: { proposalId: `rule:${standing.ruleId}`, approvedBy: standing.approvedBy, approvedVia: 'standing' },
        }),
      ],
    });
  try {
    mustBeAllowed(mayUse(may, actor.principal, tool));
    limiter.count(actorName(actor), tool);
    const prepared = tool.prepare(given);
    ({ subject } = prepared);
    const targets = needsApproval(tool.tier) ? (await planOf(tool, prepared.plan, context)).targets : undefined;
    await standing.beforeTouching?.(targets ?? []);
    const answer = await runInTime(tool, { ...context, targets, onBehalfOf: standing.approvedBy }, prepared.run);
    await audit({ did: isDone(answer) ? 'ran' : 'not-done' });
    return answer;
  } catch (thrown) {
    const error = asSigecError(thrown, { tool, log });
    await audit({ error });
    throw error;
  }
}

async function planOf(
  tool: RegisteredTool,
  plan: ((context: CallContext) => Promise<Plan>) | undefined,
  context: CallContext,
): Promise<Plan> {
  if (plan === undefined) throw new SigecError('INTERNAL', `${tool.name} is ${tool.tier} and has no plan.`);
  return settledPlan(await runInTime({ ...tool, tier: 'R0' }, context, plan));
}
