import { z } from 'zod';
import { type ChargingNeed, chargingNeed } from '#contract/energy/charging-need.ts';
import type { EnergyPlan } from '#contract/energy/energy-plan.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { Session } from '#contract/sessions/session.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import type { Plan } from '#tools/plan.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { stationTarget } from '../place.ts';
import { carArguments, carNamed, type EnergyNeeds, momentOf, planned, siteTime } from './managed-site.ts';
import { carForAgents, differenceOf, kilo } from './plan-for-agents.ts';

const input = z.object({
  ...carArguments,
  target_percent: z.number().min(0).max(100).optional().describe('How full the battery shall be; or energy_kwh'),
  energy_kwh: z.number().min(0).max(10_000).optional().describe('From now on'),
  by: siteTime.optional(),
  min_energy_kwh: z.number().min(0).max(10_000).optional().describe('The part that matters most'),
  priority: z.number().min(0.1).max(10).optional().describe('1 is usual; above it goes before others'),
  battery_kwh: z.number().min(1).max(10_000).optional().describe('How much it holds'),
  arrival_percent: z.number().min(0).max(100).optional().describe('How full it was on arrival'),
  allows_discharge: z.boolean().optional().describe('It may feed back'),
  reserve_percent: z.number().min(0).max(100).optional().describe('Never emptied below it; 50 is usual'),
});
type Asked = z.output<typeof input>;

export function setChargingNeed(needs: EnergyNeeds): Tool {
  return defineTool({
    name: 'set_charging_need',
    title: 'Say what a car needs by when',
    description:
      'Says how full a car that is charging shall be, or how much energy it needs, and by when: "80 % by 07:00". The site is planned anew below its limits; other cars may charge later for it. ' +
      'What is not said stays foreseen. See explain_plan first. A person approves it; the proposal tells what the plan would become.',
    category: 'sites',
    level: 'operate',
    tier: 'R2',
    isIdempotent: true,
    timeoutMs: 120_000,
    input,
    output: z.object({
      is_done: z.boolean(),
      session_id: z.string(),
      needs_kwh: z.number(),
      by: z.string(),
      assumptions: z.array(z.string()),
      car: z.record(z.string(), z.unknown()).optional().describe('As explain_plan tells it'),
    }),
    examples: [{ charge_point_id: 'CP-7', target_percent: 80, by: '07:00' }],
    subject: ({ charge_point_id, transaction_id }) => charge_point_id ?? String(transaction_id ?? ''),
    async plan(asked): Promise<Plan> {
      const { session, siteId, need } = await look(needs, asked);
      const { energy } = needs.charging;
      const [before, effective] = await planned(() => Promise.all([energy.plan(siteId), energy.need(session.id)]));
      const after = await planned(() =>
        energy.preview(siteId, { limits: [], needs: [{ sessionId: session.id, need }], caution: null }),
      );
      const car = carOf(after, session);
      return {
        targets: [`session:${session.id}`, stationTarget(session.stationId, { evseId: session.evseId ?? undefined })],
        effect: effectOf(need),
        details: {
          session_id: session.id,
          need_before: { energy_kwh: kilo(effective.energyWh), by: effective.departsAt, source: effective.source },
          predicted: car === undefined ? null : { ...predictionOf(car), ...differenceOf(before, after) },
        },
        preconditions: { running_session: session.id, need_before: effective.statedAt },
      };
    },
    async run(asked, { actor }) {
      const { session, siteId, need } = await look(needs, asked);
      const effective = await planned(() =>
        needs.charging.energy.setNeed(session.id, need, { actor, source: 'agent' }),
      );
      const plan = await needs.charging.energy.preview(siteId, { limits: [], needs: [], caution: null });
      const car = carOf(plan, session);
      const short = car?.short_kwh === undefined ? '' : ` It will lack ${car.short_kwh} kWh by then.`;
      return {
        text: `It counts from now on: ${kilo(effective.energyWh)} kWh by ${effective.departsAt}.${short}`,
        data: {
          is_done: true,
          session_id: session.id,
          needs_kwh: kilo(effective.energyWh),
          by: effective.departsAt,
          assumptions: effective.assumptions,
          car,
        },
      };
    },
  });
}

async function look(
  needs: EnergyNeeds,
  asked: Asked,
): Promise<{ session: Session; siteId: string; need: ChargingNeed }> {
  const { session, siteId } = await carNamed(needs, asked);
  const { timeZone } = await needs.charging.sites.get(siteId);
  const { target_percent, energy_kwh, by, min_energy_kwh, battery_kwh } = asked;
  if (target_percent !== undefined && energy_kwh !== undefined)
    throw wrongArgument('Give either target_percent or energy_kwh.', 'target_percent', 'energy_kwh');
  if (
    [target_percent, energy_kwh, by, min_energy_kwh, asked.priority, asked.allows_discharge].every(
      (one) => one === undefined,
    )
  )
    throw wrongArgument('Say what the car needs: target_percent or energy_kwh, and by.', 'target_percent', 'by');
  const need = chargingNeed.parse({
    targetPercent: target_percent ?? null,
    energyWh: wattHours(energy_kwh),
    minEnergyWh: wattHours(min_energy_kwh),
    capacityWh: wattHours(battery_kwh),
    departsAt: by === undefined ? null : momentOf(needs, { name: 'by', value: by }, timeZone),
    arrivalPercent: asked.arrival_percent ?? null,
    priority: asked.priority,
    allowsDischarge: asked.allows_discharge,
    reservePercent: asked.reserve_percent,
  });
  if (need.departsAt !== null && Date.parse(need.departsAt) <= needs.clock.now().getTime())
    throw wrongArgument('by has passed already; name a time that is still to come.', 'by');
  return { session, siteId, need };
}

function wattHours(kwh: number | undefined): number | null {
  return kwh === undefined ? null : Math.round(kwh * 1000);
}

/** Our own words and numbers alone: it is compared when the change is carried out. */
function effectOf({
  targetPercent,
  energyWh,
  departsAt,
  minEnergyWh,
  priority,
  allowsDischarge,
  reservePercent,
}: ChargingNeed): Sentence {
  return sentenceOf('effect-need', {
    what: neededOf({ targetPercent, energyWh }),
    by: departsAt === null ? sentenceOf('when-it-leaves') : sentenceOf('by-then', { by: departsAt }),
    atLeast: minEnergyWh === null ? '' : sentenceOf('need-at-least', { kwh: minEnergyWh / 1000 }),
    priority: priority === 1 ? '' : sentenceOf('need-priority', { priority }),
    discharge: allowsDischarge ? sentenceOf('need-discharge', { reserve: reservePercent ?? '–' }) : '',
  });
}

function neededOf({ targetPercent, energyWh }: Pick<ChargingNeed, 'targetPercent' | 'energyWh'>): Sentence {
  if (targetPercent !== null) return sentenceOf('need-percent', { percent: targetPercent });
  return energyWh === null ? sentenceOf('need-foreseen') : sentenceOf('need-kwh', { kwh: energyWh / 1000 });
}

function carOf(plan: EnergyPlan, { id }: Session) {
  const car = plan.cars.find(({ sessionId }) => sessionId === id);
  return car === undefined ? undefined : carForAgents(car);
}

function predictionOf(car: ReturnType<typeof carForAgents>) {
  return { ready_at: car.ready_at ?? null, short_kwh: car.short_kwh ?? 0, explanation: car.explanation };
}
