import { z } from 'zod';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { listedFinding, riskForAgents, shownFinding, shownRisk } from './finding-for-agents.ts';

export function listFindings({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'list_findings',
    title: 'Which charge point fails next',
    description:
      'What detectors noticed: which charge points are about to fail or fail already, why, how likely within which time, the probable cause, the recommended step and the events it stands on. ' +
      'Use it for "which station fails next" and "what needs maintenance". Empty lists mean that nothing points to a failure. diagnose_station tells more of one charge point.',
    category: 'stations',
    level: 'operate',
    tier: 'R0',
    input: z.object({
      charge_point_id: chargePointId.optional(),
      state: z.enum(['open', 'closed', 'all']).default('open').describe('Closed ones have a verdict'),
      limit: z.int().min(1).max(50).default(10).describe('So many at most'),
    }),
    output: z.object({
      findings: z.array(shownFinding).describe('The gravest and likeliest first'),
      risks: z.array(shownRisk).describe('Charge points whose signals have risen, the likeliest first'),
      open: z.int(),
      field_precision: z.number().optional().describe('Share of alarms that people confirmed'),
    }),
    examples: [{}, { charge_point_id: 'CP-7' }],
    async run({ charge_point_id: stationId, state, limit }) {
      const [{ findings, open, field }, risks] = await Promise.all([
        charging.health.findings({ state, stationId, limit }),
        charging.health.risks({ stationId, limit: 10 }),
      ]);
      return {
        text: findings.length === 0 && risks.length === 0 ? 'Nothing points to a failure.' : 'Each finding says why.',
        data: {
          findings: findings.map(listedFinding),
          risks: risks.map(riskForAgents),
          open,
          field_precision: field.precision ?? undefined,
        },
      };
    },
  });
}
