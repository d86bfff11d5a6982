import type { SessionFlag, SessionOddity } from '#contract/sessions/oddity.ts';

type EvidenceOf<Flag extends SessionFlag> = Extract<SessionOddity, { flag: Flag }>['evidence'];
/** How times and energies are written; the sentences only say what they mean. */
export type OddityFormat = { time(at: string): string; kwh(wattHours: number): string; kw(watts: number): string };
export type OddityTexts = { [Flag in SessionFlag]: (evidence: EvidenceOf<Flag>, format: OddityFormat) => string };

type Ranges = EvidenceOf<'has-gap'>['missing'];

/** "4, 7–8", and an ellipsis where the list was cut. */
export function rangesText(missing: Ranges, missingCount: number): string {
  const shown = missing.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const ranges = missing.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`));
  return [...ranges, ...(shown < missingCount ? ['…'] : [])].join(', ');
}

const reasons = {
  'station-says-ended': 'the station says that it has ended',
  'connector-free': 'the connector was available',
  'other-session': 'another session had begun there',
  booted: 'the station had restarted',
  offline: 'the station was offline for too long',
} satisfies Record<EvidenceOf<'closed-inferred'>['reason'], string>;

/** What is odd about a session, each in a sentence. */
export const odditiesEn: OddityTexts = {
  'no-start': ({ firstAt }, { time }) =>
    firstAt === null
      ? 'Its start was never told.'
      : `Its start was never told; the first we heard is of ${time(firstAt)}.`,
  'has-gap': ({ missing, missingCount }) =>
    `${missingCount === 1 ? '1 of its events is' : `${missingCount} of its events are`} missing: ${rangesText(missing, missingCount)}.`,
  'seqno-unreliable': ({ events, count }, { time }) =>
    `The station numbered ${count} of its events wrongly (${events.map(({ seqNo, at }) => `${seqNo} at ${time(at)}`).join(', ')}); all of them count, in the order of their times.`,
  'meter-reset': ({ falls: [fall], count }, { time, kwh }) =>
    `The meter counted backwards${count === 1 ? '' : ` ${count} times`}${fall === undefined ? '' : `: ${kwh(fall.before.wh)} at ${time(fall.before.at)}, then ${kwh(fall.after.wh)} at ${time(fall.after.at)}`}.`,
  suspect: ({ leaps: [leap] }, { time, kwh, kw }) =>
    leap === undefined
      ? 'The meter told values that cannot be.'
      : `The meter leapt from ${kwh(leap.before.wh)} at ${time(leap.before.at)} to ${kwh(leap.after.wh)} at ${time(leap.after.at)}, which takes ${kw(leap.watts)}; ${leap.isCounted ? 'it counts until somebody decides' : 'it does not count'}.`,
  'relative-samples': ({ firstSample, begin }, { kwh }) =>
    `Readings in between count from its start (${kwh(firstSample.wh)}), those of start and end are of the whole meter (${kwh(begin.wh)}).`,
  'wrong-unit': ({ factor, sample }, { kwh }) =>
    `Readings in between are in another unit than those of start and end (factor ${factor}, such as ${kwh(sample.wh)}); they were read by it.`,
  'split-samples': ({ moments: [moment], count }, { time }) =>
    `One reading came in several messages${count === 1 ? '' : ` ${count} times`}${moment === undefined ? '' : `, such as ${moment.phases.join(', ')} of ${time(moment.at)}`}.`,
  'was-offline': ({ events, from, to }, { time }) =>
    `${events === 1 ? '1 event was' : `${events} events were`} told afterwards: the station was offline between ${time(from)} and ${time(to)}.`,
  'was-resumed': ({ resumes: [resume], count }, { time }) =>
    `It was interrupted and went on${count === 1 ? '' : ` ${count} times`}${resume === undefined ? '' : `, first at ${time(resume.at)}`}.`,
  'several-ends': ({ ends, count }, { time }) =>
    `The station told ${count} different ends: ${ends.map(({ at, stopReason }) => `${time(at)}${stopReason === null ? '' : ` (${stopReason})`}`).join(', ')}.`,
  'ends-before-start': ({ startedAt, endedAt }, { time }) =>
    `By the station's clock it ended (${time(endedAt)}) before it began (${time(startedAt)}).`,
  'clock-skew': ({ events: [event] }, { time }) =>
    event === undefined
      ? "The station's clock was wrong."
      : `The station's clock was wrong: it wrote ${time(event.told)} when it was ${time(event.received)}.`,
  'clock-set-back': ({ before, after }, { time }) =>
    `The station's clock was set back meanwhile, from ${time(before)} to ${time(after)}.`,
  'unusable-value': ({ values: [first], count }) =>
    `The station reported ${count === 1 ? 'a value that cannot be used' : `${count} values that cannot be used`}${first === undefined ? '' : ` (${first.field}: ${first.value})`}; ${count === 1 ? 'it is' : 'they are'} not counted.`,
  conflict: ({ conflicts: [conflict], count }) =>
    `${count === 1 ? 'An event was' : `${count} events were`} told again with another content${conflict === undefined ? '' : ` (${conflict.differences.map(({ field }) => field).join(', ')})`}; the one with the lower reading counts.`,
  overlaps: ({ others }, { time }) =>
    `It ran at the same EVSE and at the same time as ${others.map(({ ref, since }) => `session ${ref} of the station (since ${time(since)})`).join(', ')}.`,
  'stop-matched': ({ orphanRef, reasons: { token, evse, others } }) =>
    `Its end came under a number that we do not know (${orphanRef}) and was given to it: ${[
      token === 'same' ? 'the same token' : 'no token told',
      evse === 'same' ? 'the same connector' : 'no connector told',
      others === 0 ? 'no other session fits' : `${others} others would fit as well`,
    ].join(', ')}.`,
  'match-superseded': ({ orphanRef }) =>
    `An end under an unknown number (${orphanRef}) had been given to it until its own end came.`,
  merged: ({ into }) => `It is an end without a start and belongs to session ${into} of the station.`,
  'closed-inferred': ({ reason, lastHeardAt }, { time }) =>
    `We closed it: nothing was heard of it after ${time(lastHeardAt)}, and ${reasons[reason]}.`,
  'close-superseded': ({ decidedAt, reason }, { time }) =>
    `We had closed it at ${time(decidedAt)} (${reasons[reason]}), and then it was heard of again.`,
};
