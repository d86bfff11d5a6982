import type { ToldFact } from '../record/session-fact.ts';
import { type Oddity, type ShownEnd, shown } from './oddity.ts';
import type { Story } from './session-story.ts';

/** What is odd about the events of a session; what is odd about its readings is found with its energy. */
export function findOddities(story: Story): Oddity[] {
  return [
    ...noStart(story),
    ...gap(story),
    ...numbers(story),
    ...offline(story),
    ...resumed(story),
    ...ends(story),
    ...clock(story),
    ...unusable(story),
    ...conflicts(story),
    ...overlaps(story),
    ...decisions(story),
  ];
}

function noStart({ started, events, sequence }: Story): Oddity[] {
  if (started !== null) return [];
  return [{ flag: 'no-start', evidence: { firstSeq: sequence[0] ?? null, firstAt: events[0]?.at ?? null } }];
}

/** Stations low on memory may drop events between start and end: energy is in the registers, so a gap is told, not repaired. */
function gap({ end, sequence, misnumbered }: Story): Oddity[] {
  const [first, last] = [sequence[0], sequence.at(-1)];
  if (end === null || misnumbered.length > 0 || first === undefined || last === undefined) return [];
  const missingCount = last - first + 1 - sequence.length;
  if (missingCount === 0) return [];
  const missing = sequence.flatMap((seqNo, index) => {
    const before = sequence[index - 1] ?? seqNo - 1;
    return seqNo - before > 1 ? [{ from: before + 1, to: seqNo - 1 }] : [];
  });
  return [{ flag: 'has-gap', evidence: { missing: shown(missing), missingCount } }];
}

function numbers({ misnumbered }: Story): Oddity[] {
  if (misnumbered.length === 0) return [];
  const told = shown(misnumbered).map(({ seqNo, type, at }) => ({ seqNo, type, at }));
  return [{ flag: 'seqno-unreliable', evidence: { events: told, count: misnumbered.length } }];
}

function offline({ events }: Story): Oddity[] {
  const late = events.filter(({ isOffline }) => isOffline);
  const [first, last] = [late[0], late.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [{ flag: 'was-offline', evidence: { events: late.length, from: first.at, to: last.at } }];
}

function resumed({ events }: Story): Oddity[] {
  const resumes = events.filter(({ trigger }) => trigger === 'TxResumed');
  if (resumes.length === 0) return [];
  const told = shown(resumes).map(({ seqNo, at }) => ({ seqNo, at }));
  return [{ flag: 'was-resumed', evidence: { resumes: told, count: resumes.length } }];
}

function ends({ ends: all, started, end }: Story): Oddity[] {
  const different = [...new Map(all.map((one) => [JSON.stringify(shownEnd(one)), shownEnd(one)])).values()];
  const several: Oddity = { flag: 'several-ends', evidence: { ends: shown(different), count: different.length } };
  const isEarly = started !== null && end !== null && end.at < started.at;
  return [
    ...(different.length > 1 ? [several] : []),
    ...(isEarly ? [{ flag: 'ends-before-start' as const, evidence: { startedAt: started.at, endedAt: end.at } }] : []),
  ];
}

function clock({ events, setBack }: Story): Oddity[] {
  const wrong = events.flatMap(({ seqNo, clock: odd }) =>
    typeof odd?.told === 'string' ? [{ seqNo, told: odd.told, received: odd.received }] : [],
  );
  return [
    ...(wrong.length > 0
      ? [{ flag: 'clock-skew' as const, evidence: { events: shown(wrong), count: wrong.length } }]
      : []),
    ...(setBack === null ? [] : [{ flag: 'clock-set-back' as const, evidence: setBack }]),
  ];
}

function unusable({ events }: Story): Oddity[] {
  const values = events.flatMap(({ seqNo, at, unusable: found = [] }) => found.map((each) => ({ seqNo, at, ...each })));
  return values.length === 0
    ? []
    : [{ flag: 'unusable-value', evidence: { values: shown(values), count: values.length } }];
}

function conflicts({ conflicts: all }: Story): Oddity[] {
  if (all.length === 0) return [];
  const told = shown(all).map(({ differences, ...event }) => ({ ...event, differences: [...differences] }));
  return [{ flag: 'conflict', evidence: { conflicts: told, count: all.length } }];
}

function overlaps({ overlaps: all }: Story): Oddity[] {
  if (all.length === 0) return [];
  const others = shown(all).map(({ other, since }) => ({ ref: other, since }));
  return [{ flag: 'overlaps', evidence: { others, count: all.length } }];
}

function decisions({ match, isMatchInForce, mergedInto, close, outweighedClose }: Story): Oddity[] {
  const found: Oddity[] = [];
  if (match?.stop) {
    const { orphanRef, reasons } = match;
    const stop = shownEnd(match.stop);
    if (isMatchInForce && reasons !== null)
      found.push({ flag: 'stop-matched', evidence: { orphanRef, stop, reasons } });
    else found.push({ flag: 'match-superseded', evidence: { orphanRef, stop } });
  }
  if (mergedInto !== null) found.push({ flag: 'merged', evidence: { into: mergedInto } });
  if (close !== null) found.push({ flag: 'closed-inferred', evidence: close.evidence });
  if (outweighedClose !== null) found.push({ flag: 'close-superseded', evidence: outweighedClose.evidence });
  return found;
}

function shownEnd({ seqNo, at, registers, stopReason }: ToldFact): ShownEnd {
  const mwh = registers.find(({ mark }) => mark === 'end')?.mwh;
  return { seqNo, at, registerWh: mwh === undefined ? null : mwh / 1000, stopReason };
}
