import type {
  ChargingProfileList,
  PriorityChargingList,
  StoredChargingProfile,
} from '../../../src/contract/energy/charging-profile.ts';
import type { DerView } from '../../../src/contract/energy/der.ts';
import type { SessionLimitView } from '../../../src/contract/sessions/limits.ts';
import type { Scenario, World } from './world.ts';

const period = (limit: number, startSeconds = 0) => ({ startSeconds, limit });
const default16 = { purpose: 'tx-default-profile', kind: 'relative', unit: 'A', evseId: 1, periods: [period(16)] };
const stationMax = {
  purpose: 'charging-station-max-profile',
  unit: 'A',
  startsAt: '2026-01-01T00:00:00Z',
  periods: [period(20)],
};

/** How much may be drawn, when, and by whom. */
export const energy: readonly Scenario[] = [
  {
    name: 'the lowest of all limits counts',
    async run(world) {
      await world.command('set-charging-profile', { ...default16, periods: [period(25)] });
      await world.command('set-charging-profile', stationMax);
      const together = await compositeOf(world);
      await world.command('clear-charging-profiles', { purpose: 'charging-station-max-profile' });
      return [together, await compositeOf(world)];
    },
    comesOut: [[period(20)], [period(25)]],
  },
  {
    name: 'a session gets a limit of its own, which leaves with it',
    async run(world) {
      const { id: sessionId } = await world.charging();
      const ours = { ...default16, purpose: 'tx-profile', sessionId, periods: [period(10)] };
      const { status } = await world.command('set-charging-profile', ours);
      const { chargingProfiles } = await world.look<ChargingProfileList>('/charging-profiles');
      return { status, comesTo: await compositeOf(world), holds: chargingProfiles.map(briefly) };
    },
    comesOut: { status: 'accepted', comesTo: [period(10)], holds: ['tx-profile active 0'] },
  },
  {
    name: 'a limit for a session that has ended is refused',
    async run({ station, charging, session, command }) {
      const { id: sessionId } = await charging();
      station.sessions.stopAll('Local');
      await session({ state: 'ended' });
      return (await command('set-charging-profile', { ...default16, purpose: 'tx-profile', sessionId })).status;
    },
    comesOut: 'rejected',
  },
  {
    name: 'of two limits for one purpose the higher level counts',
    async run(world) {
      await world.command('set-charging-profile', { ...default16, stackLevel: 1, periods: [period(12)] });
      await world.command('set-charging-profile', { ...default16, stackLevel: 3, periods: [period(28)] });
      const both = await compositeOf(world);
      const cleared = await world.command('clear-charging-profiles', { stackLevel: 3 });
      const { chargingProfiles } = await world.look<ChargingProfileList>('/charging-profiles');
      return [both, cleared.status, await compositeOf(world), chargingProfiles.map(briefly).toSorted()];
    },
    comesOut: [[period(28)], 'accepted', [period(12)], ['tx-default-profile active 1', 'tx-default-profile cleared 3']],
  },
  {
    name: 'a profile of several periods is followed step by step',
    async run(world) {
      const periods = [period(32), period(8, 600), period(16, 1200)];
      const startsAt = new Date(Date.now() - 1000).toISOString();
      await world.command('set-charging-profile', { ...default16, kind: 'absolute', startsAt, periods });
      return (await compositeOf(world)).map(({ limit }) => limit);
    },
    comesOut: [32, 8, 16],
  },
  {
    name: 'a limit recurs every day',
    async run(world) {
      const recurring = { ...default16, kind: 'recurring', recurrency: 'daily', startsAt: '2026-01-01T00:00:00Z' };
      const { status } = await world.command('set-charging-profile', { ...recurring, durationSeconds: 86_400 });
      const { chargingProfiles } = await world.look<ChargingProfileList>('/charging-profiles');
      return [status, await compositeOf(world), chargingProfiles.map(({ kind, recurrency }) => [kind, recurrency])];
    },
    comesOut: ['accepted', [period(16)], [['recurring', 'daily']]],
  },
  {
    name: 'a session starts remotely with a limit',
    async run(world) {
      const { id: tokenId } = await world.card('CARD');
      const schedule = { unit: 'A', periods: [period(14)] };
      const { status } = await world.command('start-session', { tokenId, evseId: 1, chargingProfile: schedule });
      await world.session({ state: 'running' });
      const { chargingProfiles } = await world.look<ChargingProfileList>('/charging-profiles');
      return { status, comesTo: await compositeOf(world), holds: chargingProfiles.map(briefly) };
    },
    comesOut: { status: 'accepted', comesTo: [period(14)], holds: ['tx-profile active 0'] },
  },
  {
    name: 'there is nothing to clear where no limit is set',
    async run({ command }) {
      const { status, code } = await command('clear-charging-profiles', { chargingProfileId: 4711 });
      return { status, code };
    },
    comesOut: { status: 'rejected', code: 'Unknown' },
  },
  {
    name: 'a station tells which limits it holds',
    async run({ command, until }) {
      await command('set-charging-profile', default16);
      const { answer, effect } = await command('get-charging-profiles', {}, { waitForEffectSeconds: 15 });
      const isReported = ({ chargingProfiles }: ChargingProfileList) =>
        chargingProfiles.every(({ reportedAt }) => reportedAt !== null);
      const { chargingProfiles } = await until<ChargingProfileList>('/charging-profiles', isReported);
      return { answer, effect: effect?.kind, holds: chargingProfiles.map(briefly) };
    },
    comesOut: {
      answer: { hasChargingProfiles: true },
      effect: 'charging-profiles-reported',
      holds: ['tx-default-profile active 0'],
    },
  },
  {
    name: 'a car is told when energy is cheap',
    async run({ command, look }) {
      const priceLevels = [{ startSeconds: 0, durationSeconds: 3600, level: 1 }];
      const { status } = await command('set-charging-profile', { ...default16, priceLevels });
      const { chargingProfiles } = await look<ChargingProfileList>('/charging-profiles');
      return { status, told: chargingProfiles.map((profile) => profile.priceLevels?.length ?? 0) };
    },
    comesOut: { status: 'accepted', told: [1] },
  },
  {
    name: 'each phase has a limit of its own',
    async run({ command, look }) {
      const periods = [{ startSeconds: 0, limit: 16, limitL2: 10, limitL3: 6 }];
      const { status } = await command('set-charging-profile', { ...default16, periods });
      const { chargingProfiles } = await look<ChargingProfileList>('/charging-profiles');
      return { status, holds: chargingProfiles.map((profile) => profile.periods) };
    },
    comesOut: { status: 'accepted', holds: [[{ startSeconds: 0, limit: 16, limitL2: 10, limitL3: 6 }]] },
  },
  {
    name: 'a limit is changed from minute to minute',
    async run(world) {
      const dynamic = { ...default16, kind: 'dynamic', chargingProfileId: 9 };
      const set = await world.command('set-charging-profile', dynamic);
      const updated = await world.command('update-dynamic-schedule', { chargingProfileId: 9, limit: 6 });
      return [set.status, updated.status, await compositeOf(world)];
    },
    comesOut: ['accepted', 'accepted', [period(6)]],
  },
  {
    name: 'a driver in a hurry may charge with priority',
    async run({ command, charging, look }) {
      const { id: sessionId } = await charging();
      const priority = { ...default16, purpose: 'priority-charging', periods: [period(32)] };
      const set = await command('set-charging-profile', priority);
      const used = await command('use-priority-charging', { sessionId });
      const { priorityCharging } = await look<PriorityChargingList>('/priority-charging');
      return [set.status, used.status, priorityCharging.map(({ isActive, changedBy }) => [isActive, changedBy])];
    },
    comesOut: ['accepted', 'accepted', [[true, 'csms']]],
  },
  {
    name: 'a car may feed back into the grid',
    async run({ command, charging }) {
      const { id: sessionId } = await charging();
      return (await command('allow-energy-transfer', { sessionId, transfers: ['dc', 'dc-v2x'] })).status;
    },
    comesOut: 'accepted',
  },
  {
    name: 'a station supports the grid with reactive power',
    async run({ command, until }) {
      const control = { controlId: 'VAR', type: 'fixed-var', fixedVar: { setpoint: 10, unit: 'percent-max-var' } };
      const { status, effect } = await command('set-der-control', control, { waitForEffectSeconds: 15 });
      const { controls } = await until<DerView>('/der', (view) => view.controls[0]?.isRunning === true);
      return [status, effect?.kind, controls.map(({ type, state }) => [type, state])];
    },
    comesOut: ['accepted', 'der-control-started', [['fixed-var', 'active']]],
  },
  {
    name: 'a session ends by itself after five kilowatt-hours',
    async run({ station, command, card, session, sigec }) {
      const { id: tokenId } = await card('CARD');
      const { status } = await command('start-session', { tokenId, evseId: 1, limits: { energyWh: 5000 } });
      const { id } = await session({ state: 'running' });
      const running = station.sessions.running(1);
      for (const wh of [3000, 2500]) if (running && !running.isEnded) station.sessions.charge(running, wh);
      const isLimited = (await sigec.api.get<SessionLimitView>(`/api/sessions/${id}/limits`)).asked !== null;
      await session({ energyWh: 5500 });
      if (!isLimited) station.sessions.stopAll('Local');
      const { stopReason } = await session({ state: 'ended' });
      return { status, isLimited, stopReason };
    },
    comesOut: { status: 'accepted', isLimited: true, stopReason: 'EnergyLimitReached' },
  },
];

/** What all limits of EVSE 1 come to for the next hour. */
async function compositeOf({ command }: World): Promise<{ startSeconds: number; limit: number }[]> {
  const { answer } = await command('get-composite-schedule', { evseId: 1, durationSeconds: 3600, unit: 'A' });
  return answer['periods'] as { startSeconds: number; limit: number }[];
}

function briefly({ purpose, state, stackLevel }: StoredChargingProfile): string {
  return `${purpose} ${state} ${stackLevel}`;
}
