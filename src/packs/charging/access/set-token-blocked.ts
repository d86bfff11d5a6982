import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { tokenTarget } from '../target.ts';
import { tokenIdArgument, tokenNamed } from './token-named.ts';
import { holderOf } from './token-shape.ts';

const blocking = {
  effect: 'Refuses this token from now on, at every charge point. A session that is running with it goes on.',
  already: 'The token is blocked already; nothing has to be done.',
  done: 'The token is blocked: it begins no session from now on.',
};

const unblocking = {
  effect: 'Accepts this token again, wherever its driver and group may charge.',
  already: 'The token is not blocked; nothing has to be done. try_authorization tells what keeps it out.',
  done: 'The token is accepted again.',
};

export function setTokenBlocked({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'set_token_blocked',
    title: 'Block or unblock a token',
    description:
      'With is_blocked true, refuses a token from now on, wherever it is shown: for a lost, stolen or misused card. A session that is running with it goes on; end it with stop_ocpp_transaction. Stations that are offline go by what they remember until they are back. ' +
      'With is_blocked false, accepts it again: when the card was found, or blocked by mistake; try_authorization tells what else may still keep it out. Find the token with find_token. A person approves it first.',
    category: 'tokens',
    level: 'operate',
    tier: 'R2',
    isIdempotent: true,
    input: z.object({
      token_id: tokenIdArgument,
      is_blocked: z.boolean().describe('true: refuse it from now on; false: accept it again'),
    }),
    output: z.object({ token_id: z.string(), is_blocked: z.boolean(), is_done: z.boolean() }),
    examples: [
      { token_id: 'tok_9f3a', is_blocked: true },
      { token_id: 'tok_9f3a', is_blocked: false },
    ],
    subject: ({ token_id }) => token_id,
    async plan({ token_id, is_blocked }) {
      const token = await tokenNamed(charging, { token_id });
      const words = is_blocked ? blocking : unblocking;
      if (token.isBlocked === is_blocked) throw new SigecError('CONFLICT', words.already);
      const { sessions } = await charging.sessions.find({ tokenHash: token.id, state: 'running', limit: 20 });
      return {
        targets: [tokenTarget(token.id)],
        effect: words.effect,
        details: { ...holderOf(token), running_sessions: sessions.map(({ id }) => id) },
        preconditions: { is_blocked: token.isBlocked, driver_id: token.driverId },
      };
    },
    async run({ token_id, is_blocked }, { actor }) {
      const token = await withSafeErrors({}, () =>
        charging.authorization.change(token_id, { isBlocked: is_blocked }, actor),
      );
      const data = { token_id: token.id, is_blocked: token.isBlocked, is_done: token.isBlocked === is_blocked };
      return { text: (is_blocked ? blocking : unblocking).done, data };
    },
  });
}
