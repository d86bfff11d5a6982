import { z } from 'zod';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import {
  evidenceForAgents,
  findingForAgents,
  listedEvidence,
  riskForAgents,
  shownEvidence,
  shownFinding,
  shownRisk,
} from './finding-for-agents.ts';

export function diagnoseStation({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'diagnose_station',
    title: 'Diagnose a charge point',
    description:
      'How healthy one charge point is: the risk that it fails, open findings with evidence, probable cause and recommended step, signals that have risen (starts, lock, contactor, heat, meter, clock, answers, link, restarts), first-time charge success of 30 days and uptime of a year. ' +
      'Use it for "why does CP-7 fail" and "what should be done"; what_happened tells the story of a time.',
    category: 'stations',
    level: 'operate',
    tier: 'R0',
    timeoutMs: 60_000,
    input: z.object({ charge_point_id: chargePointId }),
    output: z.object({
      risk: shownRisk.optional().describe('Absent: nothing points to a failure'),
      findings: z.array(shownFinding),
      signals: z.array(
        z.object({
          signal: z.string(),
          evse_id: z.int().optional(),
          score: z.number().describe('1 is an alarm'),
          evidence: shownEvidence,
        }),
      ),
      first_time_success: z.number().optional(),
      uptime_percent: z.number().optional(),
    }),
    examples: [{ charge_point_id: 'CP-7' }],
    subject: ({ charge_point_id }) => charge_point_id,
    async run({ charge_point_id }) {
      await knownChargePoint(charging, charge_point_id);
      const { risk, findings, signals, firstTimeSuccess, uptime } = await charging.health.diagnose(charge_point_id);
      return {
        text:
          findings.length === 0 && risk === null
            ? 'Nothing points to a failure of this charge point.'
            : 'Each finding says why it is believed and what to do.',
        data: {
          risk: risk === null ? undefined : riskForAgents(risk),
          findings: findings.map(findingForAgents),
          signals: signals.map(({ signal, evseId, score, evidence }) => ({
            signal,
            evse_id: evseId ?? undefined,
            score,
            evidence: evidence.slice(-listedEvidence).map(evidenceForAgents),
          })),
          first_time_success: firstTimeSuccess ?? undefined,
          uptime_percent: uptime ?? undefined,
        },
      };
    },
  });
}
