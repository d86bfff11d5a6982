import { expect, test } from 'vitest';
import { readDialogue } from '../dialogue.ts';
import type { Directory } from '../names/directory.ts';
import { understand } from './understand.ts';

const known: Directory = [
  ...['CP-9', 'CP-10', 'BATEL-07'].map((id) => ({ kind: 'station' as const, name: id, id })),
  ...['Depot', 'Rio de Janeiro'].map((name) => ({ kind: 'site' as const, name, id: name.toLowerCase() })),
  ...['Ana Souza', 'Bruno Lima', 'Davi Rocha'].map((name) => ({ kind: 'driver' as const, name, id: name })),
  { kind: 'device', name: 'Paulista light', id: 'd1' },
  { kind: 'device', name: 'Lobby display', id: 'd2' },
  { kind: 'tariff', name: 'city', id: 'city' },
];
const moment = { now: new Date('2026-11-19T20:07:00Z'), timeZone: 'America/Sao_Paulo', known };
const yesterday = { from: '2026-11-18', to: '2026-11-19' };
const september = { from: '2026-09-01', to: '2026-10-01' };
const october = { from: '2026-10-01', to: '2026-11-01' };

/** Each condition is part of what is asked for. */
test.each<[string, object]>([
  ['any alerts about the depot?', { tool: 'what_needs_attention', site: 'Depot' }],
  ['qual tarifa o depot usa?', { tool: 'list_tariffs', site: 'Depot' }],
  [
    'how many kWh did the depot sell last month compared with the month before?',
    { measure: 'energy', period: october, compared: september },
  ],
  ['compare outubro com o mês anterior', { period: october, compared: september }],
  ['total de kWh das últimas dez sessões', { intent: 'list-sessions', limit: 10 }],
  [
    'how much did Bruno spend in october?',
    { intent: 'report', measure: 'revenue', name: 'Bruno Lima', period: october },
  ],
  ['sessions over 25 kWh, not at the depot', { minKwh: 25, exceptSites: ['Depot'] }],
  ['sessões de ontem de todos menos o Davi', { period: yesterday, exceptNames: ['Davi Rocha'] }],
  ['sessions longer than 2 hours yesterday', { minMinutes: 120, period: yesterday }],
  ['sessões de menos de 30 minutos', { maxMinutes: 30 }],
  ['sessions between 10 and 20 kWh', { minKwh: 10, maxKwh: 20 }],
  ['sessões que custaram mais de R$ 50', { minCost: 50 }],
  ['the longest session yesterday', { order: 'longest', limit: 1 }],
  ['the two dearest sessions of October', { order: 'dearest', limit: 2 }],
  ['sessions in the last 3 hours', { period: { from: '2026-11-19T14:07', to: '2026-11-20' } }],
  [
    'sessions of Ana or Bruno yesterday',
    { intent: 'several', wishes: [{ name: 'Ana Souza' }, { name: 'Bruno Lima' }] },
  ],
  ['stop everything at the depot except CP-9', { of: 'session', place: 'Depot', except: [{ value: 'CP-9' }] }],
  ['Davi needs 20 kWh by 6 in the morning', { intent: 'set-need', name: 'Davi Rocha', kwh: 20, by: '06:00' }],
  ['defina o limite do depot em 50 A', { intent: 'set-site-limit', site: 'Depot', amperes: 50 }],
  ['reinicie a CP-10 quando não houver ninguém carregando', { intent: 'reset', when: 'idle' }],
])('%s', (sentence, intent) => {
  expect(understand(sentence, moment)).toMatchObject({ status: 'understood', intent });
  expect(understand(sentence, moment)).not.toHaveProperty('unused');
});

/** What changes nothing was not used, whatever a request says that it takes. */
test.each([
  ['passe o rio para a tarifa city', 'Rio de Janeiro'],
  ['long sessions yesterday', 'long'],
  ['only DC chargers', 'DC'],
  ['refund Ana’s last session', 'refund'],
  ['reject CP-9', 'reject'],
  ['pague a conta da Ana com bitcoin', 'pague'],
  ['delete the sessions of Ana', 'delete'],
])('%s: %s is named', (sentence, word) => {
  expect(JSON.stringify(understand(sentence, moment))).toMatch(new RegExp(`"unused":\\[.*${word}`));
});

test.each(['make the lobby display dimmer', 'aumente o volume do lobby display'])(
  '%s: by how much is asked',
  (sentence) => {
    expect(understand(sentence, moment)).toMatchObject({ status: 'ask-back', missing: 'level' });
  },
);

test.each<[string[], object]>([
  [['corolla branco', 'e preto?', 'mais barato que 95 mil'], { colour: 'Preto', priceMax: 95_000 }],
  [['SUV até 140 mil', 'de 2018 em diante', 'qual é o mais novo?'], { yearMin: 2018, order: 'mais_novo' }],
  [['white corolla under 100k', '2021 or newer'], { priceMax: 100_000, yearMin: 2021 }],
  [['sessions of ana yesterday', 'and bruno?', 'the longest one'], { name: 'Bruno Lima', order: 'longest' }],
  [['revenue in october', 'compared with september'], { period: october, compared: september }],
  [['turn the light at paulista green', 'now blue'], { given: { wish: { rgb: [0, 0, 255] } } }],
  [['turn the light at paulista green', 'off'], { given: { wish: { on: false } } }],
  [['is there anything wrong with batel?', 'why?'], { intent: 'diagnose', station: 'BATEL-07' }],
  [['quais estações estão offline?', 'desde quando?'], { intent: 'list-stations', filter: 'offline' }],
])('%s', (turns, intent) => {
  const turn = readDialogue(
    turns.map((text) => ({ text })),
    moment,
  );
  expect(turn).toMatchObject({ kind: 'wish', understanding: { status: 'understood', intent } });
});

test('of two equally near words the one that says something is read, and one of the calendar before a small word', () => {
  expect(understand('mostra as sesões de onten', moment)).toMatchObject({ intent: { period: yesterday } });
  expect(understand('shwo me the sesions of yesteday', moment)).toMatchObject({ intent: { period: yesterday } });
});
