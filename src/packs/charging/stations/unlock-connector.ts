import { z } from 'zod';
import { connectorId, evseId } from '#contract/commands/control.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, mustHaveEvse, onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { stationTarget } from '../place.ts';
import { runningSessions, sessionsAsPrecondition, sessionsInPlan } from '../running-sessions.ts';
import {
  commandResult,
  commandTimeoutMs,
  resultOf,
  runAtStation,
  waitSeconds,
  why,
  whyNotDone,
} from '../station-command.ts';

type ToolInput = { charge_point_id: string; evse_id: number; connector_id: number };

export function unlockConnector({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  async function look({ charge_point_id, evse_id, connector_id }: ToolInput) {
    const station = await onlineChargePoint(charging, charge_point_id);
    mustHaveEvse(station, evse_id, connector_id);
    return { station, running: await runningSessions(charging, station.id, evse_id) };
  }

  return defineTool({
    name: 'unlock_connector',
    title: 'Unlock a connector',
    description:
      'Opens the lock of a connector, for a driver whose cable is stuck after charging. Where a session is still running end it first with stop_ocpp_transaction: unlocking may end it, or be refused. ' +
      'A person has to approve; the result tells what the station answered.',
    category: 'stations',
    level: 'operate',
    tier: 'R2',
    timeoutMs: commandTimeoutMs,
    input: z.object({
      charge_point_id: chargePointId,
      evse_id: evseId,
      connector_id: connectorId.default(1).describe('Of that EVSE'),
      why,
      wait_seconds: waitSeconds(10),
    }),
    output: commandResult,
    examples: [{ charge_point_id: 'CP-7', evse_id: 1, why: 'Driver cannot pull the plug' }],
    subject: (input) => input.charge_point_id,
    async plan(input) {
      const { station, running } = await look(input);
      const place = { evseId: input.evse_id, connectorId: input.connector_id };
      return {
        targets: [stationTarget(station.id, place)],
        effect:
          running.length === 0
            ? 'Unlocks the connector. No session is running there.'
            : 'Unlocks the connector; the session that is running there may end by it, or the station may refuse.',
        details: { running_sessions: sessionsInPlan(running) },
        preconditions: { running_sessions: sessionsAsPrecondition(running) },
      };
    },
    async run(input, context) {
      const { station } = await look(input);
      const record = await runAtStation({ charging }, context, {
        stationId: station.id,
        name: 'unlock',
        input: { evseId: input.evse_id, connectorId: input.connector_id },
        why: input.why,
        waitForEffectSeconds: input.wait_seconds,
      });
      const text =
        whyNotDone(record) ??
        (record.effect === null
          ? 'The station says that it unlocked the connector; its status has not changed since.'
          : 'The station unlocked the connector, and its status changed since.');
      return { text, data: resultOf(record) };
    },
  });
}
