import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { Connector, Station } from '#contract/stations/station.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint, mustHaveEvse, onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { type EvseAddress, placeByCode, placeForCommand, placeInput, placeOf, stationTarget } from '../place.ts';
import { runningSessions, sessionsAsPrecondition, sessionsInPlan } from '../running-sessions.ts';
import { commandResult, commandTimeoutMs, resultOf, runAtStation, why, whyNotDone } from '../station-command.ts';

/** A station tells a new status within moments, or has none to tell. */
const waitSeconds = 10;

/** What OCPP can be asked for: in service or not. Everything else about a connector is a fact that the station tells. */
const operative: Readonly<Record<string, boolean>> = {
  available: true,
  operative: true,
  unavailable: false,
  inoperative: false,
};

type ToolInput = {
  charge_point_id: string;
  status: string;
  evse_id?: number | undefined;
  connector_id?: number | undefined;
};

export function setConnectorStatus({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  async function look(asked: ToolInput) {
    const isOperative = wantedOf(asked.status);
    const station = await onlineChargePoint(charging, asked.charge_point_id);
    const place = placeOf(asked);
    mustHaveEvse(station, place.evseId, place.connectorId);
    return { isOperative, station, place, running: await runningSessions(charging, station.id, place.evseId) };
  }

  return defineTool({
    name: 'set_connector_status',
    title: 'Put a connector in or out of service',
    description:
      'Puts a connector, an EVSE or a whole charge point in service (Available) or out of it (Unavailable). OCPP can set nothing else: Faulted, Occupied, Charging and Reserved are reported by the charge point. ' +
      'One in use goes out of service when its session has ended. To keep it for a driver use reserve_connector; to end a session stop_ocpp_transaction. ' +
      'A person has to approve.',
    category: 'stations',
    level: 'operate',
    tier: 'R2',
    isIdempotent: true,
    timeoutMs: commandTimeoutMs,
    input: z.object({
      charge_point_id: chargePointId,
      status: z.string().min(1).max(40).describe('Available or Unavailable'),
      ...placeInput,
      why,
    }),
    output: commandResult.extend({
      wanted: z.string(),
      sent: z.string(),
      is_scheduled: z.boolean().describe('It happens when the session has ended'),
      connectors: z.array(z.object({ evse_id: z.int(), connector_id: z.int(), status: z.string() })),
    }),
    examples: [{ charge_point_id: 'CP-7', connector_id: 1, status: 'Unavailable', why: 'Broken plug' }],
    subject: (input) => input.charge_point_id,
    async plan(input) {
      const { isOperative, station, place, running } = await look(input);
      return {
        targets: [stationTarget(station.id, place)],
        effect: effectOf(isOperative, place, running.length),
        details: { status_now: statusesAt(station, place), running_sessions: sessionsInPlan(running) },
        preconditions: {
          out_of_service: outOfService(station, place),
          running_sessions: sessionsAsPrecondition(running),
        },
      };
    },
    async run(input, context) {
      const { isOperative, station, place, running } = await look(input);
      const record = await runAtStation({ charging }, context, {
        stationId: station.id,
        name: 'set-availability',
        input: { isOperative, ...placeForCommand(place) },
        why: input.why,
        // What waits for a session is seen when that has ended.
        waitForEffectSeconds: running.length > 0 && !isOperative ? undefined : waitSeconds,
      });
      const isScheduled = record.outcome?.answer['isScheduled'] === true;
      const now = await knownChargePoint(charging, station.id);
      const data = {
        ...resultOf(record),
        wanted: isOperative ? 'Available' : 'Unavailable',
        sent: `ChangeAvailability ${isOperative ? 'Operative' : 'Inoperative'}`,
        is_scheduled: isScheduled,
        connectors: statusesAt(now, place),
      };
      return { text: whyNotDone(record) ?? whatFollowed(isScheduled, record.effect !== null), data };
    },
  });
}

function wantedOf(status: string): boolean {
  const wanted = operative[status.trim().toLowerCase()];
  if (wanted !== undefined && Object.hasOwn(operative, status.trim().toLowerCase())) return wanted;
  throw new SigecError(
    'INVALID_INPUT',
    'status accepts Available (in service) or Unavailable (out of service). Faulted, Occupied, Charging, Preparing and Finishing are reported by the charge point and cannot be set; Reserved is set by reserve_connector.',
    { details: { fields: [{ field: 'status', accepts: ['Available', 'Unavailable'] }] } },
  );
}

function at(station: Station, { evseId, connectorId }: EvseAddress): Connector[] {
  return station.connectors.filter(
    (connector) =>
      (evseId === undefined ? connector.evseId !== 0 : connector.evseId === evseId) &&
      (connectorId === undefined || connector.connectorId === connectorId),
  );
}

function statusesAt(station: Station, place: EvseAddress) {
  return at(station, place).map(({ evseId, connectorId, status }) => ({
    evse_id: evseId,
    connector_id: connectorId,
    status,
  }));
}

function outOfService(station: Station, place: EvseAddress): string[] {
  return at(station, place)
    .filter(({ status }) => status === 'unavailable')
    .map(({ evseId, connectorId }) => `${evseId}/${connectorId}`)
    .toSorted();
}

function effectOf(isOperative: boolean, place: EvseAddress, count: number): Sentence {
  const where = placeByCode(place);
  if (isOperative) return sentenceOf('effect-in-service', { where });
  if (count === 0) return sentenceOf('effect-out-of-service', { where });
  return sentenceOf('effect-out-of-service-later', { where, count });
}

function whatFollowed(isScheduled: boolean, isSeen: boolean): string {
  if (isScheduled) return 'The charge point will do it once the session there has ended.';
  return isSeen
    ? 'The charge point did it: it has reported the new status.'
    : 'The charge point accepted; it has not reported another status since, which is usual where it was so already.';
}
