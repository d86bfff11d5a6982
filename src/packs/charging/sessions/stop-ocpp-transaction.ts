import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import type { SessionOrder } from '#contract/sessions/order.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { holderOfHash } from '../access/token-shape.ts';
import { onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { commandTimeoutMs, waitSeconds, why } from '../station-command.ts';
import { stationTarget } from '../target.ts';
import { theRunningSession, transactionArguments } from './find-session.ts';
import { orderAnswer, orderResult } from './session-order.ts';

export function stopOcppTransaction(needs: Pick<PackNeeds, 'charging'>): Tool {
  const { charging } = needs;
  return defineTool({
    name: 'stop_ocpp_transaction',
    title: 'End a charging session',
    description:
      'Asks the station to end a running charging session, as RemoteStopTransaction or RequestStopTransaction. The driver loses the rest of their charge. Find the session with list_sessions (state running). To free a cable that stays locked, use unlock_connector; for a station that hangs, reset_charge_point. A person approves it first; the result says whether the session was seen to end.',
    category: 'sessions',
    level: 'operate',
    tier: 'R2',
    aliases: ['stop_charging_session'],
    timeoutMs: commandTimeoutMs,
    input: z.object({ ...transactionArguments, wait_seconds: waitSeconds(30), why }),
    output: orderResult,
    examples: [{ transaction_id: 1042 }],
    subject: ({ transaction_id }) => String(transaction_id),
    async plan(input) {
      const session = await theRunningSession(needs, input);
      const station = await onlineChargePoint(charging, session.stationId);
      const { id, evseId, startedAt, energyWh, tokenHash } = session;
      const [listed] = await charging.sessions.listed([session]);
      const cost = listed?.cost ?? null;
      return {
        targets: [`session:${id}`, stationTarget(station.id, { evseId: evseId ?? undefined })],
        effect: `Ends the session that is running${evseId === null ? '' : ` at EVSE ${evseId}`}.`,
        details: {
          session_id: id,
          started_at: startedAt,
          energy_wh: energyWh,
          cost: cost === null ? null : `${cost.total} ${cost.currency}`,
          ...(await holderOfHash(charging, tokenHash)),
        },
        preconditions: { link: station.link.state, running_session: id },
      };
    },
    async run(input, { actor, signal }) {
      const { id: sessionId, stationId } = await theRunningSession(needs, input);
      const said = input.why === undefined ? undefined : untrustedText(input.why, 300);
      return orderAnswer(stationId, sentences, () =>
        withSafeErrors({ CONFLICT: 'The session has ended already; there was nothing to end.' }, () =>
          charging.stopSession({ sessionId, why: said, actor, waitSeconds: input.wait_seconds, signal }),
        ),
      );
    },
  });
}

const sentences: Record<SessionOrder['result'], string> = {
  started: 'The session has begun.',
  ended: 'The session has ended. Its energy and cost may still change by a late message.',
  accepted: 'The station agreed to end it. Whether it did is told by get_transaction_details.',
  'not-seen':
    'The station agreed, but the session was not seen to end in the time given. Look again with get_transaction_details.',
  refused:
    'The station refused, and the session goes on. Its word is in reported_status; it may know no such session any more: see get_charge_point_status.',
  'no-answer':
    'The station did not answer; the session may end all the same. Look with get_transaction_details before you ask again.',
  'not-sent': 'Nothing was sent: the station went offline, and the session goes on as far as we know.',
};
