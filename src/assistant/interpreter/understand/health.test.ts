import { expect, test } from 'vitest';
import { readDialogue } from '../dialogue.ts';
import { understand } from './understand.ts';

const moment = { now: new Date('2026-11-15T15:00:00Z'), timeZone: 'America/Sao_Paulo' };

const failsNext = [
  'which station fails next?',
  'which charger is going to fail next?',
  'which charger will break down soon?',
  'what station is most likely to fail?',
  'is any station about to fail?',
  'which stations are at risk?',
  'what is going to break next?',
  'which chargers need maintenance?',
  'predict the next failure',
  'what should be repaired first?',
  'qual estação vai falhar em breve?',
  'qual estação vai falhar primeiro?',
  'qual carregador está prestes a quebrar?',
  'qual estação tem mais chance de falhar?',
  'alguma estação vai dar problema?',
  'quais estações estão em risco?',
  'o que vai quebrar a seguir?',
  'quais carregadores precisam de manutenção?',
  'tem algum alerta de falha?',
  'preveja a próxima falha',
];

test.each(failsNext)('"%s" asks which station fails next', (text) => {
  expect(understand(text, moment)).toEqual({ status: 'understood', intent: { intent: 'foresee' } });
});

const ofOne = [
  'is CP-3 going to fail?',
  "what's the risk of CP-3 failing?",
  'why will CP-3 fail?',
  'why do you think CP-3 will fail?',
  'what is the evidence for CP-3?',
  'why is CP-3 at risk?',
  'a CP-3 vai falhar?',
  'qual a chance de a CP-3 falhar?',
  'qual o risco da CP-3?',
  'por que a CP-3 vai falhar?',
  'por que você acha que a CP-3 vai falhar?',
  'qual é a evidência da CP-3?',
  'por que a CP-3 está em risco?',
];

test.each(ofOne)('"%s" asks what points to a failure of this one', (text) => {
  const intent = { intent: 'foresee', station: 'CP-3' };
  expect(understand(text, moment)).toMatchObject({ status: 'understood', intent });
});

test.each(['why will CP-3 fail?', 'what is the evidence for CP-3?', 'por que a CP-3 está em risco?'])(
  '"%s" is answered with what was counted',
  (text) => expect(understand(text, moment)).toMatchObject({ intent: { intent: 'foresee', isWhy: true } }),
);

test('an event that evidence names is opened', () => {
  for (const text of ['event 1913.897', 'show event 1913.897', 'open the event 1913.897', 'abra o evento 1913.897'])
    expect(understand(text, moment)).toEqual({
      status: 'understood',
      intent: { intent: 'call', tool: 'list_events', given: { event_id: '1913.897' } },
    });
});

const whys = [
  ...['why?', 'why do you think so?', 'how do you know?', 'what makes you think so?', 'how come?', 'based on what?'],
  ...['show me the evidence', 'por quê?', 'por que isso?', 'como você sabe?', 'em que você se baseia?'],
  ...['qual é a evidência?', 'com base em que?'],
];

test.each(whys)('after a forecast "%s" asks for what it rests on', (text) => {
  for (const before of ['will CP-3 fail?', 'a CP-3 vai falhar?', 'show me the findings of CP-3'])
    expect(readDialogue([{ text: before }, { text }], moment)).toMatchObject({
      understanding: { status: 'understood', intent: { intent: 'foresee', station: 'CP-3', isWhy: true } },
    });
});

test('"why?" goes on with whatever was asked before, not with a forecast', () => {
  const turn = readDialogue([{ text: 'what is wrong with CP-3?' }, { text: 'how come?' }], moment);
  expect(turn).toMatchObject({ understanding: { intent: { intent: 'diagnose', station: 'CP-3' } } });
});

test('"why?" after the question about all of them asks for what is counted at each', () => {
  for (const [before, text] of [
    ['which station fails next?', 'why?'],
    ['qual estação vai falhar em breve?', 'por quê?'],
  ] as const)
    expect(readDialogue([{ text: before }, { text }], moment)).toMatchObject({
      understanding: { status: 'understood', intent: { intent: 'foresee', isWhy: true } },
    });
});

test('a denied forecast is none', () => {
  expect(understand('CP-3 will not fail', moment)).not.toMatchObject({ intent: { intent: 'foresee' } });
});
