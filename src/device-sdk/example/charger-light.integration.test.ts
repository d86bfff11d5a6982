import { expect, test } from 'vitest';
import { SimulatedStation } from '#simulator/station.ts';
import { callDevice, detailOf, eventsOf } from '../../../test/support/activated-device.ts';
import { adminKey, startSigec } from '../../../test/support/sigec.ts';
import { chargerLight } from './charger-light.ts';
import { dark, statusColour } from './status-colour.ts';

const patience = { timeout: 20_000, interval: 20 };
const id = '02:00:00:00:00:07';

test('the lamp shows how its connector is, takes another colour when told, and goes back', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', PACKS: 'charging,devices' });
  const url = sigec.addresses.ocpp.slice(0, -1);
  const station = new SimulatedStation({ id: 'CP-1', version: '2.0.1', url, statusEverySeconds: 0, secondMs: 100 });
  station.start();
  await expect.poll(() => station.state, patience).toBe('accepted');
  let shown = dark;
  let code = '';
  const lamp = chargerLight({
    device: {
      id,
      clientId: 'client-of-the-lamp',
      settingsUrl: sigec.addresses.devices ?? '',
      onCode: (given) => {
        code = given;
      },
    },
    watched: { apiUrl: sigec.addresses.api, key: adminKey, stationId: 'CP-1', evseId: 1 },
    show: (colour) => {
      shown = colour;
    },
  });
  const ending = new AbortController();
  const running = lamp.run(ending.signal);
  await expect.poll(() => shown, patience).toEqual(statusColour('available')); // before it has been activated
  await expect.poll(() => code, patience).not.toBe('');
  await sigec.api.post('/api/devices/activate', { code });
  await expect.poll(async () => (await detailOf(sigec, id)).toolCount, patience).toBe(3);

  const [connector] = station.connectors.find({ evseId: 1 });
  if (connector === undefined) throw new Error('The station has no connector.');
  const turn = (status: 'occupied' | 'faulted') =>
    station.changeConnector(connector, { status, activity: null, fault: null });
  turn('occupied');
  await expect.poll(() => shown, patience).toEqual({ r: 0, g: 0, b: 255 });
  await expect
    .poll(async () => (await eventsOf(sigec, id, 'device-notified')).map(({ body }) => body['params']), patience)
    .toContainEqual({ oldState: 'available', newState: 'occupied' });

  const call = (tool: string, given: object = {}) => callDevice(sigec, { id, tool, arguments: given });
  expect(await call('self.light.set_rgb', { r: 9, g: 9, b: 9 })).toMatchObject({ status: 'done' });
  turn('faulted');
  await expect
    .poll(async () => (await call('self.light.get_state')).text, patience)
    .toBe('{"r":9,"g":9,"b":9,"followsStation":false,"connectorStatus":"faulted"}');
  expect(shown).toEqual({ r: 9, g: 9, b: 9 });
  await call('self.light.follow_station');
  expect(shown).toEqual({ r: 255, g: 0, b: 0 });

  await station.stop();
  await expect.poll(() => shown, patience).toEqual(dark);
  ending.abort();
  await running;
}, 60_000);
