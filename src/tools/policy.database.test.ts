import { expect, test } from 'vitest';
import type { PrincipalKind, Role } from '#contract/agents/principal.ts';
import type { Door } from '#principals/actor.ts';
import { may } from '#principals/may.ts';
import { actor } from '../../test/support/tool-registry.ts';
import { mayApprove, mayApproveByElicitation, mayUse } from './policy.ts';

const here: Parameters<typeof mayUse>[0] = (principal, need) => may(principal, need, { isReadingOpen: true });
const kinds: PrincipalKind[] = ['person', 'program', 'agent'];
const roles: Role[] = ['viewer', 'operator', 'administrator'];
const doors: Door[] = ['console', 'rest', 'terminal', 'mcp', 'tools', 'system'];
const tiers = ['R0', 'R1', 'R2', 'R3'] as const;
const tool = { category: 'stations', scope: undefined };

test('reading takes a viewer, acting and proposing an operator, whatever the kind', () => {
  for (const kind of kinds)
    for (const role of roles)
      for (const tier of tiers) {
        const { isAllowed } = mayUse(here, actor({ kind, role }).principal, { ...tool, tier });
        expect([kind, role, tier, isAllowed]).toEqual([kind, role, tier, tier === 'R0' || role !== 'viewer']);
      }
  expect(tiers.map((tier) => mayUse(here, null, { ...tool, tier }).isAllowed)).toEqual([true, false, false, false]);
});

test('a scope is the category with read, operate or administer, one of its own, or none', () => {
  const needs = (tier: (typeof tiers)[number], scope?: string | null) =>
    ['stations:read', 'stations:operate', 'stations:administer', 'own'].filter(
      (each) =>
        mayUse(here, actor({ role: 'administrator', scopes: [each] }).principal, { ...tool, tier, scope }).isAllowed,
    );
  expect(needs('R0')).toEqual(['stations:read']);
  expect(needs('R1')).toEqual(['stations:operate']);
  expect(needs('R2')).toEqual(['stations:operate']);
  expect(needs('R3')).toEqual(['stations:administer']);
  expect(needs('R2', 'own')).toEqual(['own']);
  expect(needs('R2', null)).toHaveLength(4);
});

test('of all who could approve, only persons of the right role at a door without models may', () => {
  for (const kind of kinds)
    for (const role of roles)
      for (const door of doors)
        for (const tier of ['R2', 'R3'] as const) {
          const who = actor({ id: 'key-9', kind, role }, door);
          const asked = { ...tool, tier, proposedBy: 'key-1' };
          const isRight = kind === 'person' && ['console', 'rest', 'terminal'].includes(door);
          const isEnough = role === 'administrator' || (role === 'operator' && tier === 'R2');
          expect([kind, role, door, tier, mayApprove(here, who, asked).isAllowed]).toEqual([
            ...[kind, role, door, tier, isRight && isEnough],
          ]);
          expect(mayApprove(here, who, { ...asked, proposedBy: 'key-9' }).isAllowed, 'never their own').toBe(false);
        }
});

test("a person approves what their own assistant proposed, unless four eyes have to see it; another's in both cases", () => {
  const ana = actor({ id: 'ana', kind: 'person', role: 'operator' }, 'terminal');
  const decide = (approvals: 'own' | 'four-eyes', proposedFor: string) =>
    mayApprove(here, ana, { ...tool, tier: 'R2', proposedBy: 'assistant', proposedFor, approvals }).isAllowed;
  expect([decide('own', 'ana'), decide('four-eyes', 'ana')]).toEqual([true, false]);
  expect([decide('own', 'rui'), decide('four-eyes', 'rui')]).toEqual([true, true]);
});

test('by elicitation only a person, over MCP, for R2 of their own key that says so', () => {
  for (const kind of kinds)
    for (const door of doors)
      for (const tier of ['R2', 'R3'] as const)
        for (const approvesByElicitation of [true, false])
          for (const proposedBy of ['key-9', 'key-1']) {
            const who = actor({ id: 'key-9', kind, role: 'administrator', approvesByElicitation }, door);
            const { isAllowed } = mayApproveByElicitation(here, who, { ...tool, tier, proposedBy });
            const isRight = kind === 'person' && door === 'mcp' && tier === 'R2' && approvesByElicitation;
            expect([kind, door, tier, proposedBy, isAllowed]).toEqual([
              ...[kind, door, tier, proposedBy, isRight && proposedBy === 'key-9'],
            ]);
          }
});
