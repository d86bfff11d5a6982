import { expect, test } from 'vitest';
import { isRisky } from '../intent.ts';
import { understand } from '../understand/understand.ts';

const moment = { now: new Date('2026-11-15T15:00:00Z'), timeZone: 'America/Sao_Paulo' };

/** {s} a station, {c} a card, {p} days; ~ is where a word that nobody knows may stand. */
const templates = [
  'which chargers are offline~?',
  'which chargers~ are faulted?',
  'how is~ {s}?',
  'what happened to {s}~ {p}?',
  'sessions~ {p}',
  'who is charging~ now?',
  'sessions at {s} {p}~',
  'how much energy~ did we sell {p}?',
  'revenue of {s}~ {p}',
  'uptime of~ {s} {p}',
  'why was card {c} refused~?',
  'may card {c} charge~ at {s}?',
  'reservations at {s}~',
  'what are our~ tariffs?',
  'what is waiting~ for approval?',
  'settings of~ {s}',
  'restart~ {s}',
  'stop the session~ on {s}',
  'unlock {s}~',
  'limit {s} to 11 kW~',
  'block~ card {c}',
  'reserve {s}~ for card {c}',
  'put {s} out of service~',
  'electric~ cars up to 150k',
  'quais carregadores estão~ offline?',
  'quais estações~ estão com falha?',
  'como está~ o {s}?',
  'o que aconteceu~ com o {s} {p}?',
  'sessões~ {p}',
  'quem está carregando~ agora?',
  'quanta energia~ vendemos {p}?',
  'receita~ do {s} {p}',
  'disponibilidade do {s}~ {p}',
  'por que o cartão {c}~ foi recusado?',
  'o cartão {c} pode carregar~ no {s}?',
  'reservas do {s}~',
  'quais são as nossas~ tarifas?',
  'o que espera aprovação~?',
  'configurações~ do {s}',
  'reinicie~ o {s}',
  'pare a sessão~ do {s}',
  'destrave o {s}~',
  'limite o {s} a 11 kW~',
  'bloqueie~ o cartão {c}',
  'coloque o {s} fora de serviço~',
  'carros elétricos~ até 150 mil',
];
const stations = ['CP-7', 'cp 12', 'PRAIA-03', 'SAVASSI-05'];
const cards = ['04AABBCC', 'tok_9f3a'];
const days = { en: ['yesterday', 'in March', 'last week'], pt: ['ontem', 'em março', 'na semana passada'] };
/** None is a word of either language; some look like a typing error of one that is. */
const foreign = [
  'zorblig',
  'quexmi',
  'blarfen',
  'trovnik',
  'glimpso',
  'wuzzle',
  'krandu',
  'xilofax',
  'pranvet',
  'drumly',
  'kwyjibo',
  'flonket',
  'sprazzo',
  'vintrek',
];

/** Numbers in a fixed order, so that a failure can be repeated. */
function* seeded(): Generator<number, never> {
  for (let state = 42; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state;
  }
}

test('of 10,000 sentences with a foreign word, every one names it or asks about it, and none changes anything', () => {
  const random = seeded();
  const pick = <T>(list: readonly T[]): T => list[Math.floor((random.next().value / 2_147_483_648) * list.length)] as T;
  const silent: string[] = [];
  const risky: string[] = [];
  for (let count = 0; count < 10_000; count += 1) {
    const template = pick(templates);
    const word = pick(foreign);
    const language =
      templates.indexOf(template) < templates.indexOf('quais carregadores estão~ offline?') ? 'en' : 'pt';
    const sentence = template
      .replace('~', ` ${word}`)
      .replace('{s}', pick(stations))
      .replace('{c}', pick(cards))
      .replace('{p}', pick(days[language]));
    const understanding = understand(sentence, moment);
    if (!JSON.stringify(understanding).includes(word)) silent.push(`${sentence} → ${JSON.stringify(understanding)}`);
    if (understanding.status === 'understood' && isRisky(understanding.intent)) risky.push(sentence);
  }
  expect(silent.slice(0, 10)).toEqual([]);
  expect(risky).toEqual([]);
});

test('every sentence is understood without the foreign word', () => {
  const plain = templates.map((template, index) =>
    template
      .replace('~', '')
      .replace('{s}', 'CP-7')
      .replace('{c}', '04AABBCC')
      .replace('{p}', index < 24 ? 'yesterday' : 'ontem'),
  );
  const lost = plain.filter((sentence) => {
    const understanding = understand(sentence, moment);
    return understanding.status !== 'understood' || understanding.unused !== undefined;
  });
  expect(lost).toEqual([]);
});

test.each([
  ['limit CP-7 to 11 kW at 23h', 'unused'],
  ['reinicie o CP-3 depois do almoço', 'unused'],
  ['stop the session on CP-7 gently please', 'unused'],
])('%s: nothing is read back while a word is unused', (sentence) => {
  const understanding = understand(sentence, moment);
  expect(understanding.status === 'understood' && isRisky(understanding.intent)).toBe(false);
});
