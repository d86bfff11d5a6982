import { mutated } from './arguments.ts';
import { askAtOnce, type Run } from './asking.ts';
import type { Answer } from './doors.ts';
import { elicitationSteps } from './elicitation-steps.ts';
import { haltSteps } from './halt-steps.ts';
import { nothing } from './judge.ts';
import { type CallerName, callerNames, type KnownProposal, type Lane } from './lane.ts';
import { decision, isObject, pickTool, proposalAsk, restAsk, toolAsk } from './ways.ts';
import { makeCaller, type Tool } from './world.ts';

const validMs = 15 * 60_000;
const deciders: readonly CallerName[] = ['operator', 'otherOperator', 'administrator', 'administrator'];
const agents: readonly CallerName[] = ['agent', 'otherAgent', 'program', 'operator', 'eliciting'];

/** One to twelve steps of anybody: some on the straight way with a stone on it, others at random. */
export async function runSequence(run: Run): Promise<void> {
  const { random } = run;
  if (random.chance(0.6)) await story(run);
  else for (let step = random.between(1, 8); step > 0; step -= 1) await anyStep(run);
}

/** Propose, approve, apply: with one or two things about it wrong, most of the time. */
async function story(run: Run): Promise<void> {
  const { random } = run;
  const proposal = await propose(run, { by: random.pick(agents) });
  if (proposal === undefined) return;
  if (random.chance(0.1)) await anyStep(run);
  if (random.chance(0.08)) await change(run, proposal);
  if (random.chance(0.9)) await decide(run, proposal);
  if (random.chance(0.15)) await anyStep(run);
  if (random.chance(0.12)) await change(run, proposal);
  await apply(run, proposal);
  if (random.chance(0.3)) await apply(run, proposal);
}

const steps: readonly (readonly [weight: number, step: (run: Run) => Promise<unknown>])[] = [
  [20, anyCall],
  [12, (run) => propose(run, { by: run.random.pick(callerNames) })],
  [10, (run) => decide(run, anyProposal(run))],
  [10, (run) => apply(run, anyProposal(run))],
  [8, race],
  [4, twins],
  [6, (run) => change(run, anyProposal(run))],
  [8, directCommand],
  [4, directChange],
  [5, sameKeyTwice],
  [5, withinSession],
  [4, readOnly],
  [0.3, flood],
  [4, elicitationSteps],
  [2, keys],
  [2, haltSteps],
  [1.5, mayfly],
];
const totalWeight = steps.reduce((sum, [weight]) => sum + weight, 0);

async function anyStep(run: Run): Promise<void> {
  let dice = run.random.next() * totalWeight;
  for (const [weight, step] of steps) {
    dice -= weight;
    if (dice > 0) continue;
    await step(run);
    return;
  }
}

/** Any tool, by anybody, with arguments that fit or do not. */
async function anyCall(run: Run): Promise<void> {
  const { lane, random } = run;
  const tool = pickTool(run, ({ name }) => name !== 'raise_level');
  const by = random.pick(callerNames);
  if (tool.name === 'apply_proposal' || tool.name === 'cancel_proposal') return apply(run, anyProposal(run));
  if (tool.tier === 'R2' || tool.tier === 'R3') {
    await propose(run, { by, tool });
    return;
  }
  const fitting = lane.argumentsFor(tool, random);
  const given = random.chance(0.4) ? mutated(fitting, random) : fitting;
  await askAtOnce(run, [toolAsk(run, { tool, given, by })]);
}

/** What comes back as a proposal is remembered, whoever made it. */
async function propose(
  run: Run,
  { by, tool = pickTool(run, ({ tier }) => tier === 'R2' || tier === 'R3') }: { by: CallerName; tool?: Tool },
): Promise<KnownProposal | undefined> {
  const { lane, random } = run;
  const fitting = lane.argumentsFor(tool, random);
  const given = random.chance(0.12) ? mutated(fitting, random) : fitting;
  const facts = lane.facts(tool, given);
  let made: KnownProposal | undefined;
  const after = ({ data }: Answer) => {
    const id = data['proposal_id'];
    if (data['status'] !== 'proposed' || typeof id !== 'string' || !isObject(given)) return;
    made = {
      ...{ id, tool, given, by: lane.callers[by], stations: lane.stationsIn(given), facts, hash: undefined },
      ...{ expiresAt: lane.world.now() + validMs, approvedBy: undefined, isOver: false, isUsed: false },
    };
    lane.proposals.push(made);
  };
  await askAtOnce(run, [toolAsk(run, { tool, given, by, after })]);
  return made;
}

async function decide(run: Run, proposal: KnownProposal): Promise<void> {
  const { random } = run;
  const whose = random.next();
  const by = whose < 0.75 ? random.pick(deciders) : whose < 0.82 ? 'program' : random.pick(callerNames);
  const dice = random.next();
  const kind = dice < 0.12 ? 'deny' : dice < 0.25 ? 'approve-apply' : 'approve';
  await askAtOnce(run, [decision(run, { kind, proposal, by })]);
}

async function apply(run: Run, proposal: KnownProposal): Promise<void> {
  const { lane, random } = run;
  const owner = lane.nameOf(proposal.by);
  if (random.chance(0.1)) {
    // Over REST whoever approved it may carry it out too.
    const by = proposal.approvedBy === undefined ? owner : lane.nameOf(proposal.approvedBy);
    await askAtOnce(run, [
      decision(run, { kind: 'apply', proposal, by: random.chance(0.7) ? by : random.pick(callerNames) }),
    ]);
    return;
  }
  const by = random.chance(0.8) ? owner : random.pick(callerNames);
  const kind = random.chance(0.92) ? 'apply' : 'cancel';
  await askAtOnce(run, [proposalAsk(run, { kind, proposal, by })]);
}

/** Several at the same moment about one proposal: one of them wins, or none. */
async function race(run: Run): Promise<void> {
  const { lane, random } = run;
  const proposal = random.chance(0.7) ? await propose(run, { by: random.pick(agents) }) : anyProposal(run);
  if (proposal === undefined) return;
  if (random.chance(0.7))
    await askAtOnce(run, [decision(run, { kind: 'approve', proposal, by: random.pick(deciders) })]);
  const owner = lane.nameOf(proposal.by);
  const choices = [
    () => proposalAsk(run, { kind: 'apply', proposal, by: owner }),
    () => proposalAsk(run, { kind: 'apply', proposal, by: owner }),
    () => proposalAsk(run, { kind: 'cancel', proposal, by: owner }),
    () => decision(run, { kind: 'approve', proposal, by: random.pick(deciders) }),
    () => decision(run, { kind: 'deny', proposal, by: random.pick(deciders) }),
    () => decision(run, { kind: 'approve-apply', proposal, by: random.pick(deciders) }),
    () => proposalAsk(run, { kind: 'apply', proposal, by: random.pick(callerNames) }),
  ];
  const asks = Array.from({ length: random.between(2, 4) }, () => random.pick(choices)());
  await askAtOnce(run, asks);
}

/** What was approved once, asked for twice at the same moment. */
async function twins(run: Run): Promise<void> {
  const { lane, random } = run;
  const proposal = await propose(run, { by: random.pick(agents) });
  if (proposal === undefined) return;
  await askAtOnce(run, [decision(run, { kind: 'approve', proposal, by: 'administrator' })]);
  const by = lane.nameOf(proposal.by);
  await askAtOnce(
    run,
    [1, 2].map(() => proposalAsk(run, { kind: 'apply', proposal, by })),
  );
}

/** A vehicle comes or goes at one of its stations. */
async function change({ lane, random }: Run, { stations }: KnownProposal): Promise<void> {
  const [stationId = random.pick(lane.stations).stationId] = stations;
  const station = lane.station(stationId) ?? random.pick(lane.stations);
  lane.doing = `a vehicle at ${station.stationId}`;
  const [running] = station.sessions.keys();
  if (running === undefined) await lane.beginSession(station);
  else await station.end(running);
}

/** One of ours, one that is long over, or one that nobody ever made. */
function anyProposal({ lane, random }: Run): KnownProposal {
  if (lane.proposals.length > 0 && random.chance(0.85)) return random.pick(lane.proposals.slice(-25));
  const id = random.pick([
    '00000000-0000-7000-8000-000000000000',
    'nothing',
    '../../api/keys',
    "' or true --",
    'A'.repeat(64),
  ]);
  return {
    ...{ id, tool: pickTool({ lane, random }, ({ tier }) => tier === 'R2'), given: {}, by: lane.callers.agent },
    ...{
      expiresAt: 0,
      stations: new Set(),
      facts: '',
      approvedBy: undefined,
      hash: 'none',
      isOver: true,
      isUsed: true,
    },
  };
}

async function directCommand(run: Run): Promise<void> {
  const { lane, random } = run;
  const { stationId } = random.pick(lane.stations);
  const by = random.pick(callerNames);
  const [name, input, sends] = random.pick([
    ['reset', { when: random.pick(['idle', 'now']) }, ['Reset']],
    ['unlock', { evseId: 1, connectorId: 1 }, ['UnlockConnector']],
    ['set-availability', { isOperative: random.chance(0.8), evseId: 1 }, ['ChangeAvailability']],
    ['trigger', { message: 'heartbeat' }, []],
    ['reset', { when: 'never' }, []],
  ] as const);
  const wanted = { by, least: 'operator', scope: 'stations:command' } as const;
  const one = restAsk(run, { ...wanted, path: `/api/stations/${stationId}/commands/${name}`, body: { input }, sends });
  const raw = restAsk(run, {
    ...{ by, least: 'administrator', scope: 'stations:raw', sends: ['ClearCache'] },
    ...{ path: `/api/stations/${stationId}/raw/ClearCache`, body: { payload: {} } },
  });
  await askAtOnce(run, [random.chance(0.85) ? one : raw]);
}

async function directChange(run: Run): Promise<void> {
  const { lane, random } = run;
  const by = random.pick(callerNames);
  const { id } = random.pick(lane.tokens);
  const path = `/api/tokens/${id}/${random.pick(['block', 'unblock'])}`;
  await askAtOnce(run, [restAsk(run, { by, path, body: {}, least: 'operator', scope: 'tokens:change' })]);
}

/** The same key for the same call gives the first answer; for another call it is refused. */
async function sameKeyTwice(run: Run): Promise<void> {
  const { lane, random } = run;
  const tool = pickTool(
    run,
    ({ tier, name }) => tier !== 'R0' && name !== 'apply_proposal' && name !== 'cancel_proposal',
  );
  const by = random.pick(agents);
  const idempotency_key = `L${lane.index}-${random.between(1, 1e9)}`;
  const given = { ...lane.argumentsFor(tool, random), idempotency_key };
  const other = { ...lane.argumentsFor(tool, random), idempotency_key, ...(random.chance(0.5) && { why: 'another' }) };
  let first: unknown;
  const remember = ({ data }: Answer) => {
    first = data['proposal_id'];
  };
  const repeated = ({ data }: Answer) => {
    const isAnother = data['status'] === 'proposed' && first !== undefined && data['proposal_id'] !== first;
    if (isAnother) lane.world.judge.violations.push(`${tool.name} was proposed twice with one idempotency_key`);
  };
  await askAtOnce(run, [toolAsk(run, { tool, given, by, after: remember })]);
  await askAtOnce(run, [toolAsk(run, { tool, given, by, after: repeated })]);
  await askAtOnce(run, [toolAsk(run, { tool, given: other, by })]);
}

/** What a session is shown, and whose it is. */
async function withinSession(run: Run): Promise<void> {
  const { lane, random } = run;
  const owner = random.pick(['agent', 'otherAgent', 'program'] as const);
  const session = `L${lane.index}-${random.between(1, 1e9)}`;
  const reading = pickTool(run, ({ name }) => name === 'list_charge_points');
  const acting = pickTool(run, ({ tier, pack }) => tier === 'R2' && pack !== 'core');
  const given = lane.argumentsFor(acting, random);
  await askAtOnce(run, [toolAsk(run, { tool: reading, given: {}, by: owner, door: 'view', session })]);
  await askAtOnce(run, [toolAsk(run, { tool: acting, given, by: owner, door: 'view', session })]);
  const thief = random.pick(callerNames.filter((name) => name !== owner));
  await askAtOnce(run, [
    toolAsk(run, { tool: reading, given: {}, by: thief, door: 'view', session, known: { isForeignSession: true } }),
  ]);
}

async function readOnly(run: Run): Promise<void> {
  const { lane, random } = run;
  const tool = pickTool(run, ({ tier }) => tier !== 'R0');
  const by = random.pick(agents);
  const given = lane.argumentsFor(tool, random);
  const door = random.pick(['modern', 'inner'] as const);
  await askAtOnce(run, [toolAsk(run, { tool: { name: tool.name }, given, by, door, isReadOnly: true })]);
}

/** More than anybody needs, at once. */
async function flood(run: Run): Promise<void> {
  const given = { proposal_id: '00000000-0000-7000-8000-000000000000' };
  const by = run.random.pick(['otherAgent', 'program', 'scopedAgent'] as const);
  const tool = { name: 'cancel_proposal' };
  await askAtOnce(
    run,
    Array.from({ length: 70 }, () => toolAsk(run, { tool, given, by, door: 'view' })),
  );
}

/** A key that is taken away between one step and the next: what it asked for or allowed is worth nothing any more. */
async function mayfly(run: Run): Promise<void> {
  const { lane, random } = run;
  const { world, callers } = lane;
  const name = random.pick(['agent', 'administrator'] as const);
  const kind =
    name === 'agent'
      ? ({ kind: 'agent', role: 'operator' } as const)
      : ({ kind: 'person', role: 'administrator' } as const);
  const key = await asRoot(lane, () => makeCaller(world, { ...kind, name: `L${lane.index}-mayfly` }));
  const before = callers[name];
  callers[name] = key;
  try {
    const proposal = await propose(run, { by: name === 'agent' ? 'agent' : 'otherAgent' });
    if (proposal !== undefined)
      await askAtOnce(run, [decision(run, { kind: 'approve', proposal, by: 'administrator' })]);
    await asRoot(lane, () => world.sigec.api.delete(`/api/keys/${key.id}`));
    key.isLive = false;
    if (proposal === undefined) return;
    proposal.isOver = true;
    await apply(run, proposal);
    await askAtOnce(run, [
      decision(run, { kind: 'apply', proposal, by: name === 'agent' ? 'administrator' : 'otherOperator' }),
    ]);
  } finally {
    callers[name] = before;
  }
}

/** What this test itself does with the keys. */
async function asRoot<Result>({ world: { judge }, index }: Lane, work: () => Promise<Result>): Promise<Result> {
  const writes = (table: string) => table === 'principal_key';
  const licence = judge.open(index, {
    ...{
      why: 'a key that comes and goes',
      kind: 'harmless',
      by: undefined,
      stations: new Set(),
      covers: nothing,
      writes,
    },
  });
  try {
    return await work();
  } finally {
    judge.close(licence);
  }
}

/** Keys are made by administrators, whatever an agent would like. */
async function keys(run: Run): Promise<void> {
  const { lane, random } = run;
  const by = random.pick(callerNames);
  const body = { name: `L${lane.index}-key`, kind: 'person', role: random.pick(['operator', 'administrator']) };
  const writes = (table: string) => table === 'principal_key';
  await askAtOnce(run, [
    restAsk(run, { by, path: '/api/keys', body, least: 'administrator', scope: 'keys:create', writes }),
  ]);
}
