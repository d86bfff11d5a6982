import { expect, test } from 'vitest';
import { readDialogue } from '../dialogue.ts';
import { isRisky } from '../intent.ts';
import { understand } from '../understand/understand.ts';

const known = [
  { kind: 'station', name: 'CP-7', id: 'CP-7' },
  { kind: 'station', name: 'CP-9', id: 'CP-9' },
  { kind: 'site', name: 'Depot', id: 'depot' },
  { kind: 'driver', name: 'Ana Souza', id: 'ana' },
  { kind: 'device', name: 'Yard light', id: 'light-1' },
] as const;
const moment = { now: new Date('2026-11-18T15:00:00Z'), timeZone: 'America/Sao_Paulo', known };

/** ~ is where a word of ours may stand that means nothing there. */
const templates = {
  en: [
    ...[
      'list the drivers~',
      'cards of Ana Souza~',
      'reservations at CP-9~',
      'sessions~ of Ana Souza',
      'sessions at the Depot~',
    ],
    ...['revenue~ last month', 'energy of CP-7~ in October', 'who was refused~?', 'list the devices~'],
    ...[
      'red cars~ up to 80k',
      'list the payments~',
      'list the invoices~',
      'contracts of Ana Souza~',
      'list the sites~',
    ],
    ...[
      'restart CP-9~',
      'stop the session on CP-9~',
      'limit CP-9 to 11 kW~',
      'unlock CP-9~',
      'turn the Yard light red~',
    ],
    ...[
      'reserve CP-9 for Ana Souza~',
      'cancel the reservation at CP-9~',
      'put CP-9 out of service~',
      'block card 04AABBCC~',
    ],
  ],
  pt: [
    ...[
      'liste os motoristas~',
      'cartões da Ana Souza~',
      'reservas da CP-9~',
      'sessões~ da Ana Souza',
      'sessões no Depot~',
    ],
    ...['faturamento~ do mês passado', 'energia da CP-7~ em outubro', 'quem foi recusado~?'],
    ...[
      'liste os dispositivos~',
      'carros vermelhos~ até 80 mil',
      'liste os pagamentos~',
      'liste as faturas~',
      'liste os locais~',
    ],
    ...[
      'reinicie a CP-9~',
      'pare a sessão da CP-9~',
      'limite a CP-9 a 11 kW~',
      'destrave a CP-9~',
      'acenda a Yard light~',
    ],
    ...['reserve a CP-9 para a Ana Souza~', 'cancele a reserva da CP-9~', 'coloque a CP-9 fora de serviço~'],
  ],
};
const words = {
  en: [
    ...[
      'tomorrow',
      'next week',
      'next month',
      'on Fridays',
      'on weekends',
      'every Sunday',
      'tonight',
      'in ten minutes',
    ],
    ...['per session', 'per connector', 'on average', 'by hand', 'except the Depot', 'but not CP-7', 'twice'],
    ...['second', 'oldest', 'shortest', 'expired', 'sold out', 'blue', 'automatic', 'profit', 'neighbour'],
  ],
  pt: [
    ...[
      'amanhã',
      'na semana que vem',
      'no mês que vem',
      'às sextas',
      'nos fins de semana',
      'todo domingo',
      'hoje à noite',
    ],
    ...['por sessão', 'por conector', 'em média', 'à mão', 'exceto o Depot', 'mas não a CP-7', 'duas vezes'],
    ...['segundo', 'mais antigo', 'mais curto', 'vencido', 'esgotado', 'azul', 'automático', 'lucro', 'vizinho'],
  ],
};

/** What a call is made with; undefined: nothing is called. */
function callOf(said: string): { call: string; isChange: boolean; isTold: boolean } | undefined {
  const understanding = understand(said, moment);
  if (understanding.status !== 'understood') return undefined;
  const { intent, unused = [] } = understanding;
  return { call: JSON.stringify(intent), isChange: isRisky(intent), isTold: unused.length > 0 };
}

test.each(['en', 'pt'] as const)('%s: a word of ours changes the call, or is named, or nothing is done', (language) => {
  const silent: string[] = [];
  for (const template of templates[language]) {
    const plain = callOf(template.replace('~', ''));
    expect([template, plain?.isTold]).toEqual([template, false]);
    for (const word of words[language]) {
      const sentence = template.replace('~', ` ${word}`);
      const found = callOf(sentence);
      if (found !== undefined && !found.isTold && found.call === plain?.call) silent.push(sentence);
      if (found?.isChange === true && found.isTold) silent.push(`${sentence} (read back)`);
    }
  }
  expect(silent).toEqual([]);
});

test('the site, the other one or each connector of a station is more than the station', () => {
  for (const said of [
    'limit the site of CP-9 to 40 A',
    'unlock the other connector of CP-9',
    'limit CP-9 to 7 kW per car',
    'put CP-9 and the Depot out of service',
    'restart CP-9 and tell the drivers',
    'turn the Yard light red and blue',
  ])
    expect([said, callOf(said)?.isChange]).not.toEqual([said, true]);
});

test.each([
  ['sessions before October', { period: { from: '2017-01-01', to: '2026-10-01' } }],
  ['sessions after October 10', { period: { from: '2026-10-11', to: '2026-11-19' } }],
  ['sessões até ontem', { period: { from: '2017-01-01', to: '2026-11-18' } }],
  ['sessions from Monday until Wednesday', { period: { from: '2026-11-16', to: '2026-11-19' } }],
  ['sessions of 25 kWh or less', { maxKwh: 25 }],
  ['sessões com mais de duas horas', { minMinutes: 120 }],
])('%s', (said, expected) => {
  expect(understand(said, moment)).toMatchObject({ status: 'understood', intent: expected });
});

test.each([
  ['receita da semana que vem', 'da semana que vem'],
  ['sessions next Friday', 'Friday'],
  ['sessions between October 20 and October 10', 'between October 20 and October 10'],
  ['recargas de 20 kWh', 'de 20 kWh'],
  ['blocked drivers', 'blocked'],
])('%s: %s is named', (said, word) => {
  const found = understand(said, moment);
  expect('unused' in found ? found.unused : []).toEqual([word]);
});

test('what goes on with a sentence changes it, or is named', () => {
  const turnOf = (...said: string[]) =>
    readDialogue(
      said.map((text) => ({ text })),
      moment,
    );
  expect(turnOf('quem está carregando agora?', 'para')).not.toMatchObject({
    understanding: { status: 'understood' },
  });
  const again = turnOf('which stations are offline?', 'since when?');
  expect(again).toMatchObject({ understanding: { unused: ['since when'] } });
});

test('two orders in one sentence keep what belongs to each', () => {
  const found = understand('show "closed" on the Yard light and restart CP-9', moment);
  expect(JSON.stringify(found)).not.toMatch(/"closed".*"closed"/);
});
