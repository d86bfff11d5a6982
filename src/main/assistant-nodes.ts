import type { Pool } from 'pg';
import type { AskedOfTurn, AssistantNodes } from '#assistant/service/remote-turn.ts';
import { TurnClaims } from '#assistant/service/turn-claims.ts';
import { SigecError } from '#base/errors.ts';
import { answerOf } from '#cluster/channel/answer-of.ts';
import type { Cluster } from './open-cluster.ts';

const subject = 'assistant-turn';

/** Conversations are answered by one node each, and heard and decided about at any. */
export function assistantNodes({ channel, membership }: Cluster, pool: Pool): AssistantNodes {
  return {
    claims: new TurnClaims({ pool, node: membership.node, silentAfterMs: membership.silentAfterMs }),
    async ask(node, asked, options) {
      const reply = await channel.ask({ node, subject, body: asked, ...options });
      return answerOf(reply, (reason) => {
        const sentence = `This conversation is being answered by another node, which cannot be asked (${reason}). Try again in a few seconds.`;
        return new SigecError('CONFLICT', sentence);
      });
    },
    serve: (answer) => channel.serve(subject, (asked, { signal }) => answer(asked as AskedOfTurn, signal)),
  };
}
