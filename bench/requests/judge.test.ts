import { expect, test } from 'vitest';
import { type Answered, judge } from './judge.ts';
import { matchesCall } from './match-call.ts';
import { type Known, matchesValue } from './match-value.ts';
import { isPeriod } from './periods.ts';
import { languages, type Must, readRequests } from './request.ts';
import { readWorld } from './world.ts';

const known: Known = {
  now: new Date('2026-11-18T15:00:00Z'), // a Wednesday, 12:00 in São Paulo
  timeZone: 'America/Sao_Paulo',
  references: new Map([
    ['$token:5555', ['tok_5', '04EE00005555']],
    ['$running:CP-9', ['session-9']],
  ]),
};

test.each([
  ['yesterday', { from: '2026-11-17T03:00:00Z', to: '2026-11-18T03:00:00Z' }, true],
  ['yesterday', { from: '2026-11-17T03:00:00Z', to: '2026-11-18T02:59:59Z' }, true],
  ['yesterday', { from: '2026-11-17T00:00:00Z', to: '2026-11-18T00:00:00Z' }, false],
  ['yesterday', { from: '2026-11-17T03:00:00Z' }, false],
  ['today', { from: '2026-11-18T03:00:00Z' }, true],
  ['month:10', { month: '2026-10' }, true],
  ['month:12', { month: '2025-12' }, true],
  ['last-month', { from: '2026-10-01T03:00:00Z', to: '2026-11-01T03:00:00Z' }, true],
  ['this-month', {}, true],
  ['last-week', { from: '2026-11-09T03:00:00Z', to: '2026-11-16T03:00:00Z' }, true],
  ['last-week', { from: '2026-11-11T03:00:00Z' }, true],
  ['11-01..11-10', { from: '2026-11-01T03:00:00Z', to: '2026-11-11T03:00:00Z' }, true],
  ['yesterday 18:00..yesterday 22:00', { from: '2026-11-17T21:00:00Z', to: '2026-11-18T01:00:00Z' }, true],
  ['today 08:00..', { from: '2026-11-18T11:00:00Z' }, true],
  ['day:-2', { from: '2026-11-16T03:00:00Z', to: '2026-11-17T03:00:00Z' }, true],
])('%s and %o: %s', (name, given, isMeant) => {
  expect(isPeriod(name, given, known)).toBe(isMeant);
});

test.each([
  ['Elétrico', 'eletrico', true],
  ['$token:5555', 'tok_5', true],
  ['@tomorrow 09:00', '2026-11-19T12:00:00Z', true],
  ['@tomorrow 09:00', '2026-11-19T09:00', true],
  ['~18:00', '18:00', true],
  ['~18:00', '2026-11-18T21:00:00Z', true],
  ['~18:00', '2026-11-18T18:00', true],
  ['~22:00-06:00', '2026-11-19T02:00:00Z', true],
  [{ set: ['Civic', 'Corolla'] }, 'corolla,civic', true],
  [{ set: ['Civic', 'Corolla'] }, 'corolla', false],
  [['CP-9', 'CP-10'], ['CP-10', 'CP-9'], true],
  [['CP-9'], ['CP-10', 'CP-9'], false],
  [null, null, true],
  [null, undefined, false],
  [{ absent: true }, undefined, true],
])('%o is met by %o: %s', (expected, given, isMet) => {
  expect(matchesValue(expected, given, known)).toBe(isMet);
});

test('an argument that narrows what was asked for is another question', () => {
  const all = { tool: 'list_charge_points', with: {} };
  expect(matchesCall(all, { tool: 'list_charge_points', arguments: { limit: 20 } }, known)).toBe(true);
  expect(matchesCall(all, { tool: 'list_charge_points', arguments: { status: 'faulted' } }, known)).toBe(false);
});

test('a session stands for the station where it runs, the number of a card for its id', () => {
  const need = { tool: 'set_charging_need', with: { charge_point_id: 'CP-9', energy_kwh: 20 } };
  const given = (transaction_id: string) => ({ tool: need.tool, arguments: { transaction_id, energy_kwh: 20 } });
  expect(matchesCall(need, given('session-9'), known)).toBe(true);
  expect(matchesCall(need, given('session-8'), known)).toBe(false);
  const start = { tool: 'start_ocpp_transaction', with: { charge_point_id: 'CP-9', token_id: '$token:5555' } };
  const by = (id_tag: string) => ({ tool: start.tool, arguments: { charge_point_id: 'CP-9', id_tag } });
  expect(matchesCall(start, by('04EE00005555'), known)).toBe(true);
  expect(matchesCall(start, by('5555'), known)).toBe(false);
});

test('words of a search for vehicles count as the fields that they name, and as no others', () => {
  const wanted = { tool: 'buscar_veiculos', with: { modelo: 'Corolla', cor: 'Branco' } };
  const search = (given: object) => matchesCall(wanted, { tool: 'buscar_veiculos', arguments: { ...given } }, known);
  expect(search({ texto_busca: 'corolla branca' })).toBe(true);
  expect(search({ texto_busca: 'corolla', cor: 'Branco' })).toBe(true);
  expect(search({ texto_busca: 'corolla branco turbo' })).toBe(false);
  expect(search({ texto_busca: 'corolla' })).toBe(false);
});

const blank: Must = { kind: 'read', calls: [], says: [], names: [], hides: [] };
const answered = (given: Partial<Answered>): Answered => ({ text: 'Here it is.', calls: [], failure: null, ...given });
const reset = (id: string) => ({ tool: 'reset_charge_point', arguments: { charge_point_id: id } });
const wantsReset: Must = {
  ...blank,
  kind: 'propose',
  calls: [[{ tool: 'reset_charge_point', with: { charge_point_id: 'CP-9' } }]],
};

test('a change beside the one that was meant is a wrong change', () => {
  expect(judge({ must: [wantsReset] }, answered({ calls: [reset('CP-9')] }), known)).toBe('right');
  expect(judge({ must: [wantsReset] }, answered({ calls: [reset('CP-9'), reset('CP-10')] }), known)).toBe(
    'wrong-change',
  );
});

test('who says what was not understood is honest, who answers something else is wrong', () => {
  const read: Must = { ...blank, calls: [[{ tool: 'list_sites', with: {} }]] };
  const verdict = (text: string) => judge({ must: [read] }, answered({ text }), known);
  expect(verdict('I did not understand "zxcv".')).toBe('honest');
  expect(verdict('Não entendi "zxcv".')).toBe('honest');
  expect(verdict('4 stations are online.')).toBe('wrong');
  expect(verdict('')).toBe('nothing');
});

test('a row that was to be left out makes an answer wrong, a word in a sentence does not', () => {
  const must = [{ ...blank, hides: ['BATEL-07'] }];
  expect(judge({ must }, answered({ text: 'All but BATEL-07:\n\n| CP-9 | online |' }), known)).toBe('right');
  expect(judge({ must }, answered({ text: 'Stations:\n\n| BATEL-07 | online |' }), known)).toBe('wrong');
});

test('a count is said in a sentence or in a cell of its own, not by a part of another figure', () => {
  const verdict = (text: string) => judge({ must: [{ ...blank, says: ['5'] }] }, answered({ text }), known);
  expect(verdict('5 sessions:')).toBe('right');
  expect(verdict('Sites:\n\n| Depot | 5 |')).toBe('right');
  expect(verdict('6 sessions:\n\n| CP-5 | 0.5 kWh | Nov 5, 2026 |')).toBe('wrong');
});

test('three hundred requests in each language, a third of them hard, each half with half of them, and those added later', async () => {
  for (const language of languages) {
    const requests = await readRequests(language);
    const strangers = requests.filter(({ half }) => half === 'first' || half === 'second');
    const fresh = requests.filter(({ half }) => half === 'fresh');
    expect(new Set(requests.map(({ id }) => id)).size).toBe(520);
    expect(strangers).toHaveLength(300);
    expect(strangers.filter(({ hard }) => hard.length > 0)).toHaveLength(100);
    expect(strangers.filter(({ half }) => half === 'first')).toHaveLength(150);
    expect(fresh).toHaveLength(120);
    expect(fresh.filter(({ hard }) => hard.length > 0)).toHaveLength(40);
  }
  expect((await readWorld()).stations).toHaveLength(11);
});
