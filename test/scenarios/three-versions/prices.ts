import type { SessionCostList, StationTariffs } from '../../../src/contract/billing/tariff.ts';
import type { Scenario, World } from './world.ts';

/** What charging costs, and who hears of it. */
export const prices: readonly Scenario[] = [
  {
    name: 'a driver sees what the session costs so far',
    async run({ station, command, charging, look }) {
      const { id: sessionId } = await charging();
      const { status, answer } = await command('update-cost', { sessionId, total: '7.25' });
      const { costs } = await look<SessionCostList>('/costs');
      const told = costs.map(({ source, total, isFinal }) => ({ source, total: Number(total), isFinal }));
      return { status, answer, told, atTheStation: [...station.till.costs.values()] };
    },
    comesOut: {
      status: 'accepted',
      answer: { total: '7.25' },
      told: [{ source: 'ours', total: 7.25, isFinal: false }],
      atTheStation: [7.25],
    },
  },
  {
    name: 'a session is paid by the price of its driver',
    async run({ station, sigec, own, card, command, session, ...world }) {
      const tariffId = await enterTariff({ sigec, own }, '0.50');
      const { value } = await card('CARD', { tariffId });
      await station.present({ evseId: 1, token: value });
      const { id: sessionId } = await session({ state: 'running' });
      const running = station.sessions.running(1);
      if (running !== undefined) station.sessions.charge(running, 10_000);
      await session({ energyWh: 10_000 });
      const { answer } = await command('update-cost', { sessionId });
      const { costs } = await world.look<SessionCostList>('/costs');
      return { total: Number(answer['total']), isByTariff: costs.some((cost) => cost.tariffId === tariffId) };
    },
    comesOut: { total: 5, isByTariff: true },
  },
  {
    name: 'a station holds the price for everybody and calculates by it',
    async run({ sigec, own, command, look }) {
      const tariffId = await enterTariff({ sigec, own }, '0.80');
      const set = await command('set-default-tariff', { tariffId });
      const { set: held } = await look<StationTariffs>('/tariffs');
      const cleared = await command('clear-tariffs', { tariffIds: [tariffId] });
      return { status: set.status, held: held.length, cleared: (cleared.answer['cleared'] as string[]).length };
    },
    comesOut: { status: 'accepted', held: 1, cleared: 1 },
  },
  {
    name: 'one EVSE has a price of its own',
    async run({ sigec, own, command, look }) {
      const tariffId = await enterTariff({ sigec, own }, '0.90');
      const { status } = await command('set-default-tariff', { tariffId, evseId: 2 });
      const { set } = await look<StationTariffs>('/tariffs');
      return { status, at: set.map(({ evseId }) => evseId) };
    },
    comesOut: { status: 'accepted', at: [2] },
  },
  {
    name: 'a station tells which prices it holds',
    async run({ sigec, own, command, look }) {
      const tariffId = await enterTariff({ sigec, own }, '0.70');
      const { answer } = await command('get-tariffs');
      await command('set-default-tariff', { tariffId });
      await command('get-tariffs');
      const { reported } = await look<StationTariffs>('/tariffs');
      return { before: answer['tariffIds'], after: reported.map(({ kind }) => kind) };
    },
    comesOut: { before: [], after: ['default'] },
  },
  {
    name: 'a running session gets another price',
    async run({ station, sigec, own, command, charging, session }) {
      const { id: sessionId } = await charging();
      const running = station.sessions.running(1);
      if (running !== undefined) station.sessions.charge(running, 10_000);
      await session({ energyWh: 10_000 });
      const tariffId = await enterTariff({ sigec, own }, '0.30');
      const { status } = await command('change-session-tariff', { sessionId, tariffId });
      const { answer } = await command('update-cost', { sessionId });
      return { status, total: Number(answer['total']) };
    },
    comesOut: { status: 'accepted', total: 3 },
  },
  {
    name: 'an EVSE waits for somebody who pays on a web page',
    async run({ station, command }) {
      const { status } = await command('notify-web-payment', { evseId: 1 });
      return { status, waits: [...station.till.webPayments.keys()] };
    },
    comesOut: { status: 'accepted', waits: [1] },
  },
];

async function enterTariff({ sigec, own }: Pick<World, 'sigec' | 'own'>, perKwh: string): Promise<string> {
  const texts = [{ language: 'en', text: `${perKwh} per kWh` }];
  return (await sigec.api.post<{ id: string }>('/api/tariffs', { id: own('T'), currency: 'BRL', perKwh, texts })).id;
}
