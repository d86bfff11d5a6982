import { expect, test } from 'vitest';
import { readConfig } from '#base/config.ts';
import { guardRulesOf } from './guard-rules.ts';

const rulesOf = (env: Record<string, string>) => guardRulesOf(readConfig({ env }));

test('a kind that is not named keeps what holds by default; a cool-down that is not named is none', () => {
  expect(rulesOf({ BUDGET_COMMANDS_PER_HOUR: 'agent = 5, person=0' }).commandsPerHour).toEqual({
    agent: 5,
    person: 0,
    program: 20_000,
  });
  expect(rulesOf({}).coolDownSeconds).toMatchObject({ reset: 60, 'update-firmware': 300 });
  expect(rulesOf({ COOL_DOWN_SECONDS: 'unlock=3' }).coolDownSeconds).toEqual({ unlock: 3 });
  expect(rulesOf({ COOL_DOWN_SECONDS: 'off' }).coolDownSeconds).toEqual({});
});

test.each([
  ['BUDGET_KW_PER_MINUTE', '500'],
  ['BUDGET_KW_PER_MINUTE', 'robot=500'],
  ['BUDGET_STATIONS_PER_COMMAND', 'agent=-1'],
  ['BUDGET_COMMANDS_PER_HOUR', 'agent=many'],
  ['COOL_DOWN_SECONDS', 'reset:60'],
  ['COOL_DOWN_SECONDS', 'dance=60'],
])('%s=%s stops the start with its name', (name, text) => {
  expect(() => rulesOf({ [name]: text })).toThrow(name);
});
