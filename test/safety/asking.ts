import type { Random } from '../simulation/random.ts';
import type { Answer } from './doors.ts';
import { coversOf, tablesOf } from './effects.ts';
import type { Licence, NewLicence } from './judge.ts';
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
  /** Whoever asks has no right to any answer but no. */
  isForbidden?: boolean;
  /** Principal and action, as the trail must have them. */
  audited?: readonly string[];
  /** The same, of what is only reached when the arguments could be read. */
  auditedWithin?: readonly string[];
  after?(answer: Answer): void;
};

/** Asks all of it at the same moment, lets happen what somebody has the right to, and remembers the outcome. */
export async function askAtOnce({ lane, tally }: Run, asks: readonly Ask[]): Promise<Answer[]> {
  lane.story.push(asks.map(({ label }) => label).join(' ∥ '));
  const { judge, now } = lane.world;
  const at = now();
  const licences: Licence[] = [];
  const byProposal = new Map<KnownProposal, Licence>();
  for (const { licence } of asks) if (licence !== undefined) licences.push(judge.open(lane.index, licence));
  for (const proposal of new Set(asks.flatMap(({ act }) => act?.proposal ?? []))) {
    const licence = licenceFor(lane, proposal, { asks, at });
    if (licence !== undefined) byProposal.set(proposal, judge.open(lane.index, licence));
  }
  const answers = await Promise.all(asks.map(({ send }) => send()));
  await lane.quiet();
  for (const licence of [...licences, ...byProposal.values()]) judge.close(licence);
  asks.forEach((ask, index) => note(tally, ask, answers[index] as Answer));
  for (const [index, { isForbidden = false, caller, label }] of asks.entries())
    if ((isForbidden || !caller.isLive) && answers[index]?.isDone)
      judge.violations.push(`${label} was answered, and should have been refused (${lane.doing})`);
  for (const proposal of new Set(asks.flatMap(({ act }) => act?.proposal ?? [])))
    conclude(lane, { proposal, asks, answers, at, licence: byProposal.get(proposal) });
  asks.forEach(({ after }, index) => after?.(answers[index] as Answer));
  return answers;
}

function note(tally: Tally, { label, known, audited = [], auditedWithin = [] }: Ask, answer: Answer): void {
  tally.steps += 1;
  const reason = reasonOf(answer, known);
  if (reason !== undefined) tally.refusals[reason] += 1;
  // Of those who ask far too often one entry tells for all.
  if (reason === 'rate limit' || isUnheard(answer)) return;
  const names = reason === 'invalid input' ? audited : [...audited, ...auditedWithin];
  for (const name of names)
    tally.audited.set(name, {
      count: (tally.audited.get(name)?.count ?? 0) + 1,
      last: `${label}: ${answer.status} ${answer.text.slice(0, 120)}`,
    });
}

/** It reached no tool: a path that is none or too long, a body that is refused before it is parsed, or too many that wait already. */
function isUnheard({ status, text }: Answer): boolean {
  return status === 431 || /^Nothing is here\.|nested too deep|requests of yours wait already/.test(text);
}

/** Whether this approval is a right one: the right person, in time, with nothing decided before. */
function approves({ kind, proposal, isMistaken = false }: Act, caller: Caller, at: number): boolean {
  if (isMistaken) return false;
  const isInTime = at < proposal.expiresAt;
  const isRight = mayApprove(caller, proposal.tool, proposal.by.id);
  return (
    (kind === 'approve' || kind === 'approve-apply') && isInTime && isRight && !proposal.isOver && !proposal.isUsed
  );
}

function licenceFor(
  lane: Lane,
  proposal: KnownProposal,
  { asks, at }: { asks: readonly Ask[]; at: number },
): NewLicence | undefined {
  const own = asks.filter(({ act }) => act?.proposal === proposal);
  const approvers = own.filter(({ act, caller }) => act !== undefined && approves(act, caller, at));
  const approvedBy = [proposal.approvedBy, ...approvers.map(({ caller }) => caller)].filter((who) => who !== undefined);
  const appliers = own.filter(({ act, caller }) => {
    if (act?.kind === 'approve-apply')
      return approvers.some((each) => each.caller === caller) || approvedBy.includes(caller);
    if (act?.kind !== 'apply' || !caller.isLive || !hasRole(caller, 'operator')) return false;
    if (act.isOverRest && !mayChange(caller, 'operator', 'proposals:decide')) return false;
    return caller === proposal.by || (act.isOverRest === true && approvedBy.includes(caller));
  });
  const isInTime = at < proposal.expiresAt;
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
    maxPerStation: 1,
    writes: tablesOf(proposal.tool),
  };
}

type Concluded = {
  proposal: KnownProposal;
  asks: readonly Ask[];
  answers: readonly Answer[];
  at: number;
  licence: Licence | undefined;
};

/** Of those who raced one can have won; and nobody who had no right to decide was told that he had. */
function conclude(lane: Lane, { proposal, asks, answers, at, licence }: Concluded): void {
  const { violations } = lane.world.judge;
  asks.forEach(({ act, label }, index) => {
    const { status, isDone, text } = answers[index] as Answer;
    if (act?.proposal === proposal)
      proposal.answers.push(`${label}: ${status}${isDone ? ', done' : ''}: ${text.slice(0, 150)}`);
  });
  const told = (kinds: readonly Act['kind'][]) =>
    asks.filter(
      ({ act }, index) => act?.proposal === proposal && kinds.includes(act.kind) && answers[index]?.isDone === true,
    );
  const wasHeard = [...(licence?.heard.values() ?? [])].some((count) => count > 0);
  const approved = told(['approve', 'approve-apply']);
  for (const { act, caller, label } of [...approved, ...told(['deny'])])
    if (
      act !== undefined &&
      !approves({ ...act, kind: 'approve' }, caller, at) &&
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
  const { tool, given, by, approvedBy, isOver, isUsed, facts, expiresAt, answers } = proposal;
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
    answers,
  });
}

/** Failed: it was asked of the station, or held back by the guard, and did not happen. */
const hasBegun = ['applied', 'failed'];

/** Approving and applying at once answers with the proposal, whatever its outcome. */
function isApplied(ask: Ask | undefined, asks: readonly Ask[], answers: readonly Answer[]): boolean {
  if (ask === undefined) return false;
  const { data } = answers[asks.indexOf(ask)] as Answer;
  return ask.act?.kind === 'apply'
    ? ['done', 'not-done'].includes(String(data['status'])) || hasBegun.includes(String(data['state']))
    : hasBegun.includes(String(data['state']));
}
