import { expect, test } from 'vitest';
import { readRuleText, readRuleWords } from './read-rule-text.ts';

const event = (kind: string) => ({ on: 'event', kind });

test.each<[text: string, read: object]>([
  [
    'Tell me when CP-11 is back',
    { when: event('station-connected'), where: { stationIds: ['CP-11'] }, actions: [{ do: 'notify' }], isOnce: true },
  ],
  [
    'me avise quando a CP-11 voltar',
    { when: event('station-connected'), where: { stationIds: ['CP-11'] }, isOnce: true },
  ],
  [
    'Notify me whenever CP-3 goes offline',
    { when: event('station-went-offline'), where: { stationIds: ['CP-3'] }, isOnce: false },
  ],
  ['me avise sempre que a CP-3 ficar offline', { when: event('station-went-offline'), isOnce: false }],
  [
    'alert me when a station faults',
    { when: event('connector-status'), if: [{ field: 'status', value: 'faulted' }], where: { stationIds: [] } },
  ],
  ['tell me when CP-2 is free', { when: event('connector-status'), if: [{ value: 'available' }] }],
  ['quando a CP-3 falhar, reinicie', { actions: [{ do: 'command', name: 'reset' }], else: [{ do: 'notify' }] }],
  ['fix stations when they fault', { actions: [{ do: 'playbook' }] }],
  [
    'every night at 3am restart stations that lost contact twice',
    { when: { on: 'schedule', at: '03:00' }, if: [{ of: 'count', kind: 'station-went-offline', atLeast: 2 }, {}, {}] },
  ],
  [
    'toda noite às 2h reinicie as estações que ficaram offline duas vezes',
    {
      when: { on: 'schedule', at: '02:00' },
      if: [{ of: 'count', atLeast: 2 }, { state: 'online' }, { state: 'idle' }],
    },
  ],
  [
    'tell me whenever a station is offline for more than 10 minutes',
    { when: { ...event('station-went-offline'), forMinutes: 10 }, actions: [{ do: 'notify' }], isOnce: false },
  ],
  [
    'me avise sempre que uma estação ficar offline por mais de duas horas',
    { when: { ...event('station-went-offline'), forMinutes: 120 } },
  ],
  ['when CP-3 is faulted for at least 5 minutes, try the playbook', { actions: [{ do: 'playbook' }] }],
])('"%s" is a rule', (text, read) => {
  expect(readRuleText(text)).toMatchObject(read);
});

test.each(['which stations are there?', 'restart CP-1', 'tell me a joke', 'quando foi a última sessão?'])(
  '"%s" is none',
  (text) => {
    expect(readRuleText(text)).toBeUndefined();
  },
);

test.each([
  ['tell me when Alfa is back', 'Alfa'],
  ['tell me when CP-11 is back at night', 'night'],
  ['restart CP-3 when it faults unless somebody reserved it', 'reserved'],
  ['me avise quando 3 estações ficarem offline', '3'],
  ['every night at 3am restart stations that lost contact twice but not at Depot', 'Depot'],
])('a rule that would lose words is none: "%s"', (text, lost) => {
  expect(readRuleText(text)).toBeUndefined();
  expect(readRuleWords(text)?.unread).toContain(lost);
});
