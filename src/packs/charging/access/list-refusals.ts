import { z } from 'zod';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { Refusal } from '#contract/access/token.ts';
import { time } from '#contract/common.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { cleanedJson } from '../cleaned-json.ts';
import { chargePointId } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { counted, limit, olderThan, olderTo } from '../paging.ts';
import { tokenIdArgument } from './token-named.ts';

const shownRefusal = z.object({
  at: time,
  charge_point_id: z.string(),
  evse_id: z.int().optional(),
  token_id: z.string().optional(),
  status: z.string(),
  reason: z.string(),
  facts: z.record(z.string(), z.unknown()).optional().describe('What it was decided by'),
});

export function listRefusals({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'list_refusals',
    title: 'Refused tokens',
    description:
      'Lists tokens that were refused, where, when and why, newest first, of the last 90 days. Use it when a driver could not charge. What would happen now is told by try_authorization; failed sessions are in list_sessions with is_flagged.',
    category: 'tokens',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      charge_point_id: chargePointId.optional().describe('Only at this charge point'),
      token_id: tokenIdArgument.optional().describe('Only of this token'),
      driver_id: z.uuid().optional().describe('Only of this driver'),
      from: time.optional().describe('At this time or later'),
      to: time.optional().describe('Before this time'),
      limit: limit(100, 20),
    }),
    output: z.object({ refusals: z.array(shownRefusal), older_to: olderTo }),
    examples: [{ charge_point_id: 'CP-7', limit: 5 }],
    async run({ charge_point_id, token_id, driver_id, from, to, limit: most }) {
      const found = await charging.authorization.refusals({
        ...{ stationId: charge_point_id, tokenId: token_id, driverId: driver_id },
        ...{ from, to, limit: most + 1 },
      });
      const refusals = found.slice(0, most);
      const older_to = olderThan(found.length > most, refusals.at(-1)?.at);
      const more = older_to === undefined ? '' : ' There are older ones.';
      return {
        text: `${counted(refusals.length, 'refusal')}.${more}`,
        data: { refusals: refusals.map(refusalForAgents), older_to },
      };
    },
  });
}

function refusalForAgents({ at, stationId, evseId, tokenId, status, reason, facts }: Refusal) {
  return {
    ...{ at, charge_point_id: untrustedText(stationId), evse_id: evseId ?? undefined },
    ...{ token_id: untrustedTextIfAny(tokenId), status, reason },
    facts: Object.keys(facts).length === 0 ? undefined : (cleanedJson(facts) as Record<string, unknown>),
  };
}
