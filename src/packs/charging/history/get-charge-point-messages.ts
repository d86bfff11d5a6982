import { z } from 'zod';
import { cursorOf, positionOf } from '#base/cursor.ts';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { time } from '#contract/common.ts';
import { keptMessage, messageOutcome } from '#contract/stations/message.ts';
import { hideSecrets } from '#ledger/frames/hide-secrets.ts';
import type { RecordedExchange } from '#ledger/frames/read-frames.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';

const exchange = z.object({
  at: time,
  caller: keptMessage.shape.caller.describe('system: we asked'),
  reported_action: z.string().optional(),
  outcome: messageOutcome,
  answered_after_ms: z.number().optional(),
  reported_request: z.string().describe('The frame, cut; written by the charge point where it is the caller'),
  reported_answer: z.string().optional(),
});

const place = /^\d{1,15}\.\d{1,18}$/;

export function getChargePointMessages({ charging, messages }: Pick<PackNeeds, 'charging' | 'messages'>): Tool {
  return defineTool({
    name: 'get_charge_point_messages',
    title: 'OCPP messages of a charge point',
    description:
      'Shows the OCPP messages that a charge point and we exchanged, newest page first, each page in the order they happened, from the flight recorder: tokens as hashes, secrets left out, long frames cut. ' +
      'Use it when what_happened and list_charge_point_commands leave open what exactly was said. Heartbeats that say nothing new are not kept.',
    category: 'stations',
    level: 'observe',
    tier: 'R0',
    rateLimit: { calls: 60, perSeconds: 60 }, // it reads blocks of frames rather than a row
    input: z.object({
      charge_point_id: chargePointId,
      action: z
        .string()
        .regex(/^[A-Za-z0-9]{1,60}$/, 'must be the name of an OCPP message')
        .optional()
        .describe('Only this message, such as StatusNotification'),
      caller: keptMessage.shape.caller.optional().describe('Only what one side began'),
      outcome: messageOutcome.optional().describe('Only those that ended so, such as error or no-answer'),
      since: time.optional().describe('From this time on'),
      until: time.optional().describe('Before this time'),
      limit: z.int().min(1).max(50).default(20).describe('How many at most'),
      after: z.string().min(1).max(100).optional().describe('`next` of the answer before, for earlier ones'),
    }),
    output: z.object({
      charge_point_id: z.string(),
      messages: z.array(exchange),
      next: z.string().optional().describe('Give it as `after` for earlier ones'),
    }),
    examples: [{ charge_point_id: 'CP-7', outcome: 'error' }],
    subject: (input) => input.charge_point_id,
    async run({ charge_point_id, after, ...filter }) {
      const station = await knownChargePoint(charging, charge_point_id);
      const before = after === undefined ? undefined : placeIn(after);
      const page = await messages.read(station.id, { ...filter, before, lang: 'en' });
      const text =
        page.exchanges.length === 0
          ? 'The recorder holds no such message; it keeps 30 days.'
          : `${page.exchanges.length} messages, in the order they happened.`;
      return {
        text,
        data: {
          charge_point_id: untrustedText(station.id),
          messages: page.exchanges.map(forAgents),
          next: page.previous === null ? undefined : cursorOf(page.previous),
        },
      };
    },
  });
}

function placeIn(cursor: string): string {
  const position = positionOf(cursor);
  if (place.test(position)) return position;
  throw wrongArgument('after accepts only the `next` of the answer before.', 'after');
}

function forAgents({
  at,
  caller,
  action,
  outcome,
  answeredAfterMs,
  request,
  answer,
}: RecordedExchange): z.input<typeof exchange> {
  return {
    at,
    caller,
    reported_action: untrustedTextIfAny(action),
    outcome,
    answered_after_ms: answeredAfterMs ?? undefined,
    // Once more than the recorder did: what was kept long ago was judged by the rules of then.
    reported_request: untrustedText(hideSecrets(request), 500),
    reported_answer: untrustedTextIfAny(answer === null ? null : hideSecrets(answer), 500),
  };
}
