import { expect, test } from 'vitest';
import type { DeviceList } from '../../src/contract/devices/device.ts';
import { demoDevices } from '../../src/simulator/devices/demo-devices.ts';
import { detailOf } from '../support/activated-device.ts';
import { startSigec } from '../support/sigec.ts';

const [light, display] = demoDevices;

test('the demo has a light that agents may use, and a display whose tools wait to be looked at', async () => {
  await using sigec = await startSigec({ PACKS: 'charging,devices' }, { isDemo: true });
  const { devices } = await sigec.api.get<DeviceList>('/api/devices');
  expect(devices.length).toBeLessThanOrEqual(demoDevices.length);
  const trusts = async (id: string) => {
    const { tools, link, name, place } = await detailOf(sigec, id);
    const offered = tools.filter(({ isForUsersOnly }) => !isForUsersOnly);
    const known = offered.length > 0 && link.isOnline;
    return { known, name, stationId: place?.stationId, trust: [...new Set(offered.map(({ trust }) => trust))] };
  };
  const patience = { timeout: 40_000, interval: 200 };
  await expect
    .poll(() => trusts(light.id), patience)
    .toEqual({ known: true, name: light.name, stationId: 'PAULISTA-01', trust: ['accepted'] });
  await expect
    .poll(() => trusts(display.id), patience)
    .toEqual({ known: true, name: display.name, stationId: 'IBIRAPUERA-02', trust: ['new'] });
  const hidden = (await detailOf(sigec, light.id)).tools.filter(({ isForUsersOnly }) => isForUsersOnly);
  expect(hidden.map(({ trust }) => trust)).toEqual(['new', 'new', 'new']); // restarts and upgrades are for people
}, 90_000);
