import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { Token } from '#contract/access/token.ts';
import type { TokenTryAnswer } from '#contract/access/token-try.ts';
import type { SessionOrder } from '#contract/sessions/order.ts';
import type { Connector, Station } from '#contract/stations/station.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { tokenArguments, tokenNamed } from '../access/token-named.ts';
import { holderOf } from '../access/token-shape.ts';
import { whyRefused } from '../access/why-refused.ts';
import { chargePointId, mustHaveEvse, onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { placeInput, placeOf } from '../place.ts';
import { runningSessions, sessionsAsPrecondition } from '../running-sessions.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { commandTimeoutMs, waitSeconds, why } from '../station-command.ts';
import { stationTarget, tokenTarget } from '../target.ts';
import { orderAnswer, orderResult } from './session-order.ts';

export function startOcppTransaction(needs: Pick<PackNeeds, 'charging'>): Tool {
  const { charging } = needs;
  return defineTool({
    name: 'start_ocpp_transaction',
    title: 'Start a charging session',
    description:
      'Asks a charge point to begin a charging session for a token, as RemoteStartTransaction or RequestStartTransaction. Use it when a driver cannot begin it themselves; the vehicle should be plugged in. To find out beforehand whether the token is accepted, use try_authorization. A person approves it first; the result says whether the session was seen to begin.',
    category: 'sessions',
    level: 'operate',
    tier: 'R2',
    aliases: ['start_charging_session'],
    timeoutMs: commandTimeoutMs,
    input: z.object({
      charge_point_id: chargePointId,
      ...placeInput,
      ...tokenArguments,
      wait_seconds: waitSeconds(30),
      why,
    }),
    output: orderResult,
    examples: [{ charge_point_id: 'CP-7', connector_id: 1, token_id: 'tok_9f3a' }],
    subject: ({ charge_point_id }) => charge_point_id,
    async plan(input) {
      const station = await onlineChargePoint(charging, input.charge_point_id);
      const { evseId, connectorId } = placeOf(input);
      mustHaveEvse(station, evseId, connectorId);
      mustBeUsable(station, evseId);
      const token = await tokenNamed(charging, input);
      const running = await runningSessions(charging, station.id, evseId);
      if (evseId !== undefined && running.length > 0)
        throw new SigecError(
          'CONFLICT',
          'A session is running at this EVSE already. End it first with stop_ocpp_transaction, or name another EVSE.',
          { details: { sessionId: running[0]?.id } },
        );
      const tried = await mustBeAuthorized(needs, station, { evseId, token });
      return {
        targets: [stationTarget(station.id, { evseId, connectorId }), tokenTarget(token.id)],
        effect: `Begins a charging session at ${evseId === undefined ? 'an EVSE that the station chooses' : `EVSE ${evseId}`}, which is billed to the holder of the token.`,
        details: {
          ...holderOf(token),
          connectors: station.connectors.filter(({ evseId: id }) => id === evseId).map(statusOf),
          tariff_id: tried.tariff?.tariffId ?? null,
          price: tried.tariff === null ? null : untrustedText(tried.tariff.text, 200),
        },
        // Not the status of the connector: that the driver plugs in meanwhile is what is hoped for.
        preconditions: {
          link: station.link.state,
          running_sessions: sessionsAsPrecondition(running),
          driver_id: token.driverId,
          tariff: tried.tariff === null ? null : `${tried.tariff.tariffId} ${tried.tariff.version}`,
        },
      };
    },
    async run(input, { actor, signal }) {
      const station = await onlineChargePoint(charging, input.charge_point_id);
      const { evseId, connectorId } = placeOf(input);
      const { id: tokenId } = await tokenNamed(charging, input);
      const said = input.why === undefined ? undefined : untrustedText(input.why, 300);
      const asked = { stationId: station.id, tokenId, evseId, connectorId };
      return orderAnswer(station.id, sentences, () =>
        withSafeErrors({}, () =>
          charging.startSession({ ...asked, why: said, actor, waitSeconds: input.wait_seconds, signal }),
        ),
      );
    },
  });
}

function statusOf({ connectorId, status }: Connector) {
  return { connector_id: connectorId, status };
}

/** What is broken or switched off begins nothing: nobody is asked to approve that. */
function mustBeUsable({ connectors }: Station, evseId: number | undefined): void {
  const whole = connectors.find((connector) => connector.evseId === 0);
  const here = connectors.filter(
    (connector) => connector.evseId > 0 && (evseId ?? connector.evseId) === connector.evseId,
  );
  if (!(whole !== undefined && isOut(whole)) && !(here.length > 0 && here.every(isOut))) return;
  throw new SigecError(
    'CONFLICT',
    'Nothing can charge there now: it is faulted or out of service. See get_charge_point_status, or name another EVSE.',
  );
}

function isOut({ status }: Connector): boolean {
  return status === 'faulted' || status === 'unavailable';
}

async function mustBeAuthorized(
  { charging }: Pick<PackNeeds, 'charging'>,
  { id: stationId }: Station,
  { evseId, token }: { evseId: number | undefined; token: Token },
): Promise<TokenTryAnswer> {
  const tried = await withSafeErrors({}, () => charging.authorization.tryOut({ stationId, evseId, tokenId: token.id }));
  if (tried.reason === null) return tried;
  throw new SigecError('NOT_ALLOWED', `The token would be refused. ${whyRefused(tried)}`, {
    details: { reason: tried.reason },
  });
}

const sentences: Record<SessionOrder['result'], string> = {
  started: 'The session has begun.',
  ended: 'The session has ended.',
  accepted: 'The station agreed to begin. Whether it did is told by list_sessions.',
  'not-seen':
    'The station agreed, but no session began in the time given. It may wait for the vehicle to be plugged in; look with list_sessions.',
  refused:
    'The station refused, so nothing began. Its word is in reported_status; often the vehicle is not plugged in, or the connector is in use: see get_charge_point_status.',
  'no-answer': 'The station did not answer; it may begin all the same. Look with list_sessions before you ask again.',
  'not-sent':
    'Nothing was sent: the station went offline. Try again once get_charge_point_status says that it is online.',
};
