import { expect, test } from 'vitest';
import { interpreterMind } from '../../src/assistant/interpreter/interpreter-mind.ts';
import { conversation, type Script } from './scripted-tools.ts';

const clock = { now: () => new Date('2026-11-15T15:00:00Z') };
const mind = interpreterMind({ clock, timeZone: 'America/Sao_Paulo', language: 'en' });

const session = (station: string, number: number) => ({
  session_id: `0198c1de-0000-7000-8000-00000000000${number}`,
  transaction_id: String(number),
  charge_point_id: station,
  evse_id: 1,
  state: 'running',
});
const car = {
  session_id: session('CP-1', 1).session_id,
  charge_point_id: 'CP-1',
  evse_id: 1,
  needs_kwh: 24,
  by: '2026-11-16T10:00:00.000Z',
  need_source: 'operator',
  power_kw: 4.2,
  ready_at: '2026-11-16T07:30:00.000Z',
  explanation:
    'It charges at 4.2 kW, since Panel_A is at its limit of 40 A on L1, and is done at 2026-11-16T07:30:00.000Z.',
  said: {
    code: 'plan-limited-by-node',
    values: { powerKw: 4.2, node: 'Panel_A', limit: '40 A', line: 'L1', doneAt: '2026-11-16T07:30:00.000Z' },
  },
  delivery: 'followed',
};
const proposed = (effect: string) => ({
  status: 'proposed',
  proposal_id: '01997e1c-7a44-7c31-9b0e-5f2f3a6f1d10',
  expires_at: '2026-11-15T15:15:00.000Z',
  targets: [],
  effect,
  details: {},
});
const sites = [{ site_id: 'depot', name: 'Depot', time_zone: 'America/Recife' }];

function script(running: ReturnType<typeof session>[], more: Script = {}): Script {
  return {
    list_charge_points: ({ search }) => {
      const found = running.filter(({ charge_point_id: id }) => typeof search !== 'string' || id.includes(search));
      return { charge_points: found, total: found.length };
    },
    list_sessions: ({ charge_point_id: at }) => ({
      sessions: running.filter((row) => at === undefined || row.charge_point_id === at),
    }),
    list_sites: () => ({ sites, total: 1 }),
    set_charging_need: () => proposed('The car is to have 80 % of its battery.'),
    set_site_limit: () => proposed('Limits the whole site.'),
    explain_plan: () => ({
      site_id: 'depot',
      time_zone: 'America/Recife',
      mode: 'control',
      car,
      assumptions: ['battery-size'],
      measured_kw: 4.1,
      steps: [],
    }),
    plan_charging: () => ({
      mode: 'control',
      cars: [car],
      cost: 3.2,
      cost_without_plan: 5,
      currency: 'BRL',
      warnings: [],
    }),
    ...more,
  };
}

test('"80 % até as 7h" is for the only car that charges, read back, and proposed by the session it is', async () => {
  const { say, made } = conversation(mind, script([session('CP-1', 1)]));
  expect(await say('80 % até as 7h')).toContain('o carro em CP-1 / 1 recebe 80 % até 07:00 (relógio do local)');
  expect(await say('sim')).toMatch(/^Proposto, e nada aconteceu ainda/);
  expect(made.at(-1)).toEqual({
    tool: 'set_charging_need',
    given: { transaction_id: session('CP-1', 1).session_id, target_percent: 80, by: '07:00' },
  });
});

test('with several cars the station is asked for, and its name completes the wish', async () => {
  const { say, made } = conversation(mind, script([session('CP-1', 1), session('CP-2', 2)]));
  expect(await say('80 % by 7am')).toBe('Several cars are charging. Which station? CP-1 EVSE 1, CP-2 EVSE 1');
  expect(await say('CP-2')).toContain('the car at CP-2 / 1 gets 80 % by 07:00');
  await say('yes');
  expect(made.at(-1)?.given).toMatchObject({ transaction_id: session('CP-2', 2).session_id });
});

test('a car that was just spoken of is the one that is meant', async () => {
  const { say } = conversation(mind, script([session('CP-1', 1), session('CP-2', 2)]));
  await say('why is CP-2 charging slowly?');
  expect(await say('90 % by 6:30')).toContain('the car at CP-2 / 1 gets 90 % by 06:30');
});

test('no car charges: it is said, and nothing is asked for', async () => {
  const { say, made } = conversation(mind, script([]));
  expect(await say('80 % até as 7h')).toBe('Nenhum carro está carregando, então nada pode ser planejado para ele.');
  expect(made.map(({ tool }) => tool)).toEqual(['list_sessions']);
});

test("why a car is slow is told in the person's language, by the site's clock", async () => {
  const { say } = conversation(mind, script([session('CP-1', 1)]));
  const why = await say('por que a CP-1 está carregando devagar?');
  expect(why).toContain(
    String.raw`**CP-1**: Carrega com 4,2 kW, pois Panel\_A está no limite de 40 A em L1, e termina às seg. 04:30.`,
  );
  expect(why).toContain('O que vale: 24 kWh até seg. 07:00, dito por um operador.');
  expect(why).toContain('Ninguém disse nem mediu: o tamanho da bateria.');
  expect(await say('when will CP-1 be done?')).toContain('and is done at Mon 04:30.');
});

test('the plan of a site, and what it would be with another limit', async () => {
  const { say, made } = conversation(mind, script([session('CP-1', 1)]));
  expect(await say('qual o plano de recarga do site Depot?')).toMatch(
    /^Plano de recarga de \*\*depot\*\*:[^]*\| CP-1 \/ 1 \| 4,2 kW \| seg\. 04:30 \| seg\. 07:00 \|[^]*Custa R\$\s3,20/,
  );
  await say('what if site Depot had 40 A?');
  expect(made.at(-1)).toEqual({ tool: 'plan_charging', given: { site_id: 'depot', if_limits: [{ limit_a: 40 }] } });
});

test('a limit of a site is read back with its end and proposed', async () => {
  const { say, made } = conversation(mind, script([session('CP-1', 1)]));
  expect(await say('limit site Depot to 40 A until 18:00')).toContain(
    "limit the site depot to 40 A until 18:00 (the site's clock).",
  );
  await say('yes');
  expect(made.at(-1)).toEqual({ tool: 'set_site_limit', given: { site_id: 'depot', limit_a: 40, until: '18:00' } });
  expect(await say('tira o limite do local Depot')).toContain('retirar o limite temporário do local depot.');
  await say('sim');
  expect(made.at(-1)).toEqual({ tool: 'set_site_limit', given: { site_id: 'depot', limit_kw: null } });
});
