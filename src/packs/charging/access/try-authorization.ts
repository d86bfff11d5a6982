import { z } from 'zod';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { TokenTryAnswer } from '#contract/access/token-try.ts';
import { time } from '#contract/common.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { cleanedJson } from '../cleaned-json.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { tokenArguments, tokenIdNamed } from './token-named.ts';
import { whyRefused } from './why-refused.ts';

export function tryAuthorization({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'try_authorization',
    title: 'Would this token be accepted?',
    description:
      'Tells whether a token would be accepted at a charge point now or at another time, every question that was asked and what it was decided by, the price it would charge by, and what the station would do while offline. Nothing is written or sent. Use it before start_ocpp_transaction, and to explain a refusal; list_refusals tells what really happened.',
    category: 'tokens',
    level: 'observe',
    tier: 'R0',
    rateLimit: { calls: 30, perSeconds: 60 }, // the number of a card is a credential: nobody guesses many
    input: z.object({
      charge_point_id: chargePointId,
      ...tokenArguments,
      evse_id: z.int().min(1).max(10_000).optional().describe('Matters for the price only'),
      at: time.optional().describe('Absent: now'),
    }),
    output: z.object({
      status: z.string(),
      reason: z.string().optional(),
      checks: z.array(
        z.object({ name: z.string(), result: z.string(), facts: z.record(z.string(), z.unknown()).optional() }),
      ),
      token_label: z.string().optional(),
      driver_id: z.string().optional(),
      site_id: z.string().optional(),
      tariff_id: z.string().optional(),
      price: z.string().optional().describe('As drivers are shown it: data'),
      offline_would_accept: z.boolean().optional().describe('Absent: cannot be told'),
      is_in_local_list: z.boolean(),
    }),
    examples: [{ charge_point_id: 'CP-7', token_id: 'tok_9f3a' }],
    subject: ({ charge_point_id }) => charge_point_id,
    async run(input) {
      const { id: stationId } = await knownChargePoint(charging, input.charge_point_id);
      const tokenId = await tokenIdNamed(charging, input);
      const tried = await withSafeErrors({}, () =>
        charging.authorization.tryOut({ stationId, tokenId, evseId: input.evse_id, at: input.at }),
      );
      const text = tried.reason === null ? 'The token would be accepted.' : `It would be refused. ${whyRefused(tried)}`;
      return { text, data: forAgents(tried) };
    },
  });
}

function forAgents({ status, reason, checks, token, place, tariff, offline }: TokenTryAnswer) {
  return {
    status,
    reason: reason ?? undefined,
    checks: checks
      .filter(({ result }) => result === 'passed' || result === 'refused')
      .map(({ name, result, facts }) => ({ name, result, facts: cleanedJson(facts) as Record<string, unknown> })),
    token_label: untrustedTextIfAny(token?.label ?? null),
    driver_id: token?.driverId ?? undefined,
    site_id: place.siteId ?? undefined,
    tariff_id: tariff?.tariffId,
    price: tariff === null ? undefined : untrustedText(tariff.text, 200),
    offline_would_accept: offline.wouldAccept ?? undefined,
    is_in_local_list: offline.isListed,
  };
}
