import { expect, test } from 'vitest';
import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import { eventSentence } from './event-sentence.ts';
import { texts } from './text/text.ts';
import { localTime } from './times.ts';

function event(kind: StoredKind, body: LedgerEvent['body'] = {}, more: Partial<LedgerEvent> = {}): LedgerEvent {
  const at = '2026-03-01T08:00:00.000Z';
  return {
    id: '1.1',
    kind,
    stationId: 'CP-7',
    happenedAt: at,
    recordedAt: at,
    principal: null,
    flags: [],
    body,
    ...more,
  };
}

const told = {
  ref: '4711',
  evseId: 2,
  connectorId: 1,
  trigger: null,
  chargingState: null,
  stopReason: null,
  registers: [{ at: '2026-03-01T08:00:00.000Z', mwh: 14_200_000 }],
};

test.each([
  [
    event('session-event', { ...told, type: 'started', chargingState: 'plugged-in', trigger: 'RemoteStart' }),
    'CP-7 connector 2: session 4711 started, remotely, plugged in, meter at 14.200 kWh',
    'CP-7 conector 2: a sessão 4711 começou, remotamente, conectada, medidor em 14,200 kWh',
  ],
  [
    event('session-event', { ...told, evseId: null, type: 'updated', chargingState: 'charging', registers: [] }),
    'CP-7: session 4711, charging',
    'CP-7: sessão 4711, carregando',
  ],
  [
    event('session-event', { ...told, type: 'ended', stopReason: 'EVDisconnected' }),
    'CP-7 connector 2: session 4711 ended, the vehicle was unplugged, meter at 14.200 kWh',
    'CP-7 conector 2: a sessão 4711 terminou, o veículo foi desconectado, medidor em 14,200 kWh',
  ],
  [
    event('session-event', { ...told, type: 'ended', stopReason: 'VendorWord', registers: 'nonsense' }),
    'CP-7 connector 2: session 4711 ended, VendorWord',
    'CP-7 conector 2: a sessão 4711 terminou, VendorWord',
  ],
  [
    event('session-conflict', { ref: '4711', type: 'conflict' }),
    'CP-7 told an event of session 4711 again with another content',
    'CP-7 informou de novo um evento da sessão 4711, com outro conteúdo',
  ],
  [
    event('session-stop-matched', { ref: '4711', stop: {} }),
    'CP-7: an end without a session was given to session 4711',
    'CP-7: um fim sem sessão foi atribuído à sessão 4711',
  ],
  [
    event('session-stop-matched', { ref: '4711', stop: null }),
    'CP-7: an end was taken back from session 4711',
    'CP-7: um fim foi retirado da sessão 4711',
  ],
  [
    event('session-merged', { ref: '0', into: '4711' }),
    'CP-7: session 0 is the end of another session',
    'CP-7: a sessão 0 é o fim de outra sessão',
  ],
  [
    event('session-merged', { ref: '0', into: null }),
    'CP-7: session 0 stands for itself again',
    'CP-7: a sessão 0 vale por si de novo',
  ],
  [
    event('session-closed-inferred', { ref: '4711' }),
    'CP-7: session 4711 was closed, since it fell silent',
    'CP-7: a sessão 4711 foi encerrada por nós, pois silenciou',
  ],
  [
    event('meter-values', { evseId: 1, samples: 3 }),
    'CP-7 connector 1: meter values outside a session',
    'CP-7 conector 1: valores do medidor fora de uma sessão',
  ],
  [event('station-connected', { version: '2.0.1' }), 'CP-7 connected (OCPP 2.0.1)', 'CP-7 conectou (OCPP 2.0.1)'],
  [
    event('station-went-offline', { reason: 'no-answer' }),
    'CP-7 went offline: no answer',
    'CP-7 ficou offline: sem resposta',
  ],
  [event('station-booted', { vendor: 'Acme', model: 'One' }), 'CP-7 started (Acme One)', 'CP-7 iniciou (Acme One)'],
  [
    event('connector-status', { evseId: 2, connectorId: 1, status: 'occupied', activity: 'charging', reason: null }),
    'CP-7 connector 2: charging',
    'CP-7 conector 2: carregando',
  ],
  [
    event('connector-status', {
      evseId: 1,
      connectorId: 3,
      status: 'faulted',
      activity: null,
      reason: 'GroundFailure',
    }),
    'CP-7 connector 1.3: faulted (GroundFailure)',
    'CP-7 conector 1.3: com falha (GroundFailure)',
  ],
  [
    event('connector-status', { evseId: 0, connectorId: 0, status: 'available' }),
    'CP-7 as a whole: available',
    'CP-7 como um todo: disponível',
  ],
  [
    event('station-pending', { reason: 'unknown-station' }),
    'CP-7 is pending: not known here yet',
    'CP-7 está pendente: ainda desconhecida aqui',
  ],
  [
    event('guest-visit-begun', { amount: '30.00', currency: 'BRL' }),
    'CP-7: somebody without an account pays up to R$30.00',
    'CP-7: alguém sem conta paga até R$ 30,00',
  ],
  [
    event('guest-visit-begun', { amount: 'thirty', currency: 'reais' }),
    'CP-7: somebody without an account pays',
    'CP-7: alguém sem conta paga',
  ],
  [
    event('guest-visit-begun', { amount: '30.00' }),
    'CP-7: somebody without an account pays',
    'CP-7: alguém sem conta paga',
  ],
  [event('key-created', { name: 'Ana' }, { stationId: null }), 'key Ana was created', 'a chave Ana foi criada'],
  [
    event('message-repaired', { action: 'MeterValues', field: 'connectorId', rule: 'number-as-text' }),
    'CP-7: a message, MeterValues.connectorId, was repaired (number-as-text)',
    'CP-7: uma mensagem, MeterValues.connectorId, foi corrigida (number-as-text)',
  ],
  [
    event('command-answered-late', { action: 'Reset' }),
    'CP-7 answered Reset after we stopped waiting',
    'CP-7 respondeu a Reset depois que paramos de esperar',
  ],
  [
    event('device-refused', { deviceId: 'aa:bb:cc:dd:ee:01', reason: 'wrong-token', address: '192.0.2.7', count: 3 }),
    'device aa:bb:cc:dd:ee:01 was refused 3 times, from 192.0.2.7: wrong-token',
    'o dispositivo aa:bb:cc:dd:ee:01 foi recusado (vezes: 3), de 192.0.2.7: wrong-token',
  ],
  [
    event('device-tool-judged', { deviceId: 'gate', tool: 'self.gate.open', verdict: 'refuse' }),
    'a tool, self.gate.open, of device gate was refused for agents',
    'uma ferramenta, self.gate.open, do dispositivo gate foi recusada para agentes',
  ],
  [
    event('device-called', { deviceId: 'gate', tool: 'self.gate.open', status: 'offline' }),
    'a tool, self.gate.open, of device gate was called: The device is offline; nothing was sent.',
    'uma ferramenta, self.gate.open, do dispositivo gate foi chamada: O dispositivo está desconectado; nada foi enviado.',
  ],
  [event('session-dreamt-up' as StoredKind), 'CP-7 session-dreamt-up', 'CP-7 session-dreamt-up'],
])('an event is told in both languages', (given, english, portuguese) => {
  expect(eventSentence(given, texts.en)).toBe(english);
  expect(eventSentence(given, texts['pt-BR'])).toBe(portuguese);
});

test('what a station wrote cannot command the terminal, nor pose as a word of ours', () => {
  expect(eventSentence(event('station-booted', { vendor: '\u001b[2JA', model: 'B\u202e\n' }), texts.en)).toBe(
    'CP-7 started (A B)',
  );
  expect(eventSentence(event('station-went-offline', { reason: 'constructor' }), texts.en)).toBe(
    'CP-7 went offline: constructor',
  );
  expect(eventSentence(event('station-booted', { vendor: { a: 1 }, model: null }), texts.en)).toBe('CP-7 started');
});

test('what is odd about an event, and that it came late, is said', () => {
  const late = event('station-accepted', {}, { happenedAt: '2026-03-01T06:00:00.000Z', flags: ['suspect'] });
  expect(eventSentence(late, texts.en)).toBe(`CP-7 was accepted [suspect] (happened ${localTime(late.happenedAt)})`);
});
