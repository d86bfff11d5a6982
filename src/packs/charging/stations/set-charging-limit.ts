import { z } from 'zod';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { commandResult, commandTimeoutMs, why } from '../station-command.ts';
import { planLimit, setLimit } from './limit-to-set.ts';
import { clearLimits, planClearing } from './limits-to-clear.ts';

export function setChargingLimit(needs: Pick<PackNeeds, 'charging' | 'clock'>): Tool {
  return defineTool({
    name: 'set_charging_limit',
    title: 'Set or take away a charging limit',
    description:
      'Limits how much power a charge point as a whole, or one EVSE of it, may draw, from now on or for some minutes. A new limit of the same place replaces the one before. 0 pauses charging without ending sessions. ' +
      'With limit_kw null it takes away what we set there: one by its charging_profile_id, those of one EVSE, or all; charging may get faster at once. Limits that others set, such as a grid operator, stay. ' +
      'See get_charging_limits first. Charge points of one site are limited one by one. A person has to approve; the result tells whether the charge point took it.',
    category: 'stations',
    level: 'operate',
    tier: 'R2',
    isIdempotent: true,
    timeoutMs: commandTimeoutMs,
    input: z.object({
      charge_point_id: chargePointId,
      evse_id: z
        .int()
        .min(0)
        .max(1000)
        .optional()
        .describe('0: the whole charge point. Absent: the same; with limit_kw null, every place there'),
      limit_kw: z.number().min(0).max(2000).nullable().optional().describe('Either this or limit_a; null: no limit'),
      limit_a: z.number().min(0).max(5000).optional().describe('Ampere per phase; some charge points take only this'),
      minutes: z.int().min(1).max(10_080).optional().describe('For how long; absent: until it is cleared'),
      charging_profile_id: z.int().optional().describe('With limit_kw null: only this one'),
      why,
    }),
    output: commandResult.extend({
      charging_profile_id: z.int().optional().describe('By which it can be taken away'),
      cleared: z.array(z.number()).optional().describe('Those that are gone'),
    }),
    examples: [
      { charge_point_id: 'CP-7', limit_kw: 11, minutes: 60 },
      { charge_point_id: 'CP-7', limit_kw: null },
    ],
    subject: (input) => input.charge_point_id,
    plan: (input) => (input.limit_kw === null ? planClearing(needs, input) : planLimit(needs, input)),
    run: (input, context) =>
      input.limit_kw === null ? clearLimits(needs, input, context) : setLimit(needs, input, context),
  });
}
