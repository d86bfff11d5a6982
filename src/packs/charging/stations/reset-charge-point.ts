import { z } from 'zod';
import type { Charging } from '#charging/open-charging.ts';
import { connectorId, evseId } from '#contract/commands/control.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, mustHaveEvse, onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { stationTarget } from '../place.ts';
import { runningSessions, sessionsAsPrecondition, sessionsByCode, sessionsInPlan } from '../running-sessions.ts';
import {
  commandResult,
  commandTimeoutMs,
  resultOf,
  runAtStation,
  waitSeconds,
  why,
  whyNotDone,
} from '../station-command.ts';

type When = 'idle' | 'now' | 'resume';

/** The normalized words and those of every OCPP version. */
const whenOf = {
  soft: 'idle',
  hard: 'now',
  resume: 'resume',
  Soft: 'idle',
  Hard: 'now',
  OnIdle: 'idle',
  Immediate: 'now',
  ImmediateAndResume: 'resume',
} satisfies Record<string, When>;

const types = Object.keys(whenOf) as [keyof typeof whenOf, ...(keyof typeof whenOf)[]];

type ToolInput = { charge_point_id: string; type: keyof typeof whenOf; evse_id?: number | undefined };

export function resetChargePoint({ charging }: { charging: Charging }): Tool {
  async function look({ charge_point_id, type, evse_id }: ToolInput) {
    const station = await onlineChargePoint(charging, charge_point_id);
    mustHaveEvse(station, evse_id);
    const { version } = station.link;
    const place = version === '1.6' ? undefined : evse_id; // Reset of OCPP 1.6 knows no EVSE
    const running = await runningSessions(charging, station.id, place);
    return { station, version, place, running, when: whenOf[type] };
  }

  return defineTool({
    name: 'reset_charge_point',
    title: 'Restart a charge point',
    description:
      'Restarts a charge point, or one EVSE of it. Use it when a charge point is stuck and looking at it did not help (get_charge_point_status, what_happened). ' +
      'soft waits for running sessions where the OCPP version can (1.6 ends them first); hard cuts them. To end one session use stop_ocpp_transaction, to free a cable unlock_connector. ' +
      'A person has to approve; the result tells what the station answered and whether it booted again.',
    category: 'stations',
    level: 'operate',
    tier: 'R2',
    aliases: ['send_remote_reset'],
    timeoutMs: commandTimeoutMs,
    input: z.object({
      charge_point_id: chargePointId,
      type: z.enum(types).default('soft').describe('resume: at once, and sessions go on afterwards (OCPP 2.1)'),
      evse_id: evseId.optional().describe('Only this EVSE (OCPP 2.x); absent: the whole charge point'),
      why,
      wait_seconds: waitSeconds(90),
    }),
    output: commandResult.extend({
      is_scheduled: z.boolean().describe('It waits until the sessions have ended'),
    }),
    examples: [{ charge_point_id: 'CP-7' }, { charge_point_id: 'CP-7', type: 'hard', why: 'Screen frozen' }],
    subject: (input) => input.charge_point_id,
    async plan(input) {
      const { station, version, place, running, when } = await look(input);
      return {
        targets: [stationTarget(station.id, { evseId: place })],
        effect: resetEffect({ when, version, place, count: running.length }),
        details: {
          ocpp_version: version,
          running_sessions: sessionsInPlan(running),
          whole_charge_point: place === undefined,
        },
        preconditions: { ocpp_version: version, running_sessions: sessionsAsPrecondition(running) },
      };
    },
    async run(input, context) {
      const { station, version, place, running, when } = await look(input);
      // One that waits for its sessions boots in hours, and an EVSE restarts without a boot.
      const isSeenSoon = place === undefined && !(waitsForSessions(when, version) && running.length > 0);
      const record = await runAtStation({ charging }, context, {
        stationId: station.id,
        name: 'reset',
        input: { when, ...(place !== undefined && { evseId: place }) },
        why: input.why,
        waitForEffectSeconds: isSeenSoon ? input.wait_seconds : undefined,
      });
      const isScheduled = record.outcome?.answer['isScheduled'] === true;
      const text =
        whyNotDone(record) ?? whatFollowedReset({ isSeenSoon, isScheduled, hasBooted: record.effect !== null });
      return { text, data: { ...resultOf(record), is_scheduled: isScheduled } };
    },
  });
}

function waitsForSessions(when: When, version: OcppVersion): boolean {
  return when === 'idle' && version !== '1.6';
}

type Facts = { when: When; version: OcppVersion; place: number | undefined; count: number };

function resetEffect({ when, version, place, count }: Facts): Sentence {
  const what = sentenceOf(place === undefined ? 'place-whole' : 'place-one-evse');
  if (count === 0) return sentenceOf('effect-reset', { what });
  const sessions = sessionsByCode(count);
  if (waitsForSessions(when, version))
    return sentenceOf(count === 1 ? 'effect-reset-waits-one' : 'effect-reset-waits-many', { what, sessions });
  if (when === 'resume' && version === '2.1') return sentenceOf('effect-reset-resumes', { what, sessions });
  if (when === 'idle') return sentenceOf('effect-reset-cannot-wait', { what, sessions });
  return sentenceOf('effect-reset-cuts', { what, sessions });
}

function whatFollowedReset(seen: { isSeenSoon: boolean; isScheduled: boolean; hasBooted: boolean }): string {
  if (seen.hasBooted) return 'The charge point restarted: it has booted again since.';
  if (seen.isScheduled)
    return 'The charge point will restart once its sessions have ended; list_events shows the boot.';
  return seen.isSeenSoon
    ? 'The charge point accepted, but no boot was seen in the time given. Look again in a minute with get_charge_point_status.'
    : 'The charge point accepted. No boot message follows at once; look at it with get_charge_point_status.';
}

type UnlockInput = { charge_point_id: string; evse_id: number; connector_id: number };

export function unlockConnector({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  async function lookAt({ charge_point_id, evse_id, connector_id }: UnlockInput) {
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
      const { station, running } = await lookAt(input);
      const place = { evseId: input.evse_id, connectorId: input.connector_id };
      return {
        targets: [stationTarget(station.id, place)],
        effect: running.length === 0 ? sentenceOf('effect-unlock') : sentenceOf('effect-unlock-session'),
        details: { running_sessions: sessionsInPlan(running) },
        preconditions: { running_sessions: sessionsAsPrecondition(running) },
      };
    },
    async run(input, context) {
      const { station } = await lookAt(input);
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
