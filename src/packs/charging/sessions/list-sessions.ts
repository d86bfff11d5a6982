import { z } from 'zod';
import { time } from '#contract/common.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { tokenIdArgument } from '../access/token-named.ts';
import { chargePointId } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { after, counted, cursorIfAny, limit, moreHint, next, placeAfter } from '../paging.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { sessionPlace } from './session-place.ts';
import { listedSession, sessionForAgents } from './session-shape.ts';

export function listSessions({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'list_sessions',
    title: 'List charging sessions',
    description:
      'Lists charging sessions (OCPP: transactions), newest first, with energy, cost and what is odd about them. Use it to find a session by charge point, token, time or oddity, or to see what is charging now (state running). For everything about one, use get_transaction_details; for sums over many, get_report.',
    category: 'sessions',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      charge_point_id: chargePointId.optional().describe('Only at this charge point'),
      evse_id: z.int().min(0).max(10_000).optional().describe('Only at this EVSE of charge_point_id'),
      state: z.enum(['running', 'ended']).optional().describe('Only those'),
      token_id: tokenIdArgument.optional().describe('Only those begun with this token'),
      from: time.optional().describe('Began at this time or later'),
      to: time.optional().describe('Began before this time'),
      is_flagged: z.boolean().optional().describe('true: only odd ones; false: only others'),
      minimum_energy_wh: z.number().min(0).max(1e12).optional().describe('Only with this much energy or more'),
      limit: limit(100, 20),
      after,
    }),
    output: z.object({ sessions: z.array(listedSession), next }),
    examples: [{ state: 'running' }, { charge_point_id: 'CP-7', is_flagged: true, limit: 5 }],
    async run(input) {
      const place = sessionPlace(placeAfter(input.after));
      const page = await withSafeErrors(
        { INVALID_INPUT: 'evse_id counts within a charge point: give charge_point_id with it.' },
        () =>
          charging.sessions.find({
            stationId: input.charge_point_id,
            evseId: input.evse_id,
            state: input.state,
            tokenHash: input.token_id,
            from: input.from,
            to: input.to,
            isFlagged: input.is_flagged,
            minimumEnergyWh: input.minimum_energy_wh,
            limit: input.limit,
            after: place,
          }),
      );
      const text =
        page.sessions.length === 0
          ? 'No session fits.'
          : `${counted(page.sessions.length, 'session')}.${page.next === null ? '' : ` ${moreHint}`}`;
      return { text, data: { sessions: page.sessions.map(sessionForAgents), next: cursorIfAny(page.next) } };
    },
  });
}
