import { expect, test } from 'vitest';
import type { Intent, Understanding } from '../intent.ts';
import { understand } from './understand.ts';

// A Sunday.
const moment = { now: new Date('2026-11-15T15:00:00Z'), timeZone: 'America/Sao_Paulo' };
const march = { from: '2026-03-01', to: '2026-04-01' };
const yesterday = { from: '2026-11-14', to: '2026-11-15' };
const lastMonth = { from: '2026-10-01', to: '2026-11-01' };

const wishes: [string, Intent][] = [
  ['quais carregadores estão com falha?', { intent: 'list-stations', filter: 'faulted' }],
  ['which chargers are offline right now?', { intent: 'list-stations', filter: 'offline' }],
  ['mostra os carregadores livres no site Praia', { intent: 'list-stations', filter: 'available', site: 'Praia' }],
  ['how many charging stations are free?', { intent: 'list-stations', filter: 'available' }],
  ['which charging stations are charging', { intent: 'list-stations', filter: 'charging' }],
  ['tem alguma estação aguardando aceite?', { intent: 'list-stations', filter: 'waiting' }],
  ['quais não estão funcionando?', { intent: 'list-stations', filter: 'faulted' }],
  ['stations that are not online', { intent: 'list-stations', filter: 'offline' }],
  ['lista todas as estações', { intent: 'list-stations' }],
  ['como está o CP-7?', { intent: 'station-status', station: 'CP-7' }],
  ['is cp 12 online', { intent: 'station-status', station: 'CP-12' }],
  ['por que o CP-3 parou de carregar ontem?', { intent: 'diagnose', station: 'CP-3', period: yesterday }],
  ['what is wrong with PRAIA-03', { intent: 'diagnose', station: 'PRAIA-03' }],
  ['who restarted CP-7 yesterday?', { intent: 'diagnose', station: 'CP-7', period: yesterday }],
  ['CP-7 does not restart', { intent: 'diagnose', station: 'CP-7' }],
  ['quem está carregando agora?', { intent: 'list-sessions', isRunning: true }],
  ['show the running sessions on CP-7', { intent: 'list-sessions', isRunning: true, station: 'CP-7' }],
  ['sessões de ontem no CP-2', { intent: 'list-sessions', station: 'CP-2', period: yesterday }],
  ['detalhes da sessão 1042', { intent: 'session-details', session: '1042' }],
  ['how much energy did we sell in March?', { intent: 'report', measure: 'energy', period: march }],
  ['quanta energia vendemos em março?', { intent: 'report', measure: 'energy', period: march }],
  [
    'faturamento do mês passado no Shopping Norte',
    { intent: 'report', measure: 'revenue', period: lastMonth, site: 'Shopping Norte' },
  ],
  ['how much did CP-7 earn last month', { intent: 'report', measure: 'revenue', period: lastMonth, station: 'CP-7' }],
  ['quantas recargas tivemos ontem?', { intent: 'report', measure: 'sessions', period: yesterday }],
  [
    'uptime of CP-9 in 2025',
    { intent: 'report', measure: 'uptime', station: 'CP-9', period: { from: '2025-01-01', to: '2026-01-01' } },
  ],
  [
    'energia de 1 a 15 de março',
    { intent: 'report', measure: 'energy', period: { from: '2026-03-01', to: '2026-03-16' } },
  ],
  ['por que o cartão 04A1B2C3 foi recusado no CP-7?', { intent: 'refusals', token: '04A1B2C3', station: 'CP-7' }],
  ['who was refused last month', { intent: 'refusals', period: lastMonth }],
  ['lista de motoristas', { intent: 'list-drivers' }],
  ['find driver Ana Souza', { intent: 'list-drivers', search: 'Ana Souza' }],
  ['há reservas no CP-4?', { intent: 'list-reservations', station: 'CP-4' }],
  ['quais são as tarifas?', { intent: 'list-tariffs' }],
  ['what is waiting for approval?', { intent: 'list-proposals' }],
  ['o que você sabe fazer?', { intent: 'help' }],
  ['how do I restart a station?', { intent: 'help' }],
  [
    'start a session on CP-7 connector 2 with card 04AABBCC',
    { intent: 'start-session', station: 'CP-7', evse: 2, token: '04AABBCC' },
  ],
  ['stop the session on CP-7', { intent: 'stop-session', station: 'CP-7' }],
  ['para a sessão do CP-7', { intent: 'stop-session', station: 'CP-7' }],
  ['pode encerrar a sessão 1042, por favor?', { intent: 'stop-session', session: '1042' }],
  ['reinicia o CP-3 quando estiver livre', { intent: 'reset', station: 'CP-3', when: 'idle' }],
  ['Quando o CP-3 estiver livre, reinicie', { intent: 'reset', station: 'CP-3', when: 'idle' }],
  ['could you reboot CP-3 right away', { intent: 'reset', station: 'CP-3', when: 'now' }],
  ['reinicia o CP-3 sem interromper ninguém', { intent: 'reset', station: 'CP-3', when: 'idle' }],
  ["don't forget to restart CP-3", { intent: 'reset', station: 'CP-3', when: 'idle' }],
  ['destrava o conector 1 do CP-5', { intent: 'unlock', station: 'CP-5', connector: 1 }],
  ['unlock CP-5', { intent: 'unlock', station: 'CP-5' }],
  ['coloca o CP-8 fora de serviço', { intent: 'set-availability', station: 'CP-8', isAvailable: false }],
  ['put CP-8 back into service', { intent: 'set-availability', station: 'CP-8', isAvailable: true }],
  ['disable connector 2 of CP-8', { intent: 'set-availability', station: 'CP-8', connector: 2, isAvailable: false }],
  ['limita o CP-7 a 11 kW', { intent: 'set-limit', station: 'CP-7', kw: 11 }],
  ['set CP-7 to 16 A', { intent: 'set-limit', station: 'CP-7', amperes: 16 }],
  ['reduza a potência do CP-7 para 7,4 kW', { intent: 'set-limit', station: 'CP-7', kw: 7.4 }],
  ['80 % até as 7h', { intent: 'set-need', percent: 80, by: '07:00' }],
  ['carregar a CP-1 até 80% antes das 7', { intent: 'set-need', station: 'CP-1', percent: 80, by: '07:00' }],
  ['CP-1 must be at 80 % by 7am', { intent: 'set-need', station: 'CP-1', percent: 80, by: '07:00' }],
  ['CP-1 precisa de 20 kWh até as 18:30', { intent: 'set-need', station: 'CP-1', kwh: 20, by: '18:30' }],
  [
    'o carro na CP-1 tem que estar cheio amanhã às 7h',
    { intent: 'set-need', station: 'CP-1', percent: 100, by: '2026-11-16T07:00' },
  ],
  ['por que a CP-2 está carregando devagar?', { intent: 'explain-plan', station: 'CP-2' }],
  ['qual estação vai falhar em breve?', { intent: 'foresee' }],
  ['which station fails next?', { intent: 'foresee' }],
  ['why will CP-1 fail?', { intent: 'foresee', station: 'CP-1', isWhy: true }],
  ['por que a CP-2 vai falhar?', { intent: 'foresee', station: 'CP-2', isWhy: true }],
  ['when will CP-1 be done?', { intent: 'explain-plan', station: 'CP-1' }],
  ['will CP-1 be at 80% by 7am?', { intent: 'explain-plan', station: 'CP-1' }],
  ['qual o plano de recarga do site X?', { intent: 'site-plan', site: 'X' }],
  ['e se o site Praia tivesse só 40 A?', { intent: 'site-plan', site: 'Praia', amperes: 40 }],
  ['limit site X to 40 A until 18:00', { intent: 'set-site-limit', site: 'X', amperes: 40, until: '18:00' }],
  ['limita o local Praia a 30 kW até meio-dia', { intent: 'set-site-limit', site: 'Praia', kw: 30, until: '12:00' }],
  ['limit the Harbour site to 40 A', { intent: 'set-site-limit', site: 'Harbour', amperes: 40 }],
  ['tira o limite do local Praia', { intent: 'clear-site-limit', site: 'Praia' }],
  ['tira o limite do CP-7', { intent: 'clear-limit', station: 'CP-7' }],
  ['remove the power limit from CP-7', { intent: 'clear-limit', station: 'CP-7' }],
  [
    'reserva o conector 1 do CP-4 para o cartão 04AABBCC por 45 minutos',
    { intent: 'reserve', station: 'CP-4', connector: 1, token: '04AABBCC', minutes: 45 },
  ],
  [
    'book CP-4 for card 04AABBCC for half an hour',
    { intent: 'reserve', station: 'CP-4', token: '04AABBCC', minutes: 30 },
  ],
  ['bloqueia o cartão 04AABBCC', { intent: 'block-token', token: '04AABBCC', isBlocked: true }],
  ['unblock tok_9f3a', { intent: 'block-token', token: 'tok_9f3a', isBlocked: false }],
  [
    'every night restart stations that lost contact twice',
    { intent: 'call', tool: 'draft_rule', given: { text: 'every night restart stations that lost contact twice' } },
  ],
  [
    'toda noite reinicie os carregadores que perderam contato 3 vezes',
    {
      intent: 'call',
      tool: 'draft_rule',
      given: { text: 'toda noite reinicie os carregadores que perderam contato 3 vezes' },
    },
  ],
  ["Hi, I'm looking for a car.", { intent: 'vehicle-choices', of: 'brands' }],
  [
    'I like VW. I want a model up to 80k, newer.',
    { intent: 'find-vehicles', brand: 'Volkswagen', priceMax: 80_000, yearMin: 2020 },
  ],
  ['carros elétricos até R$ 150.000', { intent: 'find-vehicles', priceMax: 150_000, fuel: 'Elétrico' }],
  [
    'Honda Fit prata automático com até 60 mil km',
    {
      intent: 'find-vehicles',
      brand: 'Honda',
      model: 'Fit',
      kmMax: 60_000,
      colour: 'Prata',
      transmission: 'Automática',
    },
  ],
  ['HB20 entre 50 e 80 mil', { intent: 'find-vehicles', model: 'HB20', priceMin: 50_000, priceMax: 80_000 }],
  ['quais modelos da Honda vocês têm?', { intent: 'vehicle-choices', of: 'models', brand: 'Honda' }],
  ['livros sobre python', { intent: 'find-books', text: 'python' }],
  ['do you have any python books?', { intent: 'find-books', text: 'python' }],
  ['que categorias de livros existem?', { intent: 'book-categories' }],
];

test.each(wishes)('%s', (text, intent) => {
  expect(understand(text, moment)).toEqual({ status: 'understood', intent });
});

const others: [string, Understanding][] = [
  ['não pare a sessão do CP-7', { status: 'negated' }],
  ["please don't restart CP-3", { status: 'negated' }],
  ['do not under any circumstances unlock CP-5', { status: 'negated' }],
  ['não quero que você bloqueie o cartão 04AABBCC', { status: 'negated' }],
  ['nunca reinicie os carregadores durante o dia', { status: 'negated' }],
  ['leave CP-3 alone', { status: 'negated' }],
  ['deixa o CP-7 carregando', { status: 'negated' }],
  ['esquece', { status: 'negated' }],
  ['CP-7', { status: 'ask-back', missing: 'what' }],
  ['the charger is broken', { status: 'ask-back', missing: 'station' }],
  ['inicia uma recarga no CP-1', { status: 'ask-back', missing: 'token' }],
  ['block card 04AABBCC or 04AABBDD', { status: 'ask-back', missing: 'which' }],
  ['reinicia', { status: 'ask-back', missing: 'station' }],
  ['stop the session', { status: 'ask-back', missing: 'station' }],
  ['limita o CP-7', { status: 'ask-back', missing: 'value' }],
  ['reserva o CP-4', { status: 'ask-back', missing: 'token' }],
  ['desliga o CP-7', { status: 'ask-back', missing: 'which' }],
  ['libera o CP-7', { status: 'ask-back', missing: 'which' }],
  ['restart all stations', { status: 'ask-back', missing: 'which' }],
  ["don't stop CP-7, restart CP-3", { status: 'ask-back', missing: 'which' }],
  ['stop the session and unlock the cable on CP-7', { status: 'ask-back', missing: 'which' }],
  ['devo reiniciar o CP-3?', { status: 'ask-back', missing: 'what' }],
  ['why did it stop charging?', { status: 'ask-back', missing: 'station' }],
  ['what happens if I restart CP-3?', { status: 'ask-back', missing: 'what' }],
  ['restart CP-3 tomorrow at 6 am', { status: 'unused', unused: expect.any(Array) as string[] }],
  ['stop the session on CP-7 if it passes 50 kWh', { status: 'out-of-scope' }],
  ['every night stop all sessions', { status: 'unused', unused: expect.any(Array) as string[] }],
  ['update the firmware of CP-7', { status: 'ask-back', missing: 'url' }],
  ['delete the database', { status: 'out-of-scope' }],
  ['how is the weather in Lisbon?', { status: 'out-of-scope' }],
  ['me conta uma piada', { status: 'out-of-scope' }],
  ['write a poem about the sea', { status: 'out-of-scope' }],
  ['', { status: 'out-of-scope' }],
];

test.each<[text: string, unused: string[] | undefined]>([
  ["don't pause CP-9, just paint it green", ['paint it green']],
  ['não reinicie o CP-9, só pinte de verde', ['pinte de verde']],
  ["don't restart CP-9, CP-10 and CP-11", undefined],
  ['não reinicie o CP-9, por favor', undefined],
])('nothing is done, and what is wished besides is named: %s', (text, unused) => {
  expect(understand(text, moment)).toEqual({ status: 'negated', unused });
});

test.each(others)('%s (not carried out)', (text, expected) => {
  expect(understand(text, moment)).toMatchObject(expected);
});
