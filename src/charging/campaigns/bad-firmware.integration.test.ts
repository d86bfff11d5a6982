import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign, CampaignDetails, CampaignPreview } from '#contract/campaigns/campaign.ts';
import type { FirmwareImage } from '#contract/stations/firmware-image.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { SimulatedStation } from '#simulator/station.ts';
import type { BadFirmware } from '#simulator/station-settings.ts';
import { adminKey, startSigec, type TestSigec } from '../../../test/support/sigec.ts';

const fleetSize = 200;
const versions: OcppVersion[] = ['1.6', '2.0.1', '2.1'];
let sigec: TestSigec;
const fleet: SimulatedStation[] = [];
const nameplate = (id: string) => ({
  vendor: 'Tucano',
  model: 'Praia 22',
  serialNumber: `S-${id}`,
  firmwareVersion: '4.0.0',
  iccid: null,
  evseCount: 1,
});

beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  const accepted: Promise<void>[] = [];
  for (let index = 0; index < fleetSize; index += 1) {
    const { promise, resolve } = Promise.withResolvers<void>();
    accepted.push(promise);
    const id = `FLEET-${String(index).padStart(3, '0')}`;
    const station = new SimulatedStation({
      id,
      version: versions[index % 3] ?? '2.0.1',
      url: sigec.addresses.ocpp.slice(0, -1),
      statusEverySeconds: 0,
      heartbeatSeconds: 3600,
      rebootSeconds: 1,
      secondMs: 20,
      backOff: { minimumSeconds: 1, randomSeconds: 0, doublings: 1 },
      nameplate: nameplate(id),
      badFirmware: bad,
      onEvent: (event) => {
        if (event.kind === 'state-changed' && event.state === 'accepted') resolve();
      },
    });
    fleet.push(station);
    station.start();
    if (index % 20 === 19) await Promise.all(accepted);
  }
  await Promise.all(accepted);
});
afterAll(async () => {
  await Promise.all(fleet.map((station) => station.stop()));
  await sigec[Symbol.asyncDispose]();
});

/** Every station of the fleet does with these versions what no station should. */
const bad: readonly BadFirmware[] = [
  { version: '5.0.1', does: 'never-returns' },
  { version: '5.0.2', does: 'boot-loops' },
  { version: '5.0.3', does: 'faults' },
];

async function image(version: string): Promise<FirmwareImage> {
  const facts = { vendor: 'Tucano', model: 'Praia 22', version, fileName: `praia-${version}.bin` };
  const { id } = await sigec.api.post<FirmwareImage>('/api/firmware', facts);
  await fetch(`${sigec.addresses.api}/api/firmware/${id}/parts/0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/octet-stream' },
    body: `firmware ${version}`,
  });
  return sigec.api.post<FirmwareImage>(`/api/firmware/${id}/complete`);
}

const shown = (id: string) => sigec.api.get<CampaignDetails>(`/api/campaigns/${id}`);
const start = (plan: object) => sigec.api.post<Campaign>('/api/campaigns', plan);
const quick = { backWithinMinutes: 5, soakMinutes: 0.05 };

test.each([
  ['5.0.1', 'not-back', { backWithinMinutes: 0.15, soakMinutes: 0.05 }],
  ['5.0.2', 'boot-loop', { backWithinMinutes: 5, soakMinutes: 5 }],
  ['5.0.3', 'new-fault', { backWithinMinutes: 5, soakMinutes: 5 }],
])('bad firmware %s stops at the canary (%s), and one station in 200 was touched', async (version, reason, gates) => {
  const { id: imageId } = await image(version);
  const plan = { name: `Version ${version}`, action: { kind: 'firmware', imageId }, gates };
  const { id, stages, total } = await start(plan);
  expect([stages[0], total >= 197]).toEqual([1, true]);
  await expect.poll(async () => (await shown(id)).campaign.state, { interval: 500 }).toBe('stopped');
  const { campaign, stations } = await shown(id);
  expect(campaign).toMatchObject({ stop: 'canary-failed', stage: 0, touched: 1 });
  expect(campaign.touched / fleetSize).toBeLessThan(0.02);
  expect(stations.filter(({ state }) => state === 'failed')).toMatchObject([
    { stage: 0, reason, versionBefore: '4.0.0' },
  ]);
  expect(fleet.filter(({ nameplate: { firmwareVersion } }) => firmwareVersion === version)).toHaveLength(1);
});

test('good firmware goes from one station to all that can take it, stage by stage', async () => {
  const { id: imageId } = await image('5.1.0');
  const target = { stationIds: fleet.slice(100, 140).map(({ id }) => id), firmwareVersion: '4.0.0' };
  const plan = {
    name: 'Version 5.1.0',
    action: { kind: 'firmware', imageId },
    target,
    gates: quick,
    maxAtOnce: 50,
  };
  const preview = await sigec.api.post<CampaignPreview>('/api/campaigns/preview', plan);
  expect(preview.stages[0]).toBe(1);
  const { id } = await start(plan);
  await expect.poll(async () => (await shown(id)).campaign.state, { interval: 500, timeout: 170_000 }).toBe('done');
  const { campaign, stations } = await shown(id);
  expect(campaign.counts).toMatchObject({ done: preview.total, failed: 0, waiting: 0 });
  expect(stations[0]).toMatchObject({ stationId: preview.canary[0], versionNow: '5.1.0' });
  const times = (stage: number) => stations.filter((each) => each.stage === stage).map(({ askedAt }) => askedAt ?? '');
  expect(times(1).every((time) => time > (times(0)[0] ?? ''))).toBe(true);
});

test('a campaign can be paused, resumed and canceled; settings are given back when it is stopped', async () => {
  const [first, second] = fleet.slice(150, 152).map(({ id }) => id);
  const plan = {
    name: 'Heartbeats',
    action: { kind: 'settings', variables: [{ name: 'OCPPCommCtrlr.HeartbeatInterval', value: '77' }] },
    target: { stationIds: [first, second] },
    gates: { ...quick, soakMinutes: 60 },
  };
  const { id } = await start(plan);
  await expect.poll(async () => (await shown(id)).stations[0]?.state).toBe('checking');
  expect(await sigec.api.post(`/api/campaigns/${id}/pause`, { why: 'lunch' })).toMatchObject({ state: 'paused' });
  expect((await shown(id)).stations[1]).toMatchObject({ state: 'waiting', waitsFor: 'state' });
  expect(await sigec.api.post(`/api/campaigns/${id}/resume`)).toMatchObject({ state: 'running' });
  await expect(sigec.api.post(`/api/campaigns/${id}/resume`)).rejects.toThrow(/running/);
  await sigec.api.post(`/api/campaigns/${id}/stop`, { why: 'wrong value', rollBack: true });
  await expect.poll(async () => (await shown(id)).stations[0]?.state).toBe('rolled-back');
  expect((await shown(id)).campaign).toMatchObject({
    state: 'stopped',
    stop: 'person',
    why: 'wrong value',
    touched: 1,
  });
});
