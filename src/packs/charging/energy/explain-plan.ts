import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import type { PlannedCar } from '#contract/energy/energy-plan.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { carArguments, carNamed, type EnergyNeeds, planned } from './managed-site.ts';
import { carForAgents, explanationOf, kilo, plannedCar } from './plan-for-agents.ts';

const maxSteps = 48;

export function explainPlan(needs: EnergyNeeds): Tool {
  const { charging } = needs;
  return defineTool({
    name: 'explain_plan',
    title: 'Why a car charges as it does',
    description:
      'Explains the plan of one car that is charging: the sentence that names what holds it back (a fuse, a price, the sun, a deadline), when it is ready, what it was taken to need and by whose word, what is only foreseen and how surely, and its power hour by hour. ' +
      'Use it for "why is this car slow" and "when will it be done" at a site with a plan; elsewhere get_charging_limits tells which limits hold.',
    category: 'sites',
    level: 'operate',
    tier: 'R0',
    timeoutMs: 60_000,
    input: z.object(carArguments),
    output: z.object({
      site_id: z.string(),
      time_zone: z.string(),
      mode: z.string(),
      car: plannedCar,
      battery_percent: z.number().optional(),
      predicted_departure_at: z.string().optional(),
      confidence: z.number().optional(),
      assumptions: z.array(z.string()).describe('What nobody said or measured'),
      measured_kw: z.number().optional(),
      delivery_reason: z.string().optional().describe('Data'),
      steps: z.array(z.record(z.string(), z.unknown())).describe('from, power_kw: where its power changes'),
    }),
    examples: [{ charge_point_id: 'CP-7' }],
    subject: ({ charge_point_id, transaction_id }) => charge_point_id ?? String(transaction_id ?? ''),
    async run(input) {
      const { session, siteId } = await carNamed(needs, input);
      const { timeZone } = await charging.sites.get(siteId);
      const plan = await planned(() => charging.energy.plan(siteId));
      const car = plan.cars.find(({ sessionId }) => sessionId === session.id);
      if (car === undefined)
        throw new SigecError(
          'NOT_FOUND',
          'The car has no plan: its charge point is not in the tree of the site, or it came a moment ago. A person adds it in the console (Energy) or with sigec energy set.',
        );
      const told = carForAgents(car);
      return {
        text: `${readyWords(car)} The explanation says what holds it back.`,
        data: {
          site_id: siteId,
          time_zone: timeZone,
          mode: plan.mode,
          car: told,
          battery_percent: car.need?.batteryPercent ?? undefined,
          predicted_departure_at: car.need?.predictedDepartureAt,
          confidence: car.need?.confidence,
          assumptions: car.need?.assumptions ?? [],
          measured_kw: car.measuredW === null ? undefined : kilo(car.measuredW),
          delivery_reason: car.delivery.reason === null ? undefined : explanationOf(car.delivery.reason),
          steps: stepsOf(plan.slots, car),
        },
      };
    },
  });
}

function readyWords({ readyAt, shortWh }: PlannedCar): string {
  if (shortWh > 50) return `The car will lack ${kilo(shortWh)} kWh when it leaves.`;
  return readyAt === null ? 'The car has a plan.' : `The car is ready at ${readyAt}.`;
}

function stepsOf(slots: readonly { from: string }[], { powersW }: PlannedCar) {
  const steps: { from: string; power_kw: number }[] = [];
  for (const [index, { from }] of slots.entries()) {
    const power = kilo(powersW[index] ?? 0);
    if (steps.at(-1)?.power_kw !== power) steps.push({ from, power_kw: power });
  }
  return steps.slice(0, maxSteps);
}
