import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CreatedKey } from '../../src/contract/agents/principal.ts';
import type { ProposalList } from '../../src/contract/agents/proposal.ts';
import type { EvScheduleList } from '../../src/contract/energy/charging-profile.ts';
import type { EnergyPlan, PlannedCar } from '../../src/contract/energy/energy-plan.ts';
import type { EvNeedsList } from '../../src/contract/energy/ev-needs.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import { nameplateOf } from '../../src/simulator/nameplate.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { tellNeeds } from '../../src/simulator/v2-charging-profiles.ts';
import { SimulatedVehicle } from '../../src/simulator/vehicle.ts';
import { assistantClient } from '../support/assistant-client.ts';
import { proposingAgent } from '../support/proposing-agent.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const minuteMs = 60_000;
const patience = { timeout: 60_000, interval: 50 };
const token = 'NEED-ANA';
/** Ten in the evening at the site, in São Paulo; the hands of the clock are ours, the product's and the station's. */
const beginsAt = Date.parse('2026-03-03T01:00:00Z');
const departsAt = '2026-03-03T10:00:00.000Z'; // seven in the morning there
/** From 30 to 80 % of 54 kWh through an on-board charger: 30 kWh by the meter. */
const energyWh = 30_000;

describe.each(['2.0.1', '2.1'] as const)('a station of OCPP %s', (version) => {
  const clock = { at: beginsAt, now: () => new Date(clock.at) };
  const vehicle = new SimulatedVehicle({ capacityWh: 54_000, acW: 11_040, dcW: 100_000 }, 0.3);

  let sigec: TestSigec;
  let station: SimulatedStation;
  let sessionId: string;

  const planOf = () => sigec.api.get<EnergyPlan>('/api/sites/depot/energy/plan');
  /** All that a plan decides; who said the need, and what of it was assumed, may differ. */
  const decided = ({ slots, cars, nodes, cost }: EnergyPlan) => ({
    slots,
    cost,
    plannedW: nodes.map(({ plannedW }) => plannedW),
    cars: cars.map(({ currentsA, powersW, readyAt, shortWh, explanation, need }) => ({
      currentsA,
      powersW,
      readyAt,
      shortWh,
      explanation,
      energyWh: need?.energyWh,
      departsAt: need?.departsAt,
    })),
  });
  /** The plan once the need of a source counts. */
  async function plannedBy(source: string): Promise<EnergyPlan> {
    await expect.poll(async () => (await planOf()).cars[0]?.need?.source, patience).toBe(source);
    return planOf();
  }
  const forget = () => sigec.api.delete(`/api/sessions/${sessionId}/charging-need`);

  async function approve(): Promise<void> {
    const { proposals } = await sigec.api.get<ProposalList>('/api/proposals?state=proposed');
    expect(proposals).toHaveLength(1);
    await sigec.api.post(`/api/proposals/${proposals[0]?.id}/approve`, { apply: true });
  }

  const settings = {
    mode: 'control',
    defaultCapacityWh: 54_000,
    defaultArrivalPercent: 30,
    prices: {
      import: {
        windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], hours: '00:00-05:00', perKwh: 0.4 }],
        otherwisePerKwh: 1.1,
      },
    },
    tree: {
      nodes: [
        { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 63 },
        { id: 'SN-1:1', parentId: 'grid', kind: 'evse', evse: { stationId: 'SN-1', evseId: 1, maxA: 16 } },
      ],
    },
  };

  beforeAll(async () => {
    sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' }, { clock });
    const { id: driverId } = await sigec.api.post<{ id: string }>('/api/drivers', { name: 'Ana Lima' });
    await sigec.api.post('/api/tokens', { value: token, driverId });
    await sigec.api.post('/api/sites', { id: 'depot', name: 'Depot', timeZone: 'America/Sao_Paulo', currency: 'BRL' });
    station = new SimulatedStation({
      id: 'SN-1',
      version,
      url: sigec.addresses.ocpp.slice(0, -1),
      clock,
      nameplate: { ...nameplateOf('SN-1'), outlet: { kind: 'AC', maxW: 11_040, phases: 3 } },
      statusEverySeconds: 0,
      sampleEverySeconds: 1,
      secondMs: 100,
    });
    station.start();
    await vi.waitFor(() => expect(station.state).toBe('accepted'), patience);
    await sigec.api.put('/api/sites/depot/stations/SN-1', {});
    await sigec.api.put('/api/sites/depot/energy', settings);
    await vi.waitFor(() => expect(station.profiles.limitA(1, clock.now())).toBe(16), patience);
    station.visits.plugIn(1, vehicle);
    expect(await station.present({ evseId: 1, token, isBeforeCable: false })).toBe('started');
    await vi.waitFor(async () => expect((await planOf()).cars).toHaveLength(1), patience);
    sessionId = (await sigec.api.get<SessionPage>('/api/sessions?state=running')).sessions[0]?.id ?? '';
  });

  afterAll(async () => {
    await station.stop();
    await sigec[Symbol.asyncDispose]();
  });

  test('"80 % até as 7h" by chat without a model, by REST, by an agent and by the car itself gives the same plan', async () => {
    const { secret } = await sigec.api.post<CreatedKey>('/api/keys', { kind: 'person', role: 'operator', name: 'Ana' });
    const ana = assistantClient(sigec.addresses.api, secret);
    const conversation = await ana.start();
    for (const text of ['80 % até as 7h', 'sim']) await (await ana.ask(conversation, text, 'pt-BR')).ended();
    await approve();
    const byChat = await plannedBy('agent');
    expect(byChat.cars[0]).toMatchObject({ need: { energyWh, departsAt: expect.any(String) as string }, shortWh: 0 });

    await forget();
    await sigec.api.put(`/api/sessions/${sessionId}/charging-need`, { targetPercent: 80, departsAt });
    expect(decided(await plannedBy('operator'))).toEqual(decided(byChat));

    await forget();
    await using agent = await proposingAgent(sigec);
    const need = { charge_point_id: 'SN-1', target_percent: 80, by: '07:00' };
    await agent.client.callTool({ name: 'set_charging_need', arguments: need });
    await approve();
    expect(decided(await plannedBy('agent'))).toEqual(decided(byChat));

    await forget();
    expect(await tellNeeds(station, carNeeds())).toEqual({ status: 'Accepted' });
    expect(decided(await plannedBy('vehicle'))).toEqual(decided(byChat));
  });

  test('the plan names the driver to whoever may read drivers, and to nobody else', async () => {
    expect((await planOf()).cars[0]?.driverName).toBe('Ana Lima');
    const body = { kind: 'program', role: 'viewer', name: 'Chart', scopes: ['sites:read', 'stations:read'] };
    const { secret } = await sigec.api.post<CreatedKey>('/api/keys', body);
    const path = `${sigec.addresses.api}/api/sites/depot/energy/plan`;
    const answer = await fetch(path, { headers: { authorization: `Bearer ${secret}` } });
    expect(((await answer.json()) as EnergyPlan).cars[0]?.driverName).toBeNull();
  });

  const carNeeds = (more: object = {}) => ({
    evseId: 1,
    maxScheduleTuples: 3,
    chargingNeeds: {
      requestedEnergyTransfer: 'AC_three_phase' as const,
      departureTime: departsAt,
      acChargingParameters: { energyAmount: energyWh, evMinCurrent: 6, evMaxCurrent: 16, evMaxVoltage: 400 },
      ...more,
    },
  });
  const evSchedule = async () =>
    (await sigec.api.get<EvScheduleList>('/api/stations/SN-1/ev-schedules')).evSchedules[0];
  const txProfile = () => station.profiles.find(1, { chargingProfilePurpose: 'TxProfile' })[0]?.profile;

  test('the profile follows the answer to the car, with no more periods than the car takes, and the car keeps to it', async () => {
    await expect.poll(evSchedule, patience).toMatchObject({ isWithinChargingProfile: true });
    const periods = txProfile()?.chargingSchedule[0]?.chargingSchedulePeriod ?? [];
    expect(periods.length).toBeGreaterThan(1);
    expect(periods.length).toBeLessThanOrEqual(3);
    expect(await sigec.api.get<EvNeedsList>('/api/stations/SN-1/ev-needs')).toMatchObject({
      evNeeds: [{ decision: 'accepted', reason: null, maxPeriods: 3 }],
    });
  });

  /** Resolves when the station is given a profile the next time. */
  const nextProfile = () =>
    new Promise<void>((given) => {
      const put = station.profiles.put.bind(station.profiles);
      station.profiles.put = (held) => {
        station.profiles.put = put;
        put(held);
        given();
      };
    });

  test('a car that means to draw more than it may hears no, and what it may once more', async () => {
    const given = nextProfile();
    const schedule = { id: 1, chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 32 }] };
    const told = { evseId: 1, timeBase: clock.now().toISOString(), chargingSchedule: schedule };
    expect(await station.say('NotifyEVChargingSchedule', told)).toEqual({ status: 'Rejected' });
    await given;
    await expect.poll(evSchedule, patience).toMatchObject({ isWithinChargingProfile: true });
  });

  test('a car that tells its needs again is given a profile again, though nothing changed', async () => {
    const given = nextProfile();
    expect(await tellNeeds(station, carNeeds())).toEqual({ status: 'Accepted' });
    await given;
  });

  test('while the kill switch is on, a car hears that no profile comes, and charges by what its station holds', async () => {
    await sigec.api.post('/api/kill-switch', { isOn: true, why: 'trial' });
    expect(await tellNeeds(station, carNeeds())).toMatchObject({
      status: version === '2.1' ? 'NoChargingProfile' : 'Rejected', // as 2.0.1 says it
      statusInfo: { reasonCode: 'kill-switch' },
    });
    await sigec.api.post('/api/kill-switch', { isOn: false, why: 'trial' });
  });

  test('the car is at 80 % by seven, and bought its energy while it was cheap', async () => {
    await tellNeeds(station, carNeeds());
    const heard: PlannedCar[] = [];
    const soc: number[] = [];
    while (clock.at < Date.parse(departsAt)) {
      clock.at += 15 * minuteMs;
      station.meters.registerWh(1);
      await sampled();
      await sigec.api.post('/api/sites/depot/energy/plan/apply');
      heard.push(...(await planOf()).cars);
      soc.push(vehicle.soc);
    }
    expect(vehicle.soc).toBeGreaterThanOrEqual(0.8);
    expect(soc[7]).toBeLessThan(0.35); // at midnight, when energy becomes cheap, hardly anything has flowed
    expect(Math.max(...heard.map(({ shortWh }) => shortWh))).toBeLessThan(500);
  });

  /** Resolves when the product has taken a meter value of this moment. */
  async function sampled(): Promise<void> {
    const at = clock.now().toISOString();
    await expect
      .poll(async () => {
        const { sessions } = await sigec.api.get<SessionPage>('/api/sessions?state=running');
        return sessions[0]?.lastEventAt ?? '';
      }, patience)
      .toBe(at);
  }
});
