import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitting, type JsonSchema } from '../../../../test/support/schema-arbitrary.ts';
import { v16 } from '../v16/version.ts';
import { v21 } from '../v21/version.ts';
import { v201 } from '../v201/version.ts';
import { en } from './en/en.ts';
import { ptBr } from './pt-BR/pt-br.ts';
import { clauseFor, type Recorded, sentenceOf } from './sentence-of.ts';

const versions = [v16, v201, v21];
const actions = Object.keys(en.sentences);
const said = versions.flatMap((version) =>
  actions
    .filter((action) => version.validator.has(`${action}Request`) || version.validator.has(action))
    .map((action) => [version.name, action, version] as const),
);

test('every message of every version has a sentence in both languages', () => {
  const perVersion = versions.map(({ name }) => said.filter(([of]) => of === name).length);
  expect(perVersion).toEqual([39, 64, 91]);
  expect(Object.keys(ptBr.sentences).toSorted()).toEqual(actions.toSorted());
});

/** Values of the program, and characters that command a terminal or reorder a text. */
const unfit = /undefined|NaN|\[object|\p{Cc}|\p{Cf}/u;

test.each(said)('OCPP %s %s: whatever it holds, its sentence can be read', (_name, action, { validator }) => {
  const schemaOf = (name: string) => validator.schemaOf(name) as JsonSchema;
  const request = fitting(schemaOf(validator.has(action) ? action : `${action}Request`));
  const hasAnswer = validator.has(`${action}Response`);
  const answer = hasAnswer
    ? fc.option(fitting(schemaOf(`${action}Response`)), { nil: undefined })
    : fc.constant(undefined);
  const caller = fc.constantFrom('station' as const, 'system' as const);
  fc.assert(
    fc.property(request, answer, caller, (payload, told, who) => {
      for (const tongue of [en, ptBr]) {
        const clause = [clauseFor({ action, caller: who, request: payload, answer: told }, tongue)].flat().join(': ');
        expect(clause).not.toMatch(unfit);
        expect(clause.isWellFormed()).toBe(true);
        expect(clause.length).toBeGreaterThan(5);
        expect(clause.length).toBeLessThan(900);
      }
    }),
    { numRuns: 25 },
  );
});

const recorded: Recorded = {
  stationId: 'PAULISTA-01',
  version: '1.6',
  caller: 'station',
  action: 'StatusNotification',
  request: '[2,"a","StatusNotification",{"connectorId":2,"errorCode":"GroundFailure","status":"Faulted"}]',
  answer: '[3,"a",{}]',
  outcome: 'answered',
};

test.each<[Partial<Recorded>, string, string]>([
  [
    {},
    'PAULISTA-01 reported connector 2 faulted (ground failure)',
    'PAULISTA-01 informou o conector 2 com falha (fuga à terra)',
  ],
  [
    {
      action: 'StatusNotification',
      version: '2.1',
      request:
        '[2,"a","StatusNotification",{"timestamp":"2026-03-01T08:00:00Z","connectorStatus":"Occupied","evseId":1,"connectorId":2}]',
    },
    'PAULISTA-01 reported EVSE 1 connector 2 occupied',
    'PAULISTA-01 informou o conector 2 do EVSE 1 ocupado',
  ],
  [
    {
      action: 'StartTransaction',
      request:
        '[2,"a","StartTransaction",{"connectorId":1,"idTag":"tok_A","meterStart":12345,"timestamp":"2026-03-01T08:00:00Z"}]',
      answer: '[3,"a",{"transactionId":77,"idTagInfo":{"status":"Accepted"}}]',
    },
    'PAULISTA-01 started a session at connector 1 with token tok_A, its meter at 12.345 kWh: accepted, session 77',
    'PAULISTA-01 iniciou uma sessão no conector 1 com o token tok_A, medidor em 12,345 kWh: aceito, sessão 77',
  ],
  [
    {
      caller: 'system',
      action: 'Reset',
      request: '[2,"a","Reset",{"type":"Soft"}]',
      answer: '[4,"a","NotSupported","no \\u001b[31mresets",{}]',
      outcome: 'error',
    },
    'PAULISTA-01 was asked to restart the whole station in an orderly way: refused (NotSupported: no resets)',
    'PAULISTA-01 recebeu o pedido de reiniciar a estação inteira de modo ordenado: recusado (NotSupported: no resets)',
  ],
  [
    {
      caller: 'system',
      action: 'GetVariables',
      request:
        '[2,"a","GetVariables",{"getVariableData":[{"component":{"name":"OCPPCommCtrlr"},"variable":{"name":"HeartbeatInterval"}},{"component":{"name":"X"},"variable":{"name":"Y"}}]}]',
      answer:
        '[3,"a",{"getVariableResult":[{"attributeStatus":"Accepted","attributeValue":"300","component":{"name":"OCPPCommCtrlr"},"variable":{"name":"HeartbeatInterval"}},{"attributeStatus":"UnknownComponent","component":{"name":"X"},"variable":{"name":"Y"}}]}]',
    },
    'PAULISTA-01 was asked for OCPPCommCtrlr.HeartbeatInterval, X.Y: 1 accepted, 1 unknown component, OCPPCommCtrlr.HeartbeatInterval = 300',
    'PAULISTA-01 recebeu a pergunta por OCPPCommCtrlr.HeartbeatInterval, X.Y: 1 aceito, 1 componente desconhecido, OCPPCommCtrlr.HeartbeatInterval = 300',
  ],
  [
    { caller: 'system', action: 'ClearCache', request: '[2,"a","ClearCache",{}]', answer: null, outcome: 'no-answer' },
    'PAULISTA-01 was asked to forget the tokens in its cache: no answer',
    'PAULISTA-01 recebeu o pedido de esquecer os tokens do seu cache: sem resposta',
  ],
  [
    { action: null, request: '{"address":"10.0.0.7"}', answer: null, outcome: 'connected' },
    'PAULISTA-01 connected (OCPP 1.6) from 10.0.0.7',
    'PAULISTA-01 conectou-se (OCPP 1.6) de 10.0.0.7',
  ],
  [
    { action: null, request: '{"reason":"closed-by-station","heartbeats":12}', answer: null, outcome: 'disconnected' },
    'PAULISTA-01 went offline: closed by the station, after 12 heartbeats',
    'PAULISTA-01 ficou offline: encerrada pela estação, após 12 sinais de vida',
  ],
  [
    { action: null, request: '[2,"x', outcome: 'unreadable' },
    'PAULISTA-01 sent something that cannot be read (5 characters)',
    'PAULISTA-01 enviou algo que não pode ser lido (5 caracteres)',
  ],
  [
    {
      action: 'BootNotification',
      request: '[2,"a","BootNotification",{"reason":7}]',
      answer: '[4,"a","OccurrenceConstraintViolation","",{}]',
      outcome: 'error',
    },
    'PAULISTA-01 sent BootNotification, which cannot be read in full: refused (OccurrenceConstraintViolation)',
    'PAULISTA-01 enviou BootNotification, que não pode ser lido por inteiro: recusado (OccurrenceConstraintViolation)',
  ],
  [
    { action: null, request: '[3,"late"]', answer: null, outcome: 'heard' },
    'PAULISTA-01 sent an answer nobody waited for',
    'PAULISTA-01 enviou uma resposta que ninguém esperava',
  ],
])('%j is told in both languages', (changes, english, portuguese) => {
  expect(sentenceOf({ ...recorded, ...changes }, 'en')).toBe(english);
  expect(sentenceOf({ ...recorded, ...changes }, 'pt-BR')).toBe(portuguese);
});

test('whatever a frame holds, there is a sentence', () => {
  const frames = fc.oneof(
    fc.json(),
    fc
      .tuple(fc.constantFrom(2, 3, 4, 5, 6), fc.string(), fc.constantFrom(...actions), fc.jsonValue())
      .map((frame) => JSON.stringify(frame)),
    fc.string(),
  );
  fc.assert(
    fc.property(
      frames,
      fc.option(frames),
      fc.constantFrom(...actions, 'Dance', '__proto__'),
      (request, answer, action) => {
        for (const language of ['en', 'pt-BR'] as const) {
          const sentence = sentenceOf({ ...recorded, action, request, answer }, language);
          expect(sentence).toMatch(/^PAULISTA-01 ./);
          expect(sentence).not.toMatch(/undefined/);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
