import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { Token } from '#contract/access/token.ts';
import type { TokenTryAnswer } from '#contract/access/token-try.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { SessionOrder } from '#contract/sessions/order.ts';
import type { Session } from '#contract/sessions/session.ts';
import type { Connector, Station } from '#contract/stations/station.ts';
import { defineTool, type Tool, type ToolAnswer } from '#tools/tool.ts';
import { holderOf, holderOfHash, tokenArguments, tokenNamed } from '../access/token.ts';
import { whyRefused } from '../access/tokens.ts';
import { chargePointId, mustHaveEvse, onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { placeInput, placeOf, stationTarget, tokenTarget } from '../place.ts';
import { runningSessions, sessionsAsPrecondition } from '../running-sessions.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { commandResult, commandTimeoutMs, resultOf, waitSeconds, why, whyNotDone } from '../station-command.ts';
import { sessionForAgents, theRunningSession, transactionArguments } from './list-sessions.ts';

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
        effect:
          evseId === null ? sentenceOf('effect-end-session') : sentenceOf('effect-end-session-at', { evse: evseId }),
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
      return orderAnswer(stationId, stopSentences, () =>
        withSafeErrors({ CONFLICT: 'The session has ended already; there was nothing to end.' }, () =>
          charging.stopSession({ sessionId, why: said, actor, waitSeconds: input.wait_seconds, signal }),
        ),
      );
    },
  });
}

const stopSentences: Record<SessionOrder['result'], string> = {
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
        effect: sentenceOf('effect-begin-session', {
          place: evseId === undefined ? sentenceOf('evse-of-its-choice') : sentenceOf('place-evse', { evse: evseId }),
        }),
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
      return orderAnswer(station.id, startSentences, () =>
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

const startSentences: Record<SessionOrder['result'], string> = {
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
