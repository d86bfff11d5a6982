import { expect, test } from 'vitest';
import type { CertificateRenewalList, ExpiringCertificate } from '#contract/stations/certificates.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { makeCsr } from '../../../../test/support/csr.ts';
import { bootPayload, connectRaw } from '../../../../test/support/raw-station.ts';
import { startSigec, type TestSigec } from '../../../../test/support/sigec.ts';
import { scripted } from '../../../../test/support/use-case.ts';

const dayMs = 86_400_000;
const renewals = (sigec: TestSigec) => sigec.api.get<CertificateRenewalList>('/api/certificates/renewals');
const start = (sigec: TestSigec, stationIds?: string[]) =>
  sigec.api.post<{ wanted: unknown[] }>('/api/certificates/renewals', { stationIds });
const expiring = async (sigec: TestSigec) =>
  (await sigec.api.get<{ certificates: ExpiringCertificate[] }>('/api/certificates/expiring')).certificates;

/** A clock that the test puts forward. */
function someClock() {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    forward: (days: number) => {
      aheadMs += days * dayMs;
    },
  };
}

async function simulated(sigec: TestSigec, version: OcppVersion, id: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const station = new SimulatedStation({
    id,
    version,
    url: sigec.addresses.ocpp.slice(0, -1),
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
  return { station, [Symbol.asyncDispose]: () => station.stop() };
}

/** A station that has taken a certificate, and answers nothing by itself. */
async function holding(sigec: TestSigec, id: string) {
  const station = scripted(await connectRaw(sigec.addresses.ocpp, id, { protocols: ['ocpp2.0.1'] }));
  await station.call('BootNotification', bootPayload['2.0.1']);
  const csr = await makeCsr(`CN=${id}`);
  await station.call('SignCertificate', { csr, certificateType: 'ChargingStationCertificate' });
  await station.answer('CertificateSigned', { status: 'Accepted' });
  await expect
    .poll(
      async () =>
        (await sigec.api.get<{ requests: { state: string }[] }>(`/api/stations/${id}/certificate-requests`)).requests[0]
          ?.state,
    )
    .toBe('installed');
  return station;
}

test.each(['1.6', '2.0.1', '2.1'] as const)(
  'OCPP %s: a certificate that expires soon is listed with its severity, and renewed by the station when it is asked',
  async (version) => {
    const clock = someClock();
    await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' }, { clock });
    await using given = await simulated(sigec, version, 'RENEW');
    await sigec.api.post('/api/stations/RENEW/commands/trigger', { input: { message: 'sign-station-certificate' } });
    await expect.poll(() => given.station.trust.own).not.toBeNull();
    const first = given.station.trust.own;
    await start(sigec);
    expect((await renewals(sigec)).renewals).toEqual([]); // nothing is due
    clock.forward(340);
    const due = { stationId: 'RENEW', purpose: 'station', severity: 'warning' };
    await expect.poll(() => expiring(sigec)).toMatchObject([{ ...due, kind: 'issued' }]);
    expect(await renewals(sigec)).toMatchObject({
      counts: { due: 1 },
      renewals: [{ ...due, state: 'due', isOnline: true }],
    });
    await start(sigec);
    await expect.poll(() => given.station.trust.own).not.toBe(first);
    await expect
      .poll(() => renewals(sigec))
      .toMatchObject({ counts: { due: 0, asked: 0, renewed: 1 }, renewals: [{ state: 'renewed', severity: 'fine' }] });
    expect(await expiring(sigec)).toEqual([]);
  },
);

test('whoever does not renew is asked again, later each time, and it is shown why', async () => {
  const clock = someClock();
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' }, { clock });
  await using station = await holding(sigec, 'STUBBORN');
  clock.forward(360);
  const [, asked] = await Promise.all([start(sigec), station.answer('TriggerMessage', { status: 'Rejected' })]);
  expect(asked).toEqual({ requestedMessage: 'SignChargingStationCertificate' });
  const shown = async () => (await renewals(sigec)).renewals[0];
  const first = await shown();
  expect(first).toMatchObject({
    state: 'failing',
    severity: 'critical',
    attempts: 1,
    reason: expect.any(String) as string,
  });
  const waitMs = Date.parse(first?.nextAttemptAt ?? '') - Date.parse(first?.attemptedAt ?? '');
  expect(waitMs).toBe(30 * 60_000);
  await start(sigec); // it is not asked again before its time: the station would have to answer
  expect((await shown())?.attempts).toBe(1);
  clock.forward(1 / 24);
  await Promise.all([start(sigec), station.answer('TriggerMessage', { status: 'Accepted' })]);
  const second = await shown();
  expect(second).toMatchObject({ state: 'asked', attempts: 2, reason: null });
  expect(Date.parse(second?.nextAttemptAt ?? '') - Date.parse(second?.attemptedAt ?? '')).toBe(60 * 60_000);
});

test('certificates that are not about to expire are renewed where somebody wants it, and those of no station are not found', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', CERTIFICATE_RENEW_DAYS: '0' });
  await using given = await simulated(sigec, '2.0.1', 'WANTED');
  await expect(start(sigec, ['WANTED'])).rejects.toThrow(/has taken no certificate/);
  await sigec.api.post('/api/stations/WANTED/commands/trigger', { input: { message: 'sign-station-certificate' } });
  await expect.poll(() => given.station.trust.own).not.toBeNull();
  const first = given.station.trust.own;
  await expect
    .poll(() => start(sigec, ['WANTED']).catch(() => undefined))
    .toEqual({
      wanted: [{ stationId: 'WANTED', purpose: 'station' }],
    });
  await expect.poll(() => given.station.trust.own).not.toBe(first);
  await expect.poll(async () => (await renewals(sigec)).counts).toMatchObject({ due: 0, asked: 0, renewed: 1 });
});

test('while the kill switch is on nobody is asked, and nothing is counted as tried', async () => {
  const clock = someClock();
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' }, { clock });
  await using station = await holding(sigec, 'QUIET');
  clock.forward(370);
  await sigec.api.post('/api/kill-switch', { isOn: true, why: 'test' });
  await start(sigec);
  expect((await renewals(sigec)).renewals).toMatchObject([{ state: 'due', severity: 'expired', attempts: 0 }]);
  await sigec.api.post('/api/kill-switch', { isOn: false });
  await Promise.all([start(sigec), station.answer('TriggerMessage', { status: 'Accepted' })]);
  expect((await renewals(sigec)).renewals).toMatchObject([{ state: 'asked', attempts: 1 }]);
});
