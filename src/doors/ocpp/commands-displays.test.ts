import { describe, expect, test } from 'vitest';
import { something } from '../../../test/support/some.ts';
import { translated } from '../../../test/support/translated.ts';

const accepted = { status: 'Accepted' };
const message = {
  priority: 'always-front' as const,
  format: 'utf8' as const,
  text: 'Olá',
  language: 'pt-BR',
  otherLanguages: [],
};
const whole = {
  ...message,
  id: 5,
  state: 'charging' as const,
  sessionId: 'S',
  display: { component: 'Display', evseId: 2 },
  startsAt: '2026-03-01T08:00:00.000Z',
  endsAt: '2026-03-02T08:00:00.000Z',
};
const wire = {
  id: 5,
  priority: 'AlwaysFront',
  state: 'Charging',
  transactionId: '42',
  startDateTime: whole.startsAt,
  endDateTime: whole.endsAt,
  display: { name: 'Display', evse: { id: 2 } },
  message: { format: 'UTF8', content: 'Olá', language: 'pt-BR' },
};
const business = {
  'sessions.get': { stationId: 'CP-1', ref: '42' },
  'displays.nextId': 9,
  'dataTransfer.displayCarrier': 'org.vendor',
};
const paths = (recorded: [string, ...unknown[]][]) => recorded.map(([path]) => path);

describe('set-display-message', () => {
  test('1.6 carries the message of 2.0.1 in a DataTransfer', async () => {
    const outcome = await translated('1.6', 'set-display-message', whole, {
      answers: { DataTransfer: { ...accepted, data: 'ok' } },
      business,
    });
    const [[, payload] = []] = outcome.sent;
    const { data, ...carrier } = payload as { data: string };
    expect(carrier).toEqual({ vendorId: 'org.vendor', messageId: 'SetDisplayMessage' });
    expect(JSON.parse(data)).toEqual({ message: wire });
    expect(outcome.answer).toEqual({ id: 5 });
    expect(outcome.recorded).toContainEqual([
      'dataTransfer.recordSent',
      { stationId: 'CP-1', ...carrier, data, status: 'accepted', answer: 'ok' },
    ]);
    expect(paths(outcome.recorded).at(-1)).toBe('displays.recordSet');
  });

  test.each(['2.0.1', '2.1'] as const)('OCPP %s has it', async (version) => {
    const { sent, recorded, answer } = await translated(version, 'set-display-message', whole, {
      answers: { SetDisplayMessage: accepted },
      business,
    });
    expect(sent).toEqual([['SetDisplayMessage', { message: wire }]]);
    expect(recorded.at(-1)).toEqual([
      'displays.recordSet',
      {
        stationId: 'CP-1',
        id: 5,
        content: {
          priority: 'always-front',
          state: 'charging',
          startsAt: whole.startsAt,
          endsAt: whole.endsAt,
          sessionRef: '42',
          display: whole.display,
          texts: [{ text: 'Olá', format: 'utf8', language: 'pt-BR' }],
        },
      },
    ]);
    expect(answer).toEqual({ id: 5 });
  });

  test('a message without more than its text takes the next number', async () => {
    const plain = { ...message, language: undefined, display: { component: 'Display' } };
    const { sent } = await translated('2.1', 'set-display-message', plain, {
      answers: { SetDisplayMessage: accepted },
      business,
    });
    expect(sent).toEqual([
      [
        'SetDisplayMessage',
        {
          message: {
            id: 9,
            priority: 'AlwaysFront',
            message: { format: 'UTF8', content: 'Olá' },
            display: { name: 'Display' },
          },
        },
      ],
    ]);
  });

  test('other languages came with 2.1', async () => {
    const both = { ...message, otherLanguages: [{ text: 'Hello', format: 'utf8' as const, language: 'en' }] };
    const answers = { SetDisplayMessage: accepted, DataTransfer: accepted };
    const asked = (version: '1.6' | '2.0.1' | '2.1') =>
      translated(version, 'set-display-message', both, { answers, business });
    const said = await asked('2.1');
    expect(said.sent).toMatchObject([
      [something, { message: { messageExtra: [{ content: 'Hello', language: 'en' }] } }],
    ]);
    expect(said.losses).toEqual([]);
    for (const version of ['1.6', '2.0.1'] as const) {
      const { sent, losses } = await asked(version);
      expect(JSON.stringify(sent)).not.toContain('Hello');
      expect(losses).toMatchObject([{ field: 'otherLanguages' }]);
    }
  });

  test.each([
    [{ state: 'suspended' as const }, 'state'],
    [{ state: 'discharging' as const }, 'state'],
    [{ format: 'qr-code' as const }, 'format'],
    [{ text: 'x'.repeat(513) }, 'text'],
  ])('%o is not sent before 2.1', async (part, field) => {
    const answers = { SetDisplayMessage: accepted };
    for (const version of ['1.6', '2.0.1'] as const)
      expect(await translated(version, 'set-display-message', { ...message, ...part }, { business })).toMatchObject({
        status: 'not-sent',
        code: 'NotSupported',
        sent: [],
        losses: [{ field }],
      });
    expect(
      (await translated('2.1', 'set-display-message', { ...message, ...part }, { answers, business })).sent,
    ).toHaveLength(1);
  });

  test('512 characters fit 2.0.1', async () => {
    const input = { ...message, text: 'x'.repeat(512) };
    expect(
      (await translated('2.0.1', 'set-display-message', input, { answers: { SetDisplayMessage: accepted }, business }))
        .status,
    ).toBe('accepted');
  });

  test('what the station refuses is not shown', async () => {
    const answers = { SetDisplayMessage: { status: 'Rejected' }, DataTransfer: { status: 'UnknownVendorId' } };
    for (const version of ['1.6', '2.0.1'] as const)
      expect(
        paths((await translated(version, 'set-display-message', whole, { answers, business })).recorded),
      ).not.toContain('displays.recordSet');
  });

  test('1.6 needs a vendor to carry it', async () => {
    const outcome = await translated('1.6', 'set-display-message', message, {
      business: { ...business, 'dataTransfer.displayCarrier': null },
    });
    expect(outcome).toMatchObject({ status: 'not-sent', sent: [], losses: [{ field: 'SetDisplayMessage' }] });
  });
});

describe('get-display-messages', () => {
  test.each([
    [{}, {}, true],
    [{ ids: [1] }, { id: [1] }, false],
    [{ priority: 'in-front' as const }, { priority: 'InFront' }, false],
    [{ state: 'idle' as const }, { state: 'Idle' }, false],
  ])('%o asks %o', async (input, payload, isForAll) => {
    const { sent, recorded, answer } = await translated('2.0.1', 'get-display-messages', input, {
      answers: { GetDisplayMessages: accepted },
    });
    expect(sent).toEqual([['GetDisplayMessages', { requestId: 7, ...payload }]]);
    expect(recorded).toEqual([['displays.recordAsked', { stationId: 'CP-1', requestId: 7, isForAll }]]);
    expect(answer).toEqual({ requestId: 7 });
  });

  test.each([
    [{}, null],
    [{ ids: [1] }, [1]],
    [{ priority: 'in-front' as const }, undefined],
    [{ state: 'idle' as const }, undefined],
  ])('a station that knows none of %o', async (input, ids) => {
    const answers = { GetDisplayMessages: { status: 'Unknown' } };
    const { recorded } = await translated('2.1', 'get-display-messages', input, { answers });
    expect(recorded.slice(1)).toEqual(ids === undefined ? [] : [['displays.recordNone', { stationId: 'CP-1', ids }]]);
  });

  test('2.0.1 knows no suspended state, 2.1 does', async () => {
    const asked = (version: '2.0.1' | '2.1') =>
      translated(
        version,
        'get-display-messages',
        { state: 'suspended' },
        { answers: { GetDisplayMessages: accepted } },
      );
    expect(await asked('2.0.1')).toMatchObject({ status: 'not-sent', sent: [], recorded: [] });
    expect((await asked('2.1')).sent).toEqual([['GetDisplayMessages', { requestId: 7, state: 'Suspended' }]]);
  });
});

describe('clear-display-message', () => {
  test.each([
    ['Accepted', 'accepted', 1],
    ['Unknown', 'rejected', 1],
    ['Rejected', 'rejected', 0],
  ])('a 2.x station that says %s', async (word, status, records) => {
    const outcome = await translated(
      '2.0.1',
      'clear-display-message',
      { id: 5 },
      { answers: { ClearDisplayMessage: { status: word } } },
    );
    expect(outcome.status).toBe(status);
    expect(outcome.recorded).toHaveLength(records);
  });

  test.each([
    ['Accepted', true],
    ['Rejected', false],
  ])('a 1.6 station that says %s', async (word, isCleared) => {
    const { recorded, sent } = await translated(
      '1.6',
      'clear-display-message',
      { id: 5 },
      { answers: { DataTransfer: { status: word } }, business },
    );
    expect(sent).toMatchObject([['DataTransfer', { messageId: 'ClearDisplayMessage', data: '{"id":5}' }]]);
    expect(paths(recorded).includes('displays.recordCleared')).toBe(isCleared);
  });
});

describe('transfer-data', () => {
  test.each([
    ['1.6', { vendorId: 'v', messageId: 'm', data: { a: 1 } }, { vendorId: 'v', messageId: 'm', data: '{"a":1}' }],
    ['2.0.1', { vendorId: 'v', data: '{"a":1}' }, { vendorId: 'v', data: { a: 1 } }],
    ['2.1', { vendorId: 'v', data: 'plain' }, { vendorId: 'v', data: 'plain' }],
    ['1.6', { vendorId: 'v' }, { vendorId: 'v' }],
    ['2.1', { vendorId: 'v' }, { vendorId: 'v' }],
  ] as const)('OCPP %s says %o as %o', async (version, input, payload) => {
    const answers = { DataTransfer: { status: 'Accepted', data: 'yes' } };
    const { sent, recorded, answer } = await translated(version, 'transfer-data', input as never, { answers });
    expect(sent).toEqual([['DataTransfer', payload]]);
    expect(answer).toEqual({ status: 'accepted', data: 'yes' });
    expect(recorded).toMatchObject([['dataTransfer.recordSent', { vendorId: 'v', status: 'accepted', answer: 'yes' }]]);
  });

  test.each(['1.6', '2.0.1'] as const)('OCPP %s may answer nothing', async (version) => {
    const { answer, recorded } = await translated(
      version,
      'transfer-data',
      { vendorId: 'v' },
      { answers: { DataTransfer: { status: 'UnknownVendorId' } } },
    );
    expect(answer).toEqual({ status: 'unknown-vendor', data: null });
    expect(recorded).toEqual([
      [
        'dataTransfer.recordSent',
        { stationId: 'CP-1', vendorId: 'v', messageId: null, data: null, status: 'unknown-vendor', answer: null },
      ],
    ]);
  });
});
