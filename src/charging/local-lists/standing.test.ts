import { expect, test } from 'vitest';
import type { Outcome } from '#contract/commands/command.ts';
import { digestOfNothing } from './difference.ts';
import type { KeptStation, ListRow } from './kept-station-store.ts';
import { isDue, isWorthFull, lackOf, modeOf, needsVisit, nextTryAt, refusalVerdict } from './standing.ts';

const now = new Date('2026-03-01T12:00:00Z');
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const answered = (more: Partial<Outcome>): Outcome => ({
  status: 'rejected',
  code: null,
  reason: null,
  answer: {},
  losses: [],
  ...more,
});

test.each([
  [{ code: 'Failed' }, 'refused', 'failed', true],
  [{ code: 'VersionMismatch' }, 'refused', 'failed', true],
  [{ code: 'FormationViolation' }, 'refused', 'failed', true],
  [{ code: 'NotSupported' }, 'unsupported', 'not-implemented', false],
  [{ code: 'NotImplemented' }, 'unsupported', 'not-implemented', false],
  [{ status: 'no-answer' }, 'pending', 'no-answer', false],
  [{ status: 'not-sent', reason: 'The station is offline.' }, 'pending', 'not-sent', false],
] as const)('%o means %s because %s; worth a full list: %s', (outcome, state, because, isWorth) => {
  expect(refusalVerdict(answered(outcome))).toMatchObject({ state, because });
  expect(isWorthFull(answered(outcome))).toBe(isWorth);
});

test('a station that refuses is tried after an hour, then twice as long each time, a day at most', () => {
  const refused = { state: 'refused', because: 'failed', said: 'Failed' } as const;
  expect([1, 2, 3, 6, 60].map((tries) => nextTryAt(refused, tries, now))).toEqual([1, 2, 4, 24, 24].map(inHours));
  expect(nextTryAt({ state: 'version-mismatch', because: null, said: '7' }, 9, now)).toEqual(inHours(1));
  expect(nextTryAt({ state: 'pending', because: 'offline', said: null }, 1, now)).toBeNull();
  expect(nextTryAt({ state: 'pending', because: 'no-answer', said: null }, 2, now)).toEqual(inHours(1 / 6));
  expect(nextTryAt({ state: 'in-sync', because: null, said: null }, 1, now)).toBeNull();
});

test('what a station lacks is looked at again after it booted, what it refused at its time', () => {
  const due = (list: Partial<ListRow>, bootedAt: Date | null = null) =>
    isDue({ list: list as ListRow, linkChangedAt: null, bootedAt, firmware: '1.0' }, now);
  const lacking = { state: 'unsupported', triedAt: now, nextTryAt: null } as const;
  expect(due(lacking)).toBe(false);
  expect(due(lacking, inHours(-1))).toBe(false);
  expect(due(lacking, inHours(1))).toBe(true);
  expect(due({ state: 'refused', triedAt: now, nextTryAt: inHours(1) })).toBe(false);
  expect(due({ state: 'refused', triedAt: now, nextTryAt: inHours(-1) })).toBe(true);
  expect(due({ state: null, triedAt: null, nextTryAt: null })).toBe(true);
});

test('a station that does not know the message is asked again after a boot with other firmware, or a day later', () => {
  const due = (firmware: string, triedAt: Date, bootedAt = now) => {
    const list = { state: 'unsupported', because: 'not-implemented', triedAt, triedFirmware: '1.0' } as ListRow;
    return isDue({ list, linkChangedAt: null, bootedAt, firmware }, now);
  };
  expect(due('1.0', inHours(-1))).toBe(false);
  expect(due('1.1', inHours(-1))).toBe(true);
  expect(due('1.1', inHours(-1), inHours(-2))).toBe(false);
  expect(due('1.0', inHours(-24))).toBe(true);
});

const told = { perMessage: null, bytesPerMessage: null, room: null, isAvailable: null, isEnabled: null };

function arrived(list: Partial<ListRow>, more: Partial<KeptStation> = {}): KeptStation {
  return {
    place: { stationId: 'S', siteId: null, admits: 'everyone', offlinePolicy: null, version: '2.1' },
    isOnline: true,
    isElsewhere: false,
    linkChangedAt: inHours(-48),
    bootedAt: inHours(-48),
    firmware: '1.0',
    told,
    list: {
      mode: null,
      pinned: null,
      version: null,
      digest: null,
      sentAt: null,
      sendingDigest: null,
      refusal: null,
      reportedVersion: null,
      reportedAt: null,
      limitsAskedAt: null,
      state: null,
      because: null,
      said: null,
      since: null,
      triedAt: null,
      triedFirmware: null,
      nextTryAt: null,
      tries: 0,
      ...list,
    },
    ...more,
  };
}

const held = {
  state: 'in-sync',
  version: 3,
  digest: 'wanted',
  sentAt: inHours(-40),
  reportedVersion: 3,
  reportedAt: inHours(-2),
} as const;

test.each<[string, boolean, KeptStation, string]>([
  ['holds nothing and should hold nothing', false, arrived({}), digestOfNothing],
  ['should get its first list', true, arrived({}), 'wanted'],
  ['said two hours ago that it has its list', false, arrived(held), 'wanted'],
  ['has booted since it said so', true, arrived(held, { bootedAt: inHours(-1) }), 'wanted'],
  ['said so yesterday', true, arrived({ ...held, reportedAt: inHours(-24) }), 'wanted'],
  ['took a part of a list', true, arrived({ ...held, sendingDigest: 'wanted' }), 'wanted'],
  ['was sent another list since', true, arrived({ ...held, sentAt: inHours(-1) }), 'wanted'],
  ['said another version', true, arrived({ ...held, reportedVersion: 2 }), 'wanted'],
  ['should hold other tokens', true, arrived(held), 'other'],
  ['is offline', false, arrived(held, { isOnline: false }), 'other'],
  [
    'has connected again since it did not answer',
    true,
    arrived({ ...held, state: 'pending', triedAt: inHours(-2), nextTryAt: inHours(1) }, { linkChangedAt: inHours(-1) }),
    'other',
  ],
  [
    'did not answer a moment ago',
    false,
    arrived({ ...held, state: 'pending', triedAt: inHours(-1), nextTryAt: inHours(1) }),
    'other',
  ],
  ['refused a moment ago', false, arrived({ ...held, state: 'refused', nextTryAt: inHours(1) }), 'other'],
  ['waited for something that it now holds', true, arrived({ ...held, state: 'pending' }), 'wanted'],
  ['waited for something that is no longer wanted', true, arrived({ state: 'pending' }), digestOfNothing],
  ['offers no lists', true, arrived({}, { told: { ...told, isAvailable: false } }), 'wanted'],
  [
    'offers no lists, which is known, and has booted',
    false,
    arrived(
      { state: 'unsupported', because: 'not-offered', triedAt: inHours(-60) },
      { told: { ...told, isAvailable: false } },
    ),
    'wanted',
  ],
])('a station that %s when it arrives is visited: %s', (_what, isVisited, station, wantedDigest) => {
  expect(needsVisit(station, wantedDigest, now)).toBe(isVisited);
});

test('a device model that speaks against lists is believed, one that says nothing is asked', () => {
  expect(lackOf(told)).toBeUndefined();
  expect(lackOf({ ...told, isAvailable: true, isEnabled: true })).toBeUndefined();
  expect(lackOf({ ...told, isAvailable: false })).toMatchObject({ because: 'not-offered' });
  expect(lackOf({ ...told, isAvailable: true, isEnabled: false })).toMatchObject({ because: 'disabled' });
});

test('a station follows the installation unless somebody said otherwise', () => {
  expect(modeOf({ mode: null, pinned: null }, true)).toBe('auto');
  expect(modeOf({ mode: null, pinned: ['tok_a'] }, true)).toBe('pinned');
  expect(modeOf({ mode: null, pinned: ['tok_a'] }, false)).toBe('off');
  expect(modeOf({ mode: 'auto', pinned: null }, false)).toBe('auto');
  expect(modeOf({ mode: 'off', pinned: null }, true)).toBe('off');
});
