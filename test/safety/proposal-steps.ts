import { isRecord } from '#base/json.ts';
import { mutated } from './arguments.ts';
import { askAtOnce, type Run } from './asking.ts';
import type { Answer } from './doors.ts';
import { nothing } from './judge.ts';
import { asking, type CallerName, callerNames, deciders, type KnownProposal, type Lane } from './lane.ts';
import { decision, pickTool, proposalAsk, toolAsk } from './ways.ts';
import { makeCaller, type Tool } from './world.ts';

const validMs = 15 * 60_000;

/** What comes back as a proposal is remembered, whoever made it. */
export async function propose(
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
    if (data['status'] !== 'proposed' || typeof id !== 'string' || !isRecord(given)) return;
    made = {
      id,
      tool,
      given,
      by: lane.callers[by],
      stations: lane.stationsIn(given),
      facts,
      isMadeUp: false,
      expiresAt: lane.world.now() + validMs,
      approvedBy: undefined,
      isOver: false,
      isUsed: false,
      answers: [],
    };
    lane.proposals.push(made);
  };
  await askAtOnce(run, [toolAsk(run, { tool, given, by, after })]);
  return made;
}

export async function decide(run: Run, proposal: KnownProposal): Promise<void> {
  const { random } = run;
  const whose = random.next();
  const by = whose < 0.75 ? random.pick(deciders) : whose < 0.82 ? 'program' : random.pick(callerNames);
  const dice = random.next();
  const kind = dice < 0.12 ? 'deny' : dice < 0.25 ? 'approve-apply' : 'approve';
  await askAtOnce(run, [decision(run, { kind, proposal, by })]);
}

export async function apply(run: Run, proposal: KnownProposal): Promise<void> {
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
export async function race(run: Run): Promise<void> {
  const { lane, random } = run;
  const proposal = random.chance(0.7) ? await propose(run, { by: random.pick(asking) }) : anyProposal(run);
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
export async function twins(run: Run): Promise<void> {
  const { lane, random } = run;
  const proposal = await propose(run, { by: random.pick(asking) });
  if (proposal === undefined) return;
  await askAtOnce(run, [decision(run, { kind: 'approve', proposal, by: 'administrator' })]);
  const by = lane.nameOf(proposal.by);
  await askAtOnce(
    run,
    [1, 2].map(() => proposalAsk(run, { kind: 'apply', proposal, by })),
  );
}

/** A vehicle comes or goes at one of its stations. */
export async function change({ lane, random }: Run, { stations }: KnownProposal): Promise<void> {
  const [stationId = random.pick(lane.stations).stationId] = stations;
  const station = lane.station(stationId) ?? random.pick(lane.stations);
  lane.story.push(`a vehicle at ${station.stationId}`);
  const [running] = station.sessions.keys();
  if (running === undefined) await lane.beginSession(station);
  else await station.end(running);
}

const madeUpIds = [
  ...['00000000-0000-7000-8000-000000000000', 'nothing', '../../api/keys', "' or true --", 'A'.repeat(64)],
];

/** One of ours, one that is long over, or one that nobody ever made. */
export function anyProposal({ lane, random }: Run): KnownProposal {
  return lane.proposals.length > 0 && random.chance(0.85)
    ? random.pick(lane.proposals.slice(-25))
    : madeUp({ lane, random });
}

export function madeUp({ lane, random }: Pick<Run, 'lane' | 'random'>): KnownProposal {
  const id = random.pick(madeUpIds);
  const tool = pickTool({ lane, random }, ({ tier }) => tier === 'R2');
  return {
    id,
    isMadeUp: true,
    tool,
    given: {},
    by: lane.callers.agent,
    expiresAt: 0,
    stations: new Set(),
    facts: '',
    approvedBy: undefined,
    isOver: true,
    isUsed: true,
    answers: [],
  };
}

/** A key that is taken away between one step and the next: what it asked for or allowed is worth nothing any more. */
export async function mayfly(run: Run): Promise<void> {
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
    await asRoot(lane, () => world.asRoot('DELETE', `/api/keys/${key.id}`));
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
  const noStations = { stations: new Set<string>(), covers: nothing };
  const licence = judge.open(index, {
    why: 'a key that comes and goes',
    kind: 'harmless',
    by: undefined,
    ...noStations,
    writes,
  });
  try {
    return await work();
  } finally {
    judge.close(licence);
  }
}
