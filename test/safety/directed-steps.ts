import { askAtOnce, type Run } from './asking.ts';
import { repeatedAnswer } from './elicitation-steps.ts';
import { killSwitchSteps } from './kill-switch-steps.ts';
import type { CallerName, KnownProposal } from './lane.ts';
import { anyCall, flood, readOnly, sameKeyTwice, withinSession } from './other-steps.ts';
import { change, madeUp, mayfly, propose, twins } from './proposal-steps.ts';
import type { RefusalReason } from './refusals.ts';
import { decision, pickTool, proposalAsk, restAsk } from './ways.ts';

/** A straight way to every refusal: chance alone meets some of them once in a thousand sequences. */
const ways: Record<RefusalReason, (run: Run) => Promise<unknown>> = {
  'not signed in': (run) => propose(run, { by: run.random.pick(['stranger', 'revoked', 'expired', 'anonymous']) }),
  role: (run) => propose(run, { by: run.random.pick(['viewer', 'viewingAgent']) }),
  scope: (run) => propose(run, { by: 'scopedAgent', tool: pickTool(run, isOfStations) }),
  door: (run) => changeToken(run, run.random.pick(['agent', 'scopedAgent'])),
  'own key': (run) => proposed(run, 'operator', (proposal) => approve(run, proposal, 'operator')),
  'not a person': (run) => proposed(run, 'agent', (proposal) => approve(run, proposal, 'program')),
  'not approved': (run) => proposed(run, 'agent', (proposal) => apply(run, proposal, 'agent')),
  'other hash': (run) =>
    proposed(run, 'agent', (proposal) =>
      askAtOnce(run, [decision(run, { kind: 'approve', proposal, by: 'administrator', isMistaken: true })]),
    ),
  expired: tooLate,
  denied: (run) =>
    proposed(run, 'agent', async (proposal) => {
      await askAtOnce(run, [decision(run, { kind: 'deny', proposal, by: 'administrator' })]);
      await apply(run, proposal, 'agent');
    }),
  'taken back': (run) =>
    proposed(run, 'agent', async (proposal) => {
      await approve(run, proposal, 'administrator');
      await askAtOnce(run, [proposalAsk(run, { kind: 'cancel', proposal, by: 'agent' })]);
      await apply(run, proposal, 'agent');
    }),
  'applied twice': twins,
  stale: (run) =>
    proposed(run, 'agent', async (proposal) => {
      await approve(run, proposal, 'administrator');
      await change(run, proposal);
      await apply(run, proposal, 'agent');
    }),
  'foreign proposal': (run) =>
    proposed(run, 'agent', async (proposal) => {
      await approve(run, proposal, 'administrator');
      await apply(run, proposal, run.random.pick(['otherAgent', 'program', 'operator']));
    }),
  'unknown proposal': (run) => apply(run, madeUp(run), run.random.pick(['agent', 'operator', 'program'])),
  'revoked since': mayfly,
  'rate limit': async (run) => run.random.chance(0.4) && flood(run),
  budget: tooMuch,
  'cool-down': tooSoon,
  'kill switch': killSwitchSteps,
  'invalid input': anyCall,
  'outside level': withinSession,
  'foreign session': withinSession,
  'read-only address': readOnly,
  'idempotency conflict': sameKeyTwice,
  'answer not taken': repeatedAnswer,
};
const all = Object.values(ways);

export async function directedSteps(run: Run): Promise<void> {
  await run.random.pick(all)(run);
}

const isOfStations = ({ category, tier }: { category: string; tier: string }) =>
  category === 'stations' && (tier === 'R2' || tier === 'R3');

async function proposed(run: Run, by: CallerName, then: (proposal: KnownProposal) => Promise<unknown>): Promise<void> {
  const proposal = await propose(run, { by });
  if (proposal !== undefined) await then(proposal);
}

function approve(run: Run, proposal: KnownProposal, by: CallerName): Promise<unknown> {
  return askAtOnce(run, [decision(run, { kind: 'approve', proposal, by, isMistaken: false })]);
}

function apply(run: Run, proposal: KnownProposal, by: CallerName): Promise<unknown> {
  return askAtOnce(run, [proposalAsk(run, { kind: 'apply', proposal, by })]);
}

function changeToken(run: Run, by: CallerName): Promise<unknown> {
  const path = `/api/tokens/${run.random.pick(run.lane.tokens).id}/block`;
  return askAtOnce(run, [restAsk(run, { by, path, body: {}, least: 'operator', scope: 'tokens:change' })]);
}

/** What was not carried out in time, approved or not; where there is none yet, one is left to grow old. */
async function tooLate(run: Run): Promise<void> {
  const { lane, random } = run;
  const now = lane.world.now();
  const isLate = ({ expiresAt, isOver, isUsed, by }: KnownProposal) =>
    expiresAt <= now && !isOver && !isUsed && lane.nameOf(by) !== 'stranger';
  const late = lane.proposals.filter(isLate);
  const proposal = late.length > 0 ? random.pick(late) : await propose(run, { by: 'agent' });
  if (proposal === undefined) return;
  if (random.chance(0.5)) await approve(run, proposal, 'administrator');
  if (late.length > 0) await apply(run, proposal, lane.nameOf(proposal.by));
}

/** One more command than a program may ask for in an hour. */
async function tooMuch(run: Run): Promise<void> {
  const { stationId } = run.random.pick(run.lane.stations);
  for (let count = 0; count < 4; count += 1)
    await askAtOnce(run, [
      restAsk(run, {
        by: 'program',
        least: 'operator',
        scope: 'stations:command',
        body: { input: { message: 'heartbeat' } },
        path: `/api/stations/${stationId}/commands/trigger`,
      }),
    ]);
}

/** The same station restarted by one person after the other. */
async function tooSoon(run: Run): Promise<void> {
  const { stationId } = run.random.pick(run.lane.stations);
  for (const by of ['operator', 'otherOperator'] as const)
    await askAtOnce(run, [
      restAsk(run, {
        by,
        least: 'operator',
        scope: 'stations:command',
        sends: ['Reset'],
        body: { input: { when: 'now' } },
        path: `/api/stations/${stationId}/commands/reset`,
      }),
    ]);
}
