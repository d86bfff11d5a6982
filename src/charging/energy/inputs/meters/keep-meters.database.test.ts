import { expect, test } from 'vitest';
import { system } from '#principals/actor.ts';
import { depotSettings, openEnergySite } from '../../../../../test/support/energy-site.ts';

const source = { kind: 'mqtt', topic: 'site/power', field: 'w', unit: 'kW' };
const meters = [{ id: 'main', nodeId: 'grid', kind: 'grid', source }];

test('what a meter publishes is its reading, until the settings know it no more', async () => {
  const topics = new Map<string, (message: string) => void>();
  await using site = await openEnergySite({
    subscribeToMeters(topic, listener) {
      topics.set(topic, listener);
      return () => void topics.delete(topic);
    },
  });
  const { inputs } = site;
  const meter = async () => {
    await inputs.sample();
    return (await inputs.read('depot')).meters[0];
  };
  await inputs.set('depot', depotSettings({ meters }), system);
  await expect.poll(() => topics.has('site/power')).toBe(true);
  topics.get('site/power')?.('{"w": 12.5}');
  expect(await meter()).toMatchObject({ powerW: 12_500, isSilent: false, error: null });
  topics.get('site/power')?.('out of order');
  expect(await meter()).toMatchObject({
    powerW: 12_500,
    error: { code: 'meter-no-number' },
  });
  topics.get('site/power')?.('{"w": 4294967.295}');
  expect(await meter()).toMatchObject({ powerW: 12_500, error: { code: 'energy-reading-implausible' } });
  await inputs.set('depot', depotSettings(), system);
  await expect.poll(() => topics.size).toBe(0);
});

test('without a broker a meter says what is missing', async () => {
  await using site = await openEnergySite();
  await site.inputs.set('depot', depotSettings({ meters }), system);
  const error = async () => (await site.inputs.read('depot')).meters[0]?.error;
  await expect.poll(error).toMatchObject({ code: 'meter-no-broker' });
});
