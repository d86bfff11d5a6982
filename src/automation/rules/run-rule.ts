import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { ActionOutcome, RuleAction } from '#contract/automation/rule.ts';
import type { Ledger as LedgerOf } from '#ledger/ledger-types.ts';
import { reachOf } from '#principals/may.ts';
import { actWithin } from '#principals/reach.ts';
import { awaitState } from './await-state.ts';
import { type Doing, doAction } from './do-action.ts';
import { isInState } from './meets-conditions.ts';
import type { KnownRule } from './rule-store.ts';
import { type PlaybookNeeds, runPlaybook } from './run-playbook.ts';
import { endRun, type RunEnd } from './run-store.ts';
import { stationFactsNow } from './station-facts.ts';

export type RunNeeds = PlaybookNeeds & { ledger: LedgerOf; clock: Clock; log: Log };

/** Does what the rule says, sees whether it helped, else does what it says for that; and writes down how it ended. */
export async function runRule(needs: RunNeeds, stored: KnownRule, run: { id: string; doing: Doing }): Promise<RunEnd> {
  const { doing } = run;
  const reach = reachOf(doing.actor.principal, { access: 'operate' });
  const end = await actWithin(reach, () => carryOut(needs, stored, doing)).catch((thrown: unknown): RunEnd => {
    needs.log.error({ rule: stored.id, err: asError(thrown) }, 'a rule failed');
    return { state: 'not-done', reason: 'failed', actions: [], isVerified: null };
  });
  await writeDown(needs, stored, { ...run, end });
  return end;
}

async function carryOut(needs: RunNeeds, { definition }: KnownRule, doing: Doing): Promise<RunEnd> {
  const actions = await doAll(needs, definition.actions, doing);
  const refused = actions.find(({ outcome }) => outcome === 'refused');
  const isDone = actions.every(({ outcome }) => outcome === 'done');
  const isVerified = isDone ? await verify(needs, definition.verify, doing) : null;
  const hasHelped = isDone && isVerified !== false;
  const otherwise = hasHelped ? [] : await doAll(needs, definition.else, doing);
  const state = hasHelped ? 'done' : refused === undefined ? 'not-done' : 'stopped';
  const reason = hasHelped ? null : (refused?.code ?? (isVerified === false ? 'not-verified' : 'not-done'));
  return { state, reason, actions: [...actions, ...otherwise], isVerified };
}

/** One after the other; what was not done ends it, for what follows rests upon it. */
async function doAll(needs: RunNeeds, actions: readonly RuleAction[], doing: Doing): Promise<ActionOutcome[]> {
  const outcomes: ActionOutcome[] = [];
  for (const action of actions) {
    const done =
      action.do === 'playbook' ? await runPlaybook(needs, action, doing) : [await doAction(needs, action, doing)];
    outcomes.push(...done);
    if (done.at(-1)?.outcome !== 'done') break;
  }
  return outcomes;
}

async function verify(
  needs: RunNeeds,
  wanted: KnownRule['definition']['verify'],
  { stationId, signal }: Doing,
): Promise<boolean | null> {
  if (wanted === null || stationId === null) return null;
  const isSo = async () => {
    const facts = await stationFactsNow(needs.charging, stationId, needs.clock.now());
    return facts !== null && isInState(facts, wanted.state);
  };
  return awaitState(needs, { stationId, isSo, withinMs: wanted.withinMinutes * 60_000, signal });
}

async function writeDown(
  { pool, ledger, clock }: RunNeeds,
  stored: KnownRule,
  { id, doing, end }: { id: string; doing: Doing; end: RunEnd },
): Promise<void> {
  const at = clock.now();
  await endRun(pool, id, at, end);
  const { name } = stored.definition;
  const body = { ruleId: stored.id, runId: id, name, state: end.state, reason: end.reason };
  await ledger.commit({
    events: [{ kind: 'rule-ran', stationId: doing.stationId, happenedAt: at, principal: `rule:${stored.id}`, body }],
    audit: [
      {
        principal: `rule:${stored.id}`,
        door: 'system',
        action: 'rule:run',
        subject: doing.stationId,
        outcome: end.state === 'done' ? 'done' : end.state === 'stopped' ? 'refused' : 'failed',
        details: {
          runId: id,
          hash: stored.hash,
          approvedBy: stored.approval?.by ?? null,
          event: doing.event?.id ?? null,
          reason: end.reason,
          actions: end.actions.map(({ what, outcome, code }) => ({ what, outcome, code })),
        },
      },
    ],
  });
}
