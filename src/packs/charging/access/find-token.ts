import { z } from 'zod';
import type { Token } from '#contract/access/token.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { after, counted, cursorIfAny, limit, moreHint, next, placeAfter } from '../paging.ts';
import { tokenIdArgument, tokenNamed } from './token-named.ts';
import { shownToken, tokenForAgents } from './token-shape.ts';

export function findToken({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'find_token',
    title: 'Find tokens',
    description:
      'Finds tokens (RFID cards, idTags) by their id, driver or group, or those that are blocked. Of each only the last characters are shown, never the value. Use it to get a token_id for start_ocpp_transaction, set_token_blocked or try_authorization. To find the driver first, use list_drivers.',
    category: 'tokens',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      token_id: tokenIdArgument.optional().describe('One token, as sessions and refusals name it'),
      driver_id: z.uuid().optional().describe('Only of this driver, as list_drivers returns it'),
      group_id: tokenIdArgument.optional().describe('Only of this group'),
      is_blocked: z.boolean().optional().describe('true: only blocked ones; false: only others'),
      limit: limit(100, 20),
      after,
    }),
    output: z.object({ tokens: z.array(shownToken), next }),
    examples: [{ driver_id: '0b9f2c1e-2f6c-4a57-9d55-3f9a1c2b7d10' }, { is_blocked: true }],
    async run({ token_id, driver_id, group_id, is_blocked, limit: most, after: cursor }) {
      if (token_id !== undefined) return answer([await tokenNamed(charging, { token_id })], null);
      const { tokens, next: more } = await charging.authorization.find({
        driverId: driver_id,
        groupId: group_id,
        isBlocked: is_blocked,
        limit: most,
        after: placeAfter(cursor),
      });
      return answer(tokens, more);
    },
  });
}

function answer(tokens: readonly Token[], more: string | null) {
  const text = `${counted(tokens.length, 'token')}.${more === null ? '' : ` ${moreHint}`}`;
  return { text, data: { tokens: tokens.map(tokenForAgents), next: cursorIfAny(more) } };
}
