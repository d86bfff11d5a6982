import { z } from 'zod';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { type CommandRecord, outcome } from '#contract/commands/command.ts';
import { time } from '#contract/common.ts';
import { redactArguments } from '#tools/redact-arguments.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { counted } from '../paging.ts';

const command = z.object({
  command_id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
  asked_by: z.string().describe('The key that asked; system: nobody did'),
  asked_at: time,
  said_why: z.string().optional().describe('As whoever asked put it'),
  outcome: outcome.shape.status.optional().describe('Absent: under way'),
  reported_status: z.string().optional(),
  reported_reason: z.string().optional(),
  effect_event_id: z.string().optional(),
});

export function listChargePointCommands({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'list_charge_point_commands',
    title: 'What was asked of a charge point',
    description:
      'Lists the commands that a charge point got, newest first: what was asked, by whom and why, and how it answered. ' +
      'Use it to see whether somebody has tried something already. For everything that happened there use what_happened; for the OCPP messages themselves get_charge_point_messages.',
    category: 'stations',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      charge_point_id: chargePointId,
      limit: z.int().min(1).max(100).default(20).describe('How many at most'),
    }),
    output: z.object({ charge_point_id: z.string(), commands: z.array(command) }),
    examples: [{ charge_point_id: 'CP-7', limit: 5 }],
    subject: (input) => input.charge_point_id,
    async run({ charge_point_id, limit }) {
      const station = await knownChargePoint(charging, charge_point_id);
      const commands = await charging.findCommands(station.id, limit);
      const refused = commands.filter(({ outcome: ended }) => ended !== null && ended.status !== 'accepted').length;
      const text =
        commands.length === 0
          ? 'Nothing was asked of this charge point so far.'
          : `The last ${counted(commands.length, 'command')}, newest first; not accepted: ${refused}.`;
      return { text, data: { charge_point_id: untrustedText(station.id), commands: commands.map(forAgents) } };
    },
  });
}

function forAgents(record: CommandRecord): z.input<typeof command> {
  const { id, name, input, askedBy, askedAt, why, outcome: ended, effect } = record;
  return {
    command_id: id,
    name,
    input: redactArguments(input) as Record<string, unknown>,
    asked_by: askedBy,
    asked_at: askedAt,
    said_why: untrustedTextIfAny(why, 200),
    outcome: ended?.status,
    reported_status: untrustedTextIfAny(ended?.code ?? null),
    reported_reason: untrustedTextIfAny(ended?.reason ?? null, 200),
    effect_event_id: effect?.eventId,
  };
}
