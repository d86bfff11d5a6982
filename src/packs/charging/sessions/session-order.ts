import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { SessionOrder } from '#contract/sessions/order.ts';
import type { Session } from '#contract/sessions/session.ts';
import type { ToolAnswer } from '#tools/tool.ts';
import { commandResult, resultOf, whyNotDone } from '../station-command.ts';
import { sessionForAgents } from './session-shape.ts';

/** What came of asking a station to begin or end a session. */
export const orderResult = commandResult.omit({ verified_by: true }).extend({
  is_done: z.boolean().describe('Whether the session was seen to begin or end'),
  session_id: z.string().optional(),
  transaction_id: z.string().optional(),
  energy_wh: z.number().optional(),
});

type OrderData = z.input<typeof orderResult>;

/** An accepted order is a promise; it is done once the session says so. */
function orderForAgents({ result, command, session }: SessionOrder): OrderData {
  const { verified_by: _unused, ...told } = resultOf(command);
  return {
    ...told,
    is_done: result === 'started' || result === 'ended',
    ...(session !== null && sessionFacts(session)),
  };
}

type Sentences = Record<SessionOrder['result'], string>;

/** The outcome in a sentence. A station that went away meanwhile is an answer as well: nothing was sent. */
export async function orderAnswer(
  stationId: string,
  sentences: Sentences,
  order: () => Promise<SessionOrder>,
): Promise<ToolAnswer<OrderData>> {
  try {
    const answered = await order();
    const { result, command } = answered;
    const text = (result === 'not-sent' ? whyNotDone(command) : undefined) ?? sentences[result];
    return { text, data: orderForAgents(answered) };
  } catch (error) {
    if (!(error instanceof SigecError) || error.code !== 'STATION_OFFLINE') throw error;
    const { commandId } = error.details;
    const command_id = typeof commandId === 'string' ? commandId : '';
    const told = { charge_point_id: untrustedText(stationId), command_id, outcome: 'not-sent' } as const;
    return { text: sentences['not-sent'], data: { ...told, is_done: false } };
  }
}

function sessionFacts(session: Session) {
  const { session_id, transaction_id, energy_wh } = sessionForAgents(session);
  return { session_id, transaction_id, energy_wh };
}
