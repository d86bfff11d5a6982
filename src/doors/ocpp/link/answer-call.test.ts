import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { TokenBucket } from '#base/token-bucket.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { NewEvent } from '#ledger/ledger-types.ts';
import { UnadoptedBudget } from '#ledger/unadopted.ts';
import { type Business, fakeBusiness } from '../../../../test/support/fake-business.ts';
import { v16 } from '../v16/version.ts';
import { v21 } from '../v21/version.ts';
import { type AnswerNeeds, answerCall, type Caller, takeSend } from './answer-call.ts';
import { isForeignPage, isNameless, offeredProtocols, passwordOf, stationIdOf } from './visitor.ts';

const at = new Date('2026-03-01T08:00:00Z');

function needsOf(business: Business = {}, strangerCharacters = 10_000) {
  const { charging, recorded } = fakeBusiness<Charging>({ 'quirks.isOn': false, ...business });
  const events: NewEvent[] = [];
  const needs = {
    charging,
    ledger: { commit: async (entry: { events: NewEvent[] }) => events.push(...entry.events) },
    redactTokens: (frame: string) => frame.replaceAll('SECRET', 'tok_1'),
    strangers: new TokenBucket({ perSecond: 1, burst: strangerCharacters }),
    unadopted: new UnadoptedBudget(),
  } as unknown as AnswerNeeds;
  return { needs, recorded, events };
}

const booted: Caller = { stationId: 'CP-1', version: v16, isPending: false, hasBooted: true };
const call = (action: string, payload: object, more: { isAltered?: boolean } = {}) => ({
  call: { type: 'call' as const, messageId: '1', action, payload },
  text: JSON.stringify([2, '1', action, payload]),
  at,
  isAltered: more.isAltered ?? false,
});

describe('a call of a station', () => {
  test('is handed to its handler and answered', async () => {
    const { needs } = needsOf();
    expect(await answerCall(needs, booted, call('Heartbeat', {}))).toEqual({
      status: 'answered',
      leftOutReadings: 0,
      payload: { currentTime: '2026-03-01T08:00:00.000Z' },
    });
  });

  test.each<[string, string, object, Partial<Caller>, string]>([
    ['of no name of the version', 'Nothing', {}, {}, 'not-implemented'],
    ['that only we send', 'Reset', { type: 'Hard' }, {}, 'not-supported'],
    ['that does not fit its schema', 'DataTransfer', { vendorId: 7 }, {}, 'type'],
    ['before the first boot', 'Heartbeat', {}, { hasBooted: false }, 'security'],
    ['of a station that nobody has accepted', 'Heartbeat', {}, { isPending: true }, 'security'],
  ])('%s is refused', async (_what, action, payload, caller, fault) => {
    const { needs, events } = needsOf();
    expect(await answerCall(needs, { ...booted, ...caller }, call(action, payload))).toMatchObject({
      status: 'refused',
      fault,
    });
    expect(events).toEqual([]);
  });

  test('needs no boot where the rule for it is on, and a boot never does', async () => {
    const { needs } = needsOf({
      'quirks.isOn': true,
      recordBoot: { status: 'accepted', now: at, intervalSeconds: 60 },
    });
    expect(await answerCall(needs, { ...booted, hasBooted: false }, call('Heartbeat', {}))).toMatchObject({
      status: 'answered',
    });
    const boot = call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
    expect(await answerCall(needs, { ...booted, isPending: true, hasBooted: false }, boot)).toMatchObject({
      status: 'answered',
    });
  });

  test('whose answer does not fit its schema is a fault of ours', async () => {
    const { needs } = needsOf({ recordBoot: { status: 'accepted', now: at, intervalSeconds: 'x' } });
    const boot = call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
    await expect(answerCall(needs, booted, boot)).rejects.toThrow(
      'Our answer to BootNotification does not fit its schema',
    );
  });

  test('that was altered is first kept as it came, unless nobody has accepted the station', async () => {
    const { needs, events } = needsOf();
    await answerCall(needs, booted, call('Heartbeat', {}, { isAltered: true }));
    expect(events).toMatchObject([{ kind: 'text-replaced', flags: ['text-replaced'], body: { action: 'Heartbeat' } }]);
    const pending = needsOf({ recordBoot: { status: 'pending', now: at, intervalSeconds: 60 } });
    await answerCall(
      pending.needs,
      { ...booted, isPending: true },
      call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' }, { isAltered: true }),
    );
    expect(pending.events).toEqual([]);
  });
});

describe('a refused call that carries energy', () => {
  const start = { connectorId: 1, idTag: 'SECRET', meterStart: 'x', timestamp: '2026-03-01T08:00:00Z' };

  test.each<[Partial<Caller>, string, object, string]>([
    [{}, 'StartTransaction', start, 'invalid'],
    [{ isPending: true }, 'StartTransaction', start, 'not-accepted'],
  ])('of %o is kept for a person', async (caller, action, payload, flag) => {
    const { needs, events } = needsOf();
    await answerCall(needs, { ...booted, ...caller }, call(action, payload));
    expect(events).toMatchObject([{ kind: 'message-refused', stationId: 'CP-1', flags: [flag], body: { action } }]);
    expect(JSON.stringify(events)).not.toContain('SECRET');
  });

  test('is known again under another message id', async () => {
    const { needs, events } = needsOf();
    const first = call('StartTransaction', start);
    await answerCall(needs, booted, first);
    await answerCall(needs, booted, { ...first, text: first.text.replace('"1"', '"2"') });
    await answerCall(needs, booted, { ...first, text: first.text.replace('connectorId', 'connectorID') });
    expect(events[0]?.key).toBe(events[1]?.key);
    expect(events[2]?.key).not.toBe(events[0]?.key);
  });

  test('of strangers is kept so long as there is room', async () => {
    const { needs } = needsOf({}, 10);
    await expect(
      answerCall(needs, { ...booted, isPending: true }, call('StartTransaction', start)),
    ).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await answerCall(needs, booted, call('StartTransaction', start))).toMatchObject({ status: 'refused' });
  });
});

describe('a message without an answer', () => {
  const stream = { id: 3, pending: 0, basetime: '2026-03-01T08:00:00Z', data: [{ t: 1, v: '2' }] };
  const sent = (action: string, payload: object) => ({
    ...call(action, payload),
    call: { type: 'send' as const, messageId: '1', action, payload },
  });
  const speaker = { ...booted, version: v21 };

  test('is taken by 2.1 alone', async () => {
    const { needs, recorded } = needsOf();
    expect(await takeSend(needs, speaker, sent('NotifyPeriodicEventStream', stream))).toBe(true);
    expect(recorded.at(-1)?.[0]).toBe('streams.take');
    expect(await takeSend(needs, booted, sent('NotifyPeriodicEventStream', stream))).toBe(false);
    expect(await takeSend(needs, speaker, sent('Nothing', {}))).toBe(false);
    expect(await takeSend(needs, speaker, sent('NotifyPeriodicEventStream', { id: 'x' }))).toBe(false);
  });
});

describe('whoever connects', () => {
  test.each([
    ['/CP-1', 'CP-1'],
    ['/ocpp/CP-1', 'CP-1'],
    ['/ocpp/CP-1/?x=1', 'CP-1'],
    ['/CP%201', 'CP 1'],
    ['/ocpp', undefined],
    ['/OCPP/', undefined],
    ['/a/b/c', undefined],
    ['/%zz', undefined],
    ['/', undefined],
    [undefined, undefined],
  ])('at %s is %s', (url, stationId) => {
    expect(stationIdOf(url)).toBe(stationId);
  });

  test.each([
    ['/', true],
    ['/ocpp', true],
    ['/OCPP%2F/', true],
    ['/ocpp?x', true],
    [undefined, true],
    ['/CP-1', false],
    ['/ocpp/CP-1', false],
  ])('at %s has no name: %s', (url, isMissing) => {
    expect(isNameless(url)).toBe(isMissing);
  });

  const basic = (text: string) =>
    ({ headers: { authorization: `Basic ${Buffer.from(text).toString('base64')}` } }) as never;
  test('says its password under its own name', () => {
    expect(passwordOf(basic('CP-1:pass'), 'CP-1')).toEqual({ status: 'given', password: Buffer.from('pass') });
    expect(passwordOf(basic('CP-2:pass'), 'CP-1')).toEqual({ status: 'other-name' });
    expect(passwordOf({ headers: {} } as never, 'CP-1')).toEqual({ status: 'none' });
  });

  test('offers twenty protocols at most', () => {
    const offered = (header?: string) => offeredProtocols({ headers: { 'sec-websocket-protocol': header } } as never);
    expect(offered('ocpp1.6, , ocpp2.1')).toEqual(['ocpp1.6', 'ocpp2.1']);
    expect(offered()).toEqual([]);
    expect(offered(Array.from({ length: 30 }, () => 'a').join(','))).toHaveLength(20);
  });

  const config = { host: '127.0.0.1', publicUrl: 'https://csms.example', allowedHosts: [] };
  test.each([
    [{ host: 'localhost' }, false, false],
    [{ host: 'evil.example' }, true, true],
    [{ host: 'evil.example' }, false, false],
    [{ host: 'localhost', origin: 'http://localhost' }, true, false],
    [{ host: 'localhost', origin: 'http://LOCALHOST' }, true, false],
    [{ host: 'localhost', origin: 'https://csms.example' }, false, false],
    [{ host: 'localhost', origin: 'https://csms.example' }, true, true],
    [{ host: 'localhost', origin: 'https://evil.example' }, false, true],
    [{ host: 'localhost', origin: 'null' }, false, true],
  ])('with %o, where no password is asked for: %s, is a foreign page: %s', (headers, isOpen, isForeign) => {
    expect(isForeignPage({ headers, socket: new Socket() } as never, { config, isOpen })).toBe(isForeign);
  });
});
