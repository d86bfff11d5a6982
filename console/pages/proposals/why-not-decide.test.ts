import { expect, test } from 'vitest';
import type { Principal } from '#contract/agents/principal.ts';
import type { Proposal } from '#contract/agents/proposal.ts';
import { leftText } from './proposal-card.tsx';
import { type WhyNotDecide, whyNotDecide } from './why-not-decide.ts';

const ana: Principal = { id: 'ana', name: 'Ana', kind: 'person', role: 'operator', scopes: [] };
const asked = { proposedBy: 'scout', tier: 'R2', state: 'proposed', expiresAt: '2026-03-01T08:15:00Z' } as const;
const now = Date.parse('2026-03-01T08:00:00Z');

const cases: [what: string, me: Partial<Principal>, change: Partial<Proposal>, why: WhyNotDecide | null][] = [
  ['an operator decides what is of one driver', {}, {}, null],
  ['what was approved can still be denied', {}, { state: 'approved' }, null],
  ['nobody decides what their own key asked for', {}, { proposedBy: 'ana' }, 'ownKey'],
  ['a program decides nothing', { kind: 'program' }, {}, 'notAPerson'],
  ['many stations take an administrator', {}, { tier: 'R3' }, 'needsAdministrator'],
  ['an administrator decides that', { role: 'administrator' }, { tier: 'R3' }, null],
  ['what is past its time is over', {}, { expiresAt: '2026-03-01T08:00:00Z' }, 'expired'],
  ['what has ended is decided', {}, { state: 'denied' }, 'decided'],
];

test.each(cases)('%s', (_what, me, change, why) => {
  expect(whyNotDecide({ ...ana, ...me }, { ...asked, ...change }, now)).toBe(why);
});

test('the time left is told in minutes and seconds until it is over', () => {
  const until = Date.parse(asked.expiresAt);
  expect([leftText(until, now), leftText(until, until - 65_001), leftText(until, until - 400)]).toEqual([
    '15:00',
    '1:06',
    '0:01',
  ]);
  expect(leftText(until, until)).toBeNull();
});
