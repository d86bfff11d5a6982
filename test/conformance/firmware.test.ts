import { expect } from 'vitest';
import type { StationFirmware } from '../../src/contract/stations/firmware.ts';
import { makeRoot } from '../support/csr.ts';
import { someNumber, someText, textWith } from '../support/some.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;
const twos = ['2.0.1', '2.1'] as const;

const location = 'https://files.example/praia-duo-5.bin';
const checksum = 'd41d8cd98f00b204e9800998ecf8427e';
const signature = 'c2lnbmF0dXJl';

const firmware = ({ view }: UseCase) => view<StationFirmware>('firmware');

useCase('L01', 'Secure Firmware Update', all, async (given) => {
  const { version, station, command } = given;
  const signingCertificate = await makeRoot('CN=Fabricante');
  const installAt = '2030-01-01T03:00:00.000Z';
  const update = version === '1.6' ? 'SignedUpdateFirmware' : 'UpdateFirmware';
  const report = version === '1.6' ? 'SignedFirmwareStatusNotification' : 'FirmwareStatusNotification';
  const running = command('update-firmware', {
    location,
    installAt,
    signingCertificate,
    signature,
    retries: 2,
    retryIntervalSeconds: 60,
  });
  const asked = await station.answer(update, { status: 'Accepted' });
  expect(asked).toEqual({
    requestId: someNumber,
    retries: 2,
    retryInterval: 60,
    firmware: {
      location,
      retrieveDateTime: someText,
      installDateTime: installAt,
      signingCertificate,
      signature,
    },
  });
  expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: { hasCanceledEarlier: false } } });
  const { requestId } = asked;
  for (const status of ['Downloading', 'Downloaded', 'SignatureVerified', 'Installing', 'Installed'])
    expect(await station.call(report, { status, requestId })).toEqual({});
  expect(await firmware(given)).toMatchObject({
    jobs: [
      {
        requestId,
        kind: 'update',
        isSigned: true,
        location,
        installAt,
        outcome: 'accepted',
        status: 'installed',
        reports: [
          { status: 'downloading' },
          { status: 'downloaded' },
          { status: 'signature-verified' },
          { status: 'installing' },
          { status: 'installed' },
        ],
      },
    ],
    otherReports: [],
  });
  return { messages: [update, report, report, report, report, report] };
});

useCase('L01', 'Secure Firmware Update, refused for its certificate', all, async (given) => {
  const { version, station, command } = given;
  const update = version === '1.6' ? 'SignedUpdateFirmware' : 'UpdateFirmware';
  const signingCertificate = await makeRoot('CN=Fabricante');
  const running = command('update-firmware', { location, signingCertificate, signature });
  await station.answer(update, { status: 'InvalidCertificate' });
  expect(await running).toMatchObject({ outcome: { status: 'rejected', code: 'InvalidCertificate' } });
  expect(await firmware(given)).toMatchObject({ jobs: [{ outcome: 'rejected', status: null }] });
  expect(await command('update-firmware', { location, signature })).toMatchObject({
    outcome: { status: 'not-sent', reason: textWith('both') },
  });
  expect(await command('update-firmware', { location, signature, signingCertificate: 'none' })).toMatchObject({
    outcome: { status: 'not-sent', reason: textWith('X.509') },
  });
  return { messages: [update] };
});

useCase('L02', 'Non-Secure Firmware Update', all, async (given) => {
  const { version, station, command } = given;
  const retrieveAt = '2030-01-01T01:00:00.000Z';
  const installAt = '2030-01-01T03:00:00.000Z';
  const running = command('update-firmware', { location, retrieveAt, installAt, retries: 1 });
  const asked = await station.answer('UpdateFirmware', version === '1.6' ? {} : { status: 'AcceptedCanceled' });
  const { requestId } = asked;
  expect(asked).toEqual(
    version === '1.6'
      ? { location, retrieveDate: retrieveAt, retries: 1 }
      : {
          requestId: someNumber,
          retries: 1,
          firmware: { location, retrieveDateTime: retrieveAt, installDateTime: installAt },
        },
  );
  const losses = version === '1.6' ? [{ field: 'installAt', why: someText }] : [];
  expect(await running).toMatchObject({
    outcome: { status: 'accepted', answer: { hasCanceledEarlier: version !== '1.6' }, losses },
  });
  // 1.6 does not say which update it means: it is the newest.
  const which = version === '1.6' ? {} : { requestId };
  const why = version === '2.1' ? { statusInfo: { reasonCode: 'NoSpace', additionalInfo: '2 MB left' } } : {};
  await station.call('FirmwareStatusNotification', { status: 'Downloading', ...which });
  await station.call('FirmwareStatusNotification', { status: 'DownloadFailed', ...which, ...why });
  await station.call('FirmwareStatusNotification', { status: 'Idle' });
  expect(await firmware(given)).toMatchObject({
    jobs: [
      {
        isSigned: false,
        retrieveAt,
        installAt,
        status: 'download-failed',
        reports: [
          { status: 'downloading' },
          { status: 'download-failed', reason: version === '2.1' ? 'NoSpace: 2 MB left' : null },
        ],
      },
    ],
    otherReports: [{ status: 'idle', requestId: null }],
  });
  return { messages: ['UpdateFirmware', 'FirmwareStatusNotification', 'FirmwareStatusNotification'] };
});

useCase('L03', 'Publish Firmware file on Local Controller', twos, async (given) => {
  const { version, station, command } = given;
  const running = command('publish-firmware', { location, checksum });
  const asked = await station.answer('PublishFirmware', { status: 'Accepted' });
  const { requestId } = asked;
  expect(asked).toEqual({ requestId: someNumber, location, checksum });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  for (const status of ['Downloading', 'ChecksumVerified'])
    await station.call('PublishFirmwareStatusNotification', { status, requestId });
  const offered = ['http://192.168.1.2/fw.bin'];
  await station.call('PublishFirmwareStatusNotification', { status: 'Published', requestId, location: offered });
  expect(await firmware(given)).toMatchObject({
    jobs: [
      {
        kind: 'publish',
        checksum,
        status: 'published',
        reports: [{ status: 'downloading' }, { status: 'checksum-verified' }, { locations: offered }],
      },
    ],
  });
  const refused = command('publish-firmware', { location, checksum });
  await station.answer('PublishFirmware', { status: 'Rejected', statusInfo: { reasonCode: 'NotEnabled' } });
  expect(await refused).toMatchObject({ outcome: { status: 'rejected', reason: 'NotEnabled' } });
  expect(version).not.toBe('1.6');
  return { messages: ['PublishFirmware', 'PublishFirmwareStatusNotification', 'PublishFirmware'] };
});

useCase('L04', 'Unpublish Firmware file', twos, async (given) => {
  const { station, command } = given;
  const publishing = command('publish-firmware', { location, checksum });
  const { requestId } = await station.answer('PublishFirmware', { status: 'Accepted' });
  await publishing;
  await station.call('PublishFirmwareStatusNotification', {
    status: 'Published',
    requestId,
    location: ['http://192.168.1.2/fw.bin'],
  });
  const busy = command('unpublish-firmware', { checksum });
  await station.answer('UnpublishFirmware', { status: 'DownloadOngoing' });
  expect(await busy).toMatchObject({ outcome: { status: 'rejected', code: 'DownloadOngoing' } });
  expect(await firmware(given)).toMatchObject({ jobs: [{ unpublishedAt: null }] });
  const running = command('unpublish-firmware', { checksum });
  expect(await station.answer('UnpublishFirmware', { status: 'Unpublished' })).toEqual({ checksum });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await firmware(given)).toMatchObject({ jobs: [{ unpublishedAt: someText }] });
  return { messages: ['PublishFirmware', 'UnpublishFirmware', 'UnpublishFirmware'] };
});

useCase('L03', 'Publish Firmware file, which 1.6 cannot say', ['1.6'], async ({ command, view }) => {
  const published = await command('publish-firmware', { location, checksum });
  expect(published.outcome).toMatchObject({ status: 'not-sent', losses: [{ field: 'publish-firmware' }] });
  const withdrawn = await command('unpublish-firmware', { checksum });
  expect(withdrawn.outcome).toMatchObject({ status: 'not-sent', losses: [{ field: 'unpublish-firmware' }] });
  expect(await view<StationFirmware>('firmware')).toMatchObject({ jobs: [] });
  return { messages: ['BootNotification'] };
});
