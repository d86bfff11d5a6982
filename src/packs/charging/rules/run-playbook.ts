import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { actionOutcome, ladderStep } from '#contract/automation/rule.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { stationTarget } from '../place.ts';
import { runningSessions, sessionsAsPrecondition, sessionsInPlan } from '../running-sessions.ts';

/** The remediation ladder at one charge point, by approval. */
export function runPlaybook({ automation, charging }: Pick<PackNeeds, 'automation' | 'charging'>): Tool {
  return defineTool({
    name: 'run_playbook',
    title: 'Run the remediation playbook',
    description:
      'Tries to repair a faulted charge point step by step: what helped before with the same model and code comes first, then the mildest. After each step it is seen whether the fault is gone. What would cut a session, and anything at a charge point with a safety code, is left out. Use it instead of a plain restart; look with get_charge_point_status first.',
    category: 'stations',
    level: 'operate',
    tier: 'R2',
    timeoutMs: 600_000,
    input: z.object({
      charge_point_id: chargePointId,
      max_steps: z.int().min(1).max(3).default(2).describe('How many steps are tried at most'),
      up_to: ladderStep.default('soft-reset').describe('The strongest step'),
    }),
    output: z.object({
      is_done: z.boolean(),
      charge_point_id: z.string(),
      steps: z.array(actionOutcome),
    }),
    examples: [{ charge_point_id: 'CP-7' }],
    subject: ({ charge_point_id }) => charge_point_id,
    async plan({ charge_point_id, max_steps, up_to }) {
      const station = await onlineChargePoint(charging, charge_point_id);
      const running = await runningSessions(charging, station.id);
      const { steps } = await automation.rules.playbookAt(station.id, up_to);
      return {
        targets: [stationTarget(station.id, {})],
        effect: sentenceOf('effect-playbook', { steps: max_steps, upTo: up_to }),
        details: { steps_in_order: steps.map(({ step }) => step), running_sessions: sessionsInPlan(running) },
        preconditions: { running_sessions: sessionsAsPrecondition(running) },
      };
    },
    async run({ charge_point_id, max_steps, up_to }, { actor, signal }) {
      const station = await onlineChargePoint(charging, charge_point_id);
      const asked = { stationId: station.id, maxSteps: max_steps, upTo: up_to };
      const outcomes = await automation.rules.runPlaybook(asked, { actor, signal });
      const hasHelped = outcomes.at(-1)?.outcome === 'done';
      return {
        text: hasHelped
          ? 'The fault is gone; steps tells which step it was.'
          : 'The fault is still there, or a step was refused; steps tells why. A person should look at the charge point.',
        data: {
          is_done: hasHelped,
          charge_point_id: untrustedText(station.id),
          steps: outcomes.map((each) => ({ ...each, text: untrustedText(each.text, 200) })),
        },
      };
    },
  });
}
