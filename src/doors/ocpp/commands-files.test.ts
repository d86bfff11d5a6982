import { describe, expect, test } from 'vitest';
import { something } from '../../../test/support/some.ts';
import { translated } from '../../../test/support/translated.ts';

const accepted = { status: 'Accepted' };
const at = '2026-03-01T08:00:00.000Z';
const location = 'https://files.example/fw.bin';

describe('update-firmware', () => {
  const business = { 'firmware.beginUpdate': new Date(at) };
  const signed = { location, signature: 'sig', signingCertificate: 'pem' };

  test('a plain update of 1.6 has no answer but heard, and loses the time of installing', async () => {
    const outcome = await translated(
      '1.6',
      'update-firmware',
      { location, installAt: at, retries: 2, retryIntervalSeconds: 60 },
      { answers: { UpdateFirmware: {} }, business },
    );
    expect(outcome.sent).toEqual([['UpdateFirmware', { location, retrieveDate: at, retries: 2, retryInterval: 60 }]]);
    expect(outcome).toMatchObject({
      status: 'accepted',
      answer: { hasCanceledEarlier: false },
      losses: [{ field: 'installAt' }],
    });
    expect(outcome.recorded).toEqual([
      [
        'firmware.beginUpdate',
        {
          stationId: 'CP-1',
          requestId: 7,
          location,
          retrieveAt: null,
          installAt: new Date(at),
          signingCertificate: null,
          signature: null,
        },
      ],
    ]);
  });

  test.each([
    ['1.6', 'SignedUpdateFirmware'],
    ['2.0.1', 'UpdateFirmware'],
    ['2.1', 'UpdateFirmware'],
  ] as const)('a signed update of OCPP %s is %s, which may cancel an earlier one', async (version, action) => {
    const asked = (status: string) =>
      translated(version, 'update-firmware', signed, { answers: { [action]: { status } }, business });
    const { sent, status, answer } = await asked('AcceptedCanceled');
    expect(sent).toEqual([
      [
        action,
        { requestId: 7, firmware: { location, retrieveDateTime: at, signingCertificate: 'pem', signature: 'sig' } },
      ],
    ]);
    expect([status, answer]).toEqual(['accepted', { hasCanceledEarlier: true }]);
    expect(await asked('Accepted')).toMatchObject({ status: 'accepted', answer: { hasCanceledEarlier: false } });
    expect(await asked('InvalidCertificate')).toMatchObject({ status: 'rejected', code: 'InvalidCertificate' });
  });

  test('1.6 sends a half signed update as a plain one', async () => {
    const { signature: _, ...half } = signed;
    const { sent } = await translated('1.6', 'update-firmware', half, { answers: { UpdateFirmware: {} }, business });
    expect(sent).toEqual([['UpdateFirmware', { location, retrieveDate: at }]]);
  });
});

describe('publish-firmware', () => {
  test('is written down before it is sent', async () => {
    const { sent, recorded } = await translated(
      '2.0.1',
      'publish-firmware',
      { location, checksum: 'abc', retries: 1 },
      { answers: { PublishFirmware: accepted } },
    );
    expect(sent).toEqual([['PublishFirmware', { requestId: 7, location, checksum: 'abc', retries: 1 }]]);
    expect(recorded).toEqual([
      ['firmware.beginPublication', { stationId: 'CP-1', requestId: 7, location, checksum: 'abc' }],
    ]);
  });

  test.each([
    ['Unpublished', 'accepted', 1],
    ['NoFirmware', 'rejected', 1],
    ['DownloadOngoing', 'rejected', 0],
  ])('a station that says %s to its end', async (word, status, records) => {
    const outcome = await translated(
      '2.1',
      'unpublish-firmware',
      { checksum: 'abc' },
      { answers: { UnpublishFirmware: { status: word } } },
    );
    expect(outcome.status).toBe(status);
    expect(outcome.recorded).toHaveLength(records);
  });
});

describe('get-log', () => {
  const wanted = { location, oldestAt: at, latestAt: '2026-03-02T08:00:00.000Z' };
  const log = { remoteLocation: location, oldestTimestamp: wanted.oldestAt, latestTimestamp: wanted.latestAt };

  test('diagnostics of 1.6 are a message of the core', async () => {
    const asked = (response: object) =>
      translated(
        '1.6',
        'get-log',
        { kind: 'diagnostics', ...wanted, retries: 1 },
        { answers: { GetDiagnostics: response } },
      );
    const { sent, answer, recorded } = await asked({ fileName: 'd.zip' });
    expect(sent).toEqual([
      ['GetDiagnostics', { location, retries: 1, startTime: wanted.oldestAt, stopTime: wanted.latestAt }],
    ]);
    expect(answer).toEqual({ fileName: 'd.zip', hasCanceledEarlier: false });
    expect(recorded).toEqual([
      [
        'logs.begin',
        {
          stationId: 'CP-1',
          requestId: 7,
          kind: 'diagnostics',
          location,
          oldestAt: new Date(wanted.oldestAt),
          latestAt: new Date(wanted.latestAt),
        },
      ],
    ]);
    expect(await asked({})).toMatchObject({ status: 'rejected', code: 'NoDiagnostics' });
  });

  test.each([
    ['1.6', 'security', 'SecurityLog'],
    ['2.0.1', 'diagnostics', 'DiagnosticsLog'],
    ['2.0.1', 'security', 'SecurityLog'],
    ['2.1', 'data-collector', 'DataCollectorLog'],
  ] as const)('OCPP %s asks for %s as %s', async (version, kind, logType) => {
    const asked = (response: object) =>
      translated(version, 'get-log', { kind, ...wanted }, { answers: { GetLog: response } });
    const { sent, answer } = await asked({ status: 'AcceptedCanceled', filename: 's.log' });
    expect(sent).toEqual([['GetLog', { requestId: 7, log, logType }]]);
    expect(answer).toEqual({ fileName: 's.log', hasCanceledEarlier: true });
    expect(await asked(accepted)).toMatchObject({ answer: { fileName: null, hasCanceledEarlier: false } });
  });

  test.each(['1.6', '2.0.1'] as const)('OCPP %s has no log of the data collector', async (version) => {
    expect(await translated(version, 'get-log', { kind: 'data-collector', location })).toMatchObject({
      sent: [],
      recorded: [],
      status: 'not-sent',
      losses: [{ field: 'kind' }],
    });
  });
});

describe('get-customer-information', () => {
  test('names the customer by what is known', async () => {
    const certificate = {
      hashAlgorithm: 'SHA256',
      issuerNameHash: 'a',
      issuerKeyHash: 'b',
      serialNumber: '9',
    } as const;
    const { sent, recorded } = await translated(
      '2.0.1',
      'get-customer-information',
      { report: true, clear: false, token: { value: 'AB12', type: 'iso14443' }, customerIdentifier: 'c', certificate },
      { answers: { CustomerInformation: accepted } },
    );
    expect(sent).toEqual([
      [
        'CustomerInformation',
        {
          requestId: 7,
          report: true,
          clear: false,
          customerIdentifier: 'c',
          customerCertificate: certificate,
          idToken: { idToken: 'AB12', type: 'ISO14443' },
        },
      ],
    ]);
    expect(recorded).toEqual([
      [
        'customerInformation.begin',
        {
          stationId: 'CP-1',
          requestId: 7,
          isReport: true,
          isClear: false,
          token: 'AB12',
          customerIdentifier: 'c',
          certificateSerialNumber: '9',
        },
      ],
    ]);
  });

  test('says nothing of what is not known', async () => {
    const answers = { CustomerInformation: accepted };
    const { sent, recorded } = await translated(
      '2.1',
      'get-customer-information',
      { report: false, clear: true },
      { answers },
    );
    expect(sent).toEqual([['CustomerInformation', { requestId: 7, report: false, clear: true }]]);
    expect(recorded).toMatchObject([
      [something, { token: null, customerIdentifier: null, certificateSerialNumber: null }],
    ]);
  });
});
