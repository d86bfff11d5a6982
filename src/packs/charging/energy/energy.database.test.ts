import { expect, test } from 'vitest';
import { firstTree } from '#contract/energy/first-tree.ts';
import { siteEnergy } from '#contract/energy/site-energy.ts';
import { type AgentRooms, openAgentRooms } from '../../../../test/support/agent-door.ts';
import { sessionStation } from '../../../../test/support/session-station.ts';
import { apply, approved, callTool, carryOut, person, refusalOf } from '../../../../test/support/tool-calls.ts';

async function managedSite(door: AgentRooms, stations: string[]): Promise<void> {
  const { sites, energy } = door.charging;
  const place = { note: null, admits: null };
  const site = { id: 'depot', name: 'Depot', timeZone: 'America/Recife', currency: 'BRL' } as const;
  await sites.add({ ...emptySite, ...site }, person);
  for (const stationId of stations) await sites.placeStation({ siteId: 'depot', stationId, place, actor: person });
  const tree = firstTree({
    limit: { limitA: 40 },
    stations: stations.map((stationId) => ({ stationId, evseIds: [1] })),
  });
  await energy.set('depot', siteEnergy.parse({ mode: 'plan', tree }), person);
}
const emptySite = {
  address: null,
  position: null,
  openingHours: null,
  isClosedOutside: false,
  admits: 'everyone' as const,
  offlinePolicy: null,
  tariffFallbackText: null,
  costFallbackText: null,
};

test('the plan of a site is told and tried with other limits, and a car explained', async () => {
  await using door = await openAgentRooms();
  await using station = await sessionStation(door.ocpp, 'CP-7', '2.0.1');
  await using _other = await sessionStation(door.ocpp, 'CP-8', '2.0.1');
  await managedSite(door, ['CP-7', 'CP-8']);
  await station.start({ token: 'AABB' });

  const plan = await callTool(door, 'plan_charging', { site_id: 'depot' });
  expect(plan.text).toMatch(/^1 car charging; /);
  expect(plan.data).toMatchObject({
    is_preview: false,
    mode: 'plan',
    currency: 'BRL',
    nodes: [{ node_id: 'grid', limit_a: 40 }],
    cars: [
      { charge_point_id: 'CP-7', evse_id: 1, need_source: 'predicted', explanation: expect.any(String) as string },
    ],
  });
  const tried = await callTool(door, 'plan_charging', { site_id: 'depot', if_limits: [{ limit_a: 8 }] });
  expect(tried.data).toMatchObject({ is_preview: true, nodes: [{ node_id: 'grid', limit_a: 8 }] });
  expect(await door.charging.energy.limits('depot')).toEqual([]);

  const { data } = await callTool(door, 'explain_plan', { charge_point_id: 'CP-7' });
  expect(data).toMatchObject({ site_id: 'depot', time_zone: 'America/Recife', car: { charge_point_id: 'CP-7' } });
  expect(await refusalOf(door, 'explain_plan', { charge_point_id: 'CP-8' })).toMatch(
    /^NOT_FOUND No session is running/,
  );
  expect(await refusalOf(door, 'plan_charging', { site_id: 'OBEY' })).toMatch(/^NOT_FOUND (?!.*OBEY)/);
  expect(
    await refusalOf(door, 'plan_charging', { site_id: 'depot', if_limits: [{ node_id: 'OBEY', limit_a: 1 }] }),
  ).toMatch(/^INVALID_INPUT No node of the site has this node_id\. There are, among others: grid\./);
});

test('what a car needs is proposed with the plan that would follow, and counts once it is approved', async () => {
  await using door = await openAgentRooms();
  await using station = await sessionStation(door.ocpp, 'CP-7', '2.0.1');
  await managedSite(door, ['CP-7']);
  await station.start({ token: 'AABB' });
  const given = { charge_point_id: 'CP-7', target_percent: 80, by: '07:00' };
  const { data } = await callTool(door, 'set_charging_need', given);
  expect(data).toMatchObject({
    status: 'proposed',
    effect: expect.stringMatching(
      /^The car is to have 80 % of its battery by \d{4}-\d\d-\d\dT10:00:00\.000Z; the site is planned anew below its limits\.$/,
    ) as string,
    details: {
      need_before: { source: 'predicted' },
      predicted: { explanation: expect.any(String) as string }, // shortly before seven the car itself may lack some
    },
  });
  const stale = await approved(door, 'set_charging_need', given);
  expect((await carryOut(door, 'set_charging_need', given)).result).toMatchObject({ is_done: true });
  await expect(apply(door, stale)).rejects.toThrow(/this has changed: need_before/);
  const [running] = (await door.charging.sessions.find({ stationId: 'CP-7', state: 'running', limit: 1 })).sessions;
  expect(await door.charging.energy.need(running?.id ?? '')).toMatchObject({
    source: 'agent',
    stated: { targetPercent: 80, departsAt: expect.stringMatching(/T10:00:00/) as string },
  });
  const refused = (more: object) => refusalOf(door, 'set_charging_need', { charge_point_id: 'CP-7', ...more });
  expect(await refused({})).toMatch(/^INVALID_INPUT Say what the car needs/);
  expect(await refused({ target_percent: 80, energy_kwh: 5 })).toMatch(/^INVALID_INPUT Give either target_percent/);
  expect(await refused({ target_percent: 80, by: '2020-01-01T07:00' })).toMatch(/^INVALID_INPUT by has passed already/);
});

test('a site is limited for a while as approved, and the limit taken away again', async () => {
  await using door = await openAgentRooms();
  await using station = await sessionStation(door.ocpp, 'CP-7', '2.0.1');
  await managedSite(door, ['CP-7']);
  await station.start({ token: 'AABB' });
  const { data } = await callTool(door, 'set_site_limit', { site_id: 'depot', limit_a: 20, until: '18:00' });
  expect(data).toMatchObject({
    status: 'proposed',
    targets: ['site:depot/node:grid'],
    effect: expect.stringMatching(/^Limits the whole site to 20 A per line until \S+T21:00:00\.000Z; /) as string,
    details: { limit_before: [], predicted: { cars_that_lack_more: expect.any(Array) as object[] } },
  });
  const given = { site_id: 'depot', limit_a: 16 };
  expect((await carryOut(door, 'set_site_limit', given)).result).toMatchObject({
    is_done: true,
    limits: [{ node_id: 'grid', limit_a: 16, source: 'agent' }],
  });
  expect((await carryOut(door, 'set_site_limit', { site_id: 'depot', limit_kw: null })).result).toMatchObject({
    limits: [],
  });
  expect(await refusalOf(door, 'set_site_limit', { site_id: 'depot', limit_kw: null })).toMatch(/^NOT_FOUND No limit/);
  expect(await refusalOf(door, 'set_site_limit', { site_id: 'depot' })).toMatch(/^INVALID_INPUT Give either limit_a/);
});
