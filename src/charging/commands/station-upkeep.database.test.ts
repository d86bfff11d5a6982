import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { CertificateRequests, StationCertificates } from '#contract/stations/certificates.ts';
import type { StationFirmware } from '#contract/stations/firmware.ts';
import type { StationLogs } from '#contract/stations/logs.ts';
import type { SecurityEventList, StationSecurity } from '#contract/stations/security.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { someText } from '../../../test/support/some.ts';
import { simulatedAt } from '../../../test/support/without-sockets.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const;

let house: House;
beforeAll(async () => {
  house = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => house[Symbol.asyncDispose]());

/** A simulated station that has booted, and how to ask for commands and views of it. */
async function booted(version: OcppVersion, id: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const station = new SimulatedStation({
    id,
    version,
    ...simulatedAt(house.addresses.ocpp),
    statusEverySeconds: 0,
    backOff: { minimumSeconds: 1, randomSeconds: 0, doublings: 1 },
    rebootSeconds: 1,
    secondMs: 50,
    onEvent: (event) => {
      if (event.kind === 'state-changed' && event.state === 'accepted') resolve();
    },
  });
  station.start();
  await promise;
  const path = `/api/stations/${id}`;
  return {
    station,
    view: <Answer>(view: string) => house.api.get<Answer>(`${path}/${view}`),
    run: (name: string, input: object = {}) =>
      house.api.post<CommandRecord>(`${path}/commands/${name}`, { input, waitForEffectSeconds: 10 }),
    [Symbol.asyncDispose]: () => station.stop(),
  };
}

test.each(versions)('OCPP %s: a new password takes effect with the next sign-in', async (version) => {
  await using given = await booted(version, `PASSWORD-${version}`);
  expect(await given.run('change-password')).toMatchObject({
    outcome: { status: 'accepted', losses: [] },
    effect: { kind: 'password-changed' },
  });
  expect(await given.view<StationSecurity>('security')).toMatchObject({ password: { isSet: true, changes: [] } });
});

test.each(versions)('OCPP %s: a station gets the certificate it was told to ask for', async (version) => {
  await using given = await booted(version, `CERTIFICATE-${version}`);
  expect(await given.run('trigger', { message: 'sign-station-certificate' })).toMatchObject({
    outcome: { status: 'accepted', losses: [] },
  });
  await expect
    .poll(() => given.view<CertificateRequests>('certificate-requests'))
    .toMatchObject({ requests: [{ state: 'installed' }] });
  const { issued } = await given.view<StationCertificates>('certificates');
  expect(given.station.trust.own?.trim()).toBe(issued[0]?.certificate.trim());
});

test.each([
  ['2.0.1', 'sign-v2g-certificate', 'v2g'],
  ['2.1', 'sign-v2g-certificate', 'v2g'],
  ['2.1', 'sign-v2g20-certificate', 'v2g20'],
] as const)('OCPP %s, %s: a station gets what it shows to vehicles, for 90 days', async (version, message, purpose) => {
  await using given = await booted(version, `${purpose}-${version}`);
  await given.run('trigger', { message });
  await expect
    .poll(() => given.view<CertificateRequests>('certificate-requests'))
    .toMatchObject({ requests: [{ purpose, state: 'installed' }] });
  const [issued] = (await given.view<StationCertificates>('certificates')).issued;
  const days = (Date.parse(issued?.expiresAt ?? '') - Date.parse(issued?.issuedAt ?? '')) / 86_400_000;
  expect(days).toBe(90);
});

test.each(versions)('OCPP %s: roots are installed, listed and removed', async (version) => {
  await using given = await booted(version, `ROOTS-${version}`);
  expect(await given.run('install-certificate')).toMatchObject({ outcome: { status: 'accepted', losses: [] } });
  expect(await given.run('list-certificates')).toMatchObject({
    outcome: { status: 'accepted', losses: [], answer: { count: 1 } },
  });
  // The station computes the hashes itself: were ours others, there would be two, and one without its subject.
  const { installed } = await given.view<StationCertificates>('certificates');
  expect(installed).toMatchObject([{ purpose: 'csms-root', subject: someText }]);
  const { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber } = installed[0] ?? {};
  const removed = await given.run('delete-certificate', {
    hashAlgorithm,
    issuerNameHash,
    issuerKeyHash,
    serialNumber,
  });
  expect(removed).toMatchObject({ outcome: { status: 'accepted', losses: [] } });
  expect(await given.view<StationCertificates>('certificates')).toMatchObject({ installed: [] });
});

test.each(versions)('OCPP %s: firmware is installed, and the station boots with it', async (version) => {
  await using given = await booted(version, `FIRMWARE-${version}`);
  const update = await given.run('update-firmware', { location: 'https://files.example/praia-9.9.bin' });
  expect(update).toMatchObject({
    outcome: { status: 'accepted', losses: [] },
    effect: { kind: 'firmware-installed' },
  });
  expect(await given.view<StationFirmware>('firmware')).toMatchObject({
    jobs: [{ status: 'installed', reports: [{}, {}, {}, {}] }],
  });
  await expect.poll(() => given.view<StationFirmware>('firmware')).toMatchObject({ version: '9.9' });
  expect(await given.view<SecurityEventList>('security-events')).toMatchObject({
    events: [{ type: 'FirmwareUpdated', isCritical: true }],
  });
});

test.each(versions)('OCPP %s: a log is uploaded', async (version) => {
  await using given = await booted(version, `LOG-${version}`);
  expect(await given.run('get-log', { kind: 'diagnostics', location: 'https://logs.example/' })).toMatchObject({
    outcome: { status: 'accepted', losses: [] },
    effect: { kind: 'log-uploaded' },
  });
  expect(await given.view<StationLogs>('logs')).toMatchObject({
    requests: [{ status: 'uploaded', fileName: someText }],
  });
});
