import { expect, test } from 'vitest';
import { makeRoot } from '../../test/support/csr.ts';
import { accepting, type ReceivedCall, startSmallServer } from '../../test/support/small-station-server.ts';
import { expectQuiet, startAccepted, trigger } from '../../test/support/test-station.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const;
const twos = ['2.0.1', '2.1'] as const;
const location = 'https://files.example/praia-5.1.bin';
const checksum = 'd41d8cd98f00b204e9800998ecf8427e';
const retrieveDateTime = '2026-03-01T08:00:00Z';

const answers = (call: ReceivedCall) =>
  call.action === 'SignCertificate' ? { status: 'Accepted' } : accepting()(call);

function told({ calls }: { calls: readonly ReceivedCall[] }, action: string): unknown[] {
  return calls.filter((call) => call.action === action).map(({ payload }) => payload['status']);
}

test.each(versions)(
  'OCPP %s: a signed update is told step by step and ends in a boot of the new version',
  async (version) => {
    await using server = await startSmallServer({ answer: answers });
    await using _station = await startAccepted(server, { version });
    const firmware = { location, retrieveDateTime, signingCertificate: 'pem', signature: 'c2ln' };
    const update = version === '1.6' ? 'SignedUpdateFirmware' : 'UpdateFirmware';
    const report = version === '1.6' ? 'SignedFirmwareStatusNotification' : 'FirmwareStatusNotification';
    expect(await server.ask('CP-1', update, { requestId: 7, firmware })).toEqual({ answer: { status: 'Accepted' } });
    const boot = await server.received('BootNotification', 2);
    expect(told(server, report)).toEqual(['Downloading', 'Downloaded', 'SignatureVerified', 'Installing', 'Installed']);
    expect((await server.received(report)).payload).toMatchObject({ requestId: 7 });
    expect((await server.received('SecurityEventNotification')).payload).toMatchObject({ type: 'FirmwareUpdated' });
    expect(JSON.stringify(boot.payload)).toContain('"firmwareVersion":"5.1"');
  },
);

test.each(versions)('OCPP %s: a download that fails ends the update', async (version) => {
  await using server = await startSmallServer({ answer: answers });
  await using station = await startAccepted(server, { version });
  station.upkeep.fault = 'download';
  const request =
    version === '1.6'
      ? { location, retrieveDate: retrieveDateTime }
      : { requestId: 7, firmware: { location, retrieveDateTime } };
  await server.ask('CP-1', 'UpdateFirmware', request);
  await server.received('FirmwareStatusNotification', 2);
  expect(told(server, 'FirmwareStatusNotification')).toEqual(['Downloading', 'DownloadFailed']);
  await expectQuiet(server);
  await trigger(server, 'FirmwareStatusNotification');
  expect((await server.received('FirmwareStatusNotification', 3)).payload['status']).toBe('Idle');
});

test.each(versions)('OCPP %s: a log is uploaded, and may fail', async (version) => {
  await using server = await startSmallServer({ answer: answers });
  await using station = await startAccepted(server, { version });
  const ask = (requestId: number) =>
    server.ask('CP-1', 'GetLog', { requestId, logType: 'SecurityLog', log: { remoteLocation: location } });
  expect(await ask(1)).toEqual({ answer: { status: 'Accepted', filename: 'SecurityLog.zip' } });
  await server.received('LogStatusNotification', 2);
  station.upkeep.fault = 'upload';
  await ask(2);
  await server.received('LogStatusNotification', 4);
  expect(told(server, 'LogStatusNotification')).toEqual(['Uploading', 'Uploaded', 'Uploading', 'UploadFailure']);
});

test('a 1.6 station uploads diagnostics', async () => {
  await using server = await startSmallServer({ answer: answers });
  await using _station = await startAccepted(server, { version: '1.6' });
  expect(await server.ask('CP-1', 'GetDiagnostics', { location })).toEqual({
    answer: { fileName: 'diagnostics.zip' },
  });
  await server.received('DiagnosticsStatusNotification', 2);
  expect(told(server, 'DiagnosticsStatusNotification')).toEqual(['Uploading', 'Uploaded']);
});

test.each(twos)('OCPP %s: a local controller publishes a file and withdraws it', async (version) => {
  await using server = await startSmallServer({ answer: answers });
  await using _station = await startAccepted(server, { version });
  const unpublish = () => server.ask('CP-1', 'UnpublishFirmware', { checksum });
  expect(await unpublish()).toEqual({ answer: { status: 'NoFirmware' } });
  await server.ask('CP-1', 'PublishFirmware', { requestId: 3, location, checksum });
  expect((await server.received('PublishFirmwareStatusNotification', 4)).payload).toEqual({
    status: 'Published',
    requestId: 3,
    location: [location],
  });
  await expect.poll(unpublish).toEqual({ answer: { status: 'Unpublished' } });
});

test.each(twos)('OCPP %s: what is known of a customer is told in parts, and forgotten on request', async (version) => {
  await using server = await startSmallServer({ answer: answers });
  await using station = await startAccepted(server, { version });
  const text = 'Maria Souza. '.repeat(50);
  station.upkeep.customers.set('TAG', text);
  const idToken = { idToken: 'TAG', type: 'ISO14443' };
  const ask = (more: object) => server.ask('CP-1', 'CustomerInformation', { requestId: 9, ...more });
  expect(await ask({ report: true, clear: true, idToken })).toEqual({ answer: { status: 'Accepted' } });
  const parts = [
    await server.received('NotifyCustomerInformation'),
    await server.received('NotifyCustomerInformation', 2),
  ];
  expect(parts.map(({ payload }) => payload['data']).join('')).toBe(text);
  expect(parts.map(({ payload }) => [payload['seqNo'], payload['tbc']])).toEqual([
    [0, true],
    [1, false],
  ]);
  expect(station.upkeep.customers.size).toBe(0);
  expect(await ask({ report: true, clear: false })).toEqual({ answer: { status: 'Invalid' } });
});

test.each(versions)('OCPP %s: a root is installed, listed and removed', async (version) => {
  await using server = await startSmallServer({ answer: answers });
  await using _station = await startAccepted(server, { version });
  const type = version === '1.6' ? 'CentralSystemRootCertificate' : 'CSMSRootCertificate';
  const install = (certificate: string) =>
    server.ask('CP-1', 'InstallCertificate', { certificateType: type, certificate });
  expect(await install('nothing')).toEqual({ answer: { status: 'Rejected' } });
  expect(await install(await makeRoot('CN=Raiz'))).toEqual({ answer: { status: 'Accepted' } });
  const listed = () =>
    server.ask('CP-1', 'GetInstalledCertificateIds', { certificateType: version === '1.6' ? type : [type] });
  const { answer } = (await listed()) as {
    answer: { certificateHashData?: object[]; certificateHashDataChain?: { certificateHashData: object }[] };
  };
  const hash = answer.certificateHashData?.[0] ?? answer.certificateHashDataChain?.[0]?.certificateHashData;
  const remove = () => server.ask('CP-1', 'DeleteCertificate', { certificateHashData: hash });
  expect(await remove()).toEqual({ answer: { status: 'Accepted' } });
  expect(await remove()).toEqual({ answer: { status: 'NotFound' } });
  expect(await listed()).toEqual({ answer: { status: 'NotFound' } });
});

test.each(versions)(
  'OCPP %s: asked for it, a station wants a certificate, and takes none for another key',
  async (version) => {
    await using server = await startSmallServer({ answer: answers });
    await using station = await startAccepted(server, { version });
    const asked =
      version === '1.6'
        ? server.ask('CP-1', 'ExtendedTriggerMessage', { requestedMessage: 'SignChargePointCertificate' })
        : trigger(server, 'SignChargingStationCertificate');
    expect(await asked).toEqual({ answer: { status: 'Accepted' } });
    expect((await server.received('SignCertificate')).payload['csr']).toContain('BEGIN CERTIFICATE REQUEST');
    const root = await makeRoot('CN=Raiz');
    const certificateChain = `${root}\n${root}`;
    expect(await server.ask('CP-1', 'CertificateSigned', { certificateChain })).toEqual({
      answer: { status: 'Rejected' },
    });
    expect(station.trust.own).toBeNull();
  },
);

test.each(versions)('OCPP %s: a station told a new password comes back with it', async (version) => {
  const passwords: (string | undefined)[] = [];
  await using server = await startSmallServer({
    answer: answers,
    refuse(request) {
      passwords.push(Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString());
      return undefined;
    },
  });
  await using _station = await startAccepted(server, { version });
  const value = 'a1'.repeat(20);
  const setting =
    version === '1.6'
      ? { key: 'AuthorizationKey', value }
      : {
          setVariableData: [
            {
              component: { name: 'SecurityCtrlr' },
              variable: { name: 'BasicAuthPassword' },
              attributeValue: value,
            },
          ],
        };
  const { answer } = (await server.ask(
    'CP-1',
    version === '1.6' ? 'ChangeConfiguration' : 'SetVariables',
    setting,
  )) as { answer: object };
  expect(JSON.stringify(answer)).toContain('Accepted');
  await server.until(() => passwords.length === 2);
  expect(passwords).toEqual(['', `CP-1:${value}`]);
});
