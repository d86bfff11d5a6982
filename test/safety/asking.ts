import type { Random } from '../simulation/random.ts';
import type { Answer } from './doors.ts';
import { coversOf } from './effects.ts';
import { anythingButAccess, type Licence, type NewLicence } from './judge.ts';
import type { KnownProposal, Lane } from './lane.ts';
import { type Known, reasonOf } from './refusals.ts';
import { type Caller, hasRole, isHarmless, mayApprove, mayChange } from './rights.ts';
import type { Tally } from './tally.ts';

export type Run = { lane: Lane; random: Random; tally: Tally };

/** What somebody does about a proposal. `approve-apply` is both at once, over REST. */
export type Act = {
  kind: 'approve' | 'deny' | 'cancel' | 'apply' | 'approve-apply';
  proposal: KnownProposal;
  /** It names another proposal than the one that was shown. */
  isMistaken?: boolean;
  /** Asked outside the agents' doors, where whoever approved it may carry it out too. */
  isOverRest?: boolean;
};

/** One thing that somebody asks for, and what it may bring about. */
export type Ask = {
  label: string;
  caller: Caller;
  send(): Promise<Answer>;
  licence?: NewLicence | undefined;
  act?: Act | undefined;
  known?: Known;
  /** Principal and action, as the trail must have them. */
  audited?: readonly string[];
  /** The same, of what is only reached when the arguments could be read. */
  auditedWithin?: readonly string[];
  after?(answer: Answer): void;
};

/** Asks all of it at the same moment, lets happen what somebody has the right to, and remembers what came of it. */
export async function askAtOnce({ lane, tally }: Run, asks: readonly Ask[]): Promise<Answer[]> {
  lane.doing = asks.map(({ label }) => label).join(' ∥ ');
  const { judge } = lane.world;
  const licences: Licence[] = [];
  const byProposal = new Map<KnownProposal, Licence>();
  for (const { licence } of asks) if (licence !== undefined) licences.push(judge.open(lane.index, licence));
  for (const proposal of new Set(asks.flatMap(({ act }) => act?.proposal ?? []))) {
    const licence = licenceFor(lane, proposal, asks);
    if (licence !== undefined) byProposal.set(proposal, judge.open(lane.index, licence));
  }
  const answers = await Promise.all(
    asks.map(async ({ send, label }) => {
      const startedAt = performance.now();
      const answer = await send();
      tally.took(label, performance.now() - startedAt);
      return answer;
    }),
  );
  await lane.quiet();
  for (const licence of [...licences, ...byProposal.values()]) judge.close(licence);
  asks.forEach((ask, index) => note(tally, ask, answers[index] as Answer));
  for (const proposal of new Set(asks.flatMap(({ act }) => act?.proposal ?? [])))
    conclude(lane, { proposal, asks, answers, licence: byProposal.get(proposal) });
  asks.forEach(({ after }, index) => after?.(answers[index] as Answer));
  return answers;
}

function note(tally: Tally, { label, known, audited = [], auditedWithin = [] }: Ask, answer: Answer): void {
  tally.steps += 1;
  const reason = reasonOf(answer, known);
  // Of those who ask far too often one entry tells for all.
  const names = reason === 'invalid input' ? audited : [...audited, ...auditedWithin];
  if (reason !== 'rate limit') for (const name of names) tally.count(tally.audited, name);
  if (reason !== undefined) tally.refusals[reason] += 1;
  else if (answer.isDone) tally.count(tally.done, label.split(' ')[0] ?? '');
  else tally.count(tally.unexplained, `${label.split(' by ')[0]}: ${answer.status} ${answer.text.slice(0, 120)}`);
}

/** Whether this approval is a right one: the right person, in time, with nothing decided before. */
function approves(lane: Lane, { kind, proposal, isMistaken = false }: Act, caller: Caller): boolean {
  if (isMistaken) return false;
  const isInTime = lane.world.now() < proposal.expiresAt;
  const isRight = mayApprove(caller, proposal.tool, proposal.by.id);
  return (
    (kind === 'approve' || kind === 'approve-apply') && isInTime && isRight && !proposal.isOver && !proposal.isUsed
  );
}

function licenceFor(lane: Lane, proposal: KnownProposal, asks: readonly Ask[]): NewLicence | undefined {
  const own = asks.filter(({ act }) => act?.proposal === proposal);
  const approvers = own.filter(({ act, caller }) => act !== undefined && approves(lane, act, caller));
  const approvedBy = [proposal.approvedBy, ...approvers.map(({ caller }) => caller)].filter((who) => who !== undefined);
  const appliers = own.filter(({ act, caller }) => {
    if (act?.kind === 'approve-apply')
      return approvers.some((each) => each.caller === caller) || approvedBy.includes(caller);
    if (act?.kind !== 'apply' || !caller.isLive || !hasRole(caller, 'operator')) return false;
    if (act.isOverRest && !mayChange(caller, 'operator', 'proposals:decide')) return false;
    return caller === proposal.by || (act.isOverRest === true && approvedBy.includes(caller));
  });
  const isInTime = lane.world.now() < proposal.expiresAt;
  const isAsSeen = proposal.facts === lane.facts(proposal.tool, proposal.given);
  if (approvedBy.length === 0 || appliers.length === 0 || !isInTime || !isAsSeen) return undefined;
  if (proposal.isOver || proposal.isUsed) return undefined;
  const covers = coversOf(proposal.tool);
  return {
    why: `the approved ${proposal.tool.name} ${proposal.id}`,
    kind: 'approved',
    by: appliers.length === 1 ? appliers[0]?.caller : undefined,
    stations: proposal.stations,
    covers: (action) => covers(action) || isHarmless(action),
    mostPerStation: 1,
    writes: anythingButAccess,
  };
}

type Concluded = {
  proposal: KnownProposal;
  asks: readonly Ask[];
  answers: readonly Answer[];
  licence: Licence | undefined;
};

/** Of those who raced one can have won; and nobody who had no right to decide was told that he had. */
function conclude(lane: Lane, { proposal, asks, answers, licence }: Concluded): void {
  const { violations } = lane.world.judge;
  const told = (kinds: readonly Act['kind'][]) =>
    asks.filter(
      ({ act }, index) => act?.proposal === proposal && kinds.includes(act.kind) && answers[index]?.isDone === true,
    );
  const wasHeard = [...(licence?.heard.values() ?? [])].some((count) => count > 0);
  const approved = told(['approve', 'approve-apply']);
  for (const { act, caller, label } of [...approved, ...told(['deny'])])
    if (
      act !== undefined &&
      !approves(lane, { ...act, kind: 'approve' }, caller) &&
      !(act.kind === 'deny' && mayApprove(caller, proposal.tool, proposal.by.id))
    )
      violations.push(`${label} was taken, and had no right to be (${lane.doing})`);
  const applied = told(['apply', 'approve-apply']).filter((_ask, index, all) => isApplied(all[index], asks, answers));
  if (applied.length > 1) violations.push(`${proposal.id} was applied ${applied.length} times (${lane.doing})`);
  const ended = told(['deny', 'cancel']);
  if (ended.length > 0 && (wasHeard || applied.length > 0))
    violations.push(`${proposal.id} was carried out although ${ended[0]?.label} was taken (${lane.doing})`);
  if (applied.length > 0 && licence === undefined)
    violations.push(
      `${proposal.id} was said to be carried out without anybody's right (${lane.doing}); ${stateOf(lane, proposal)}`,
    );
  proposal.approvedBy ??= approved[0]?.caller;
  if (ended.length > 0) proposal.isOver = true;
  if (applied.length > 0 || wasHeard) proposal.isUsed = true;
}

/** For whoever has to find out which of it was wrong. */
function stateOf(lane: Lane, proposal: KnownProposal): string {
  const { tool, given, by, approvedBy, isOver, isUsed, facts, expiresAt } = proposal;
  const secondsLeft = Math.round((expiresAt - lane.world.now()) / 1000);
  const who = { by: lane.nameOf(by), approvedBy: approvedBy && lane.nameOf(approvedBy) };
  return JSON.stringify({
    tool: tool.name,
    given,
    ...who,
    isOver,
    isUsed,
    secondsLeft,
    facts,
    now: lane.facts(tool, given),
  });
}

/** Failed: it was asked of the station, or held back by the guard, and did not happen. */
const hasBegun = ['applied', 'failed'];

/** Approving and applying at once answers with the proposal, whatever became of it. */
function isApplied(ask: Ask | undefined, asks: readonly Ask[], answers: readonly Answer[]): boolean {
  if (ask === undefined) return false;
  const { data } = answers[asks.indexOf(ask)] as Answer;
  return ask.act?.kind === 'apply'
    ? ['done', 'not-done'].includes(String(data['status'])) || hasBegun.includes(String(data['state']))
    : hasBegun.includes(String(data['state']));
}
