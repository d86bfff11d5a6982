import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { outcome } from '#contract/commands/command.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { Station } from '#contract/stations/station.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { stationTarget } from '../place.ts';
import { runningSessions, sessionsAsPrecondition } from '../running-sessions.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { mustBeLetPass, why } from '../station-command.ts';

const orders = {
  'reset-soft': { name: 'reset', input: { when: 'idle' }, does: 'many-restart', touchesSessions: true },
  'reset-hard': { name: 'reset', input: { when: 'now' }, does: 'many-restart-at-once', touchesSessions: true },
  'put-in-service': {
    name: 'set-availability',
    input: { isOperative: true },
    does: 'many-in-service',
    touchesSessions: false,
  },
  'take-out-of-service': {
    name: 'set-availability',
    input: { isOperative: false },
    does: 'many-out-of-service',
    touchesSessions: false,
  },
  'report-status': {
    name: 'trigger',
    input: { message: 'status' },
    does: 'many-status',
    touchesSessions: false,
  },
} as const;

type OrderName = keyof typeof orders;
const names = Object.keys(orders) as [OrderName, ...OrderName[]];
const most = 50;

type ToolInput = { charge_point_ids: string[]; command: OrderName };

export function commandManyChargePoints({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  /** `targets`: what was approved; one that has come online only since then stays untouched. */
  async function look({ charge_point_ids, command }: ToolInput, targets?: readonly string[]) {
    const ids = [...new Set(charge_point_ids)].toSorted();
    const stations = await Promise.all(ids.map((id) => knownChargePoint(charging, id)));
    const isApproved = ({ id }: Station) => targets?.includes(stationTarget(id)) ?? true;
    const online = stations.filter((station) => station.link.state === 'online' && isApproved(station));
    if (online.length === 0) throw noneOnline();
    const running = await Promise.all(online.map(({ id }) => runningSessions(charging, id)));
    return {
      online,
      offline: stations.filter((station) => !online.includes(station)),
      running: running.flat(),
      order: orders[command],
    };
  }

  return defineTool({
    name: 'command_many_charge_points',
    title: 'Ask many charge points for the same thing',
    description:
      'Restarts many charge points, puts them in or out of service, or has them tell their status: exactly those that are named, each once. Those that are offline are left out and named. ' +
      'Use it for a site or a list of more than two; for one use reset_charge_point, set_connector_status or request_charge_point_report. An administrator has to approve; the result tells the outcome of each.',
    category: 'stations',
    level: 'advanced',
    tier: 'R3',
    timeoutMs: 180_000,
    input: z.object({
      charge_point_ids: z.array(chargePointId).min(1).max(most).describe('As list_charge_points returns them'),
      command: z.enum(names).describe('What each of them is asked for'),
      why,
    }),
    output: z.object({
      is_done: z.boolean().describe('Whether every one accepted'),
      outcomes: z.array(
        z.object({
          charge_point_id: z.string(),
          command_id: z.string(),
          outcome: outcome.shape.status,
          reported_status: z.string().optional(),
          reported_reason: z.string().optional(),
        }),
      ),
      left_out: z.array(z.string()).describe('Offline, or so when it was approved'),
    }),
    examples: [{ charge_point_ids: ['CP-7', 'CP-8'], command: 'report-status' }],
    async plan(input, context) {
      const { online, offline, running, order } = await look(input);
      const stationIds = online.map(({ id }) => id);
      await mustBeLetPass({ charging }, context, { stationIds, name: order.name, input: { ...order.input } });
      return {
        targets: stationIds.map((id) => stationTarget(id)),
        effect: sentenceOf('effect-many', {
          does: sentenceOf(order.does, { count: online.length }),
          sessions: order.touchesSessions ? sessionWords(input.command, running.length) : sentenceOf('sessions-go-on'),
          offline: offline.length === 0 ? '' : sentenceOf('more-offline', { count: offline.length }),
        }),
        details: { offline: idsOf(offline), running_sessions: running.length, ocpp_versions: versionsOf(online) },
        // For what touches no session, those that come and go in the meantime do not matter.
        preconditions: order.touchesSessions ? { running_sessions: sessionsAsPrecondition(running) } : {},
      };
    },
    async run(input, { actor, signal, targets }) {
      const { online, offline, order } = await look(input, targets);
      const records = await withSafeErrors({}, () =>
        charging.runManyCommands({
          stationIds: online.map(({ id }) => id),
          name: order.name,
          input: { ...order.input },
          why: input.why === undefined ? undefined : untrustedText(input.why, 300),
          actor,
          signal,
        }),
      );
      const outcomes = records.map(({ id, stationId, outcome: ended }) => ({
        charge_point_id: untrustedText(stationId),
        command_id: id,
        outcome: ended?.status ?? ('no-answer' as const),
        reported_status: untrustedTextIfAny(ended?.code ?? null),
        reported_reason: untrustedTextIfAny(ended?.reason ?? null, 200),
      }));
      const accepted = outcomes.filter((each) => each.outcome === 'accepted').length;
      const rest = accepted === outcomes.length ? '' : ' Look at the others one by one with get_charge_point_status.';
      return {
        text: `${accepted} of ${outcomes.length} charge points accepted.${rest}`,
        data: { is_done: accepted === outcomes.length, outcomes, left_out: idsOf(offline) },
      };
    },
  });
}

function sessionWords(command: OrderName, count: number): Sentence {
  if (count === 0) return sentenceOf('no-session-there');
  if (command === 'reset-hard') return sentenceOf('sessions-cut', { count });
  if (command === 'reset-soft') return sentenceOf('sessions-end-or-wait', { count });
  return sentenceOf('sessions-there', { count });
}

function idsOf(stations: readonly Station[]): string[] {
  return stations.map(({ id }) => untrustedText(id));
}

function versionsOf(stations: readonly Station[]): string[] {
  return [...new Set(stations.flatMap(({ link }) => (link.state === 'online' ? [link.version] : [])))].toSorted();
}

function noneOnline(): SigecError {
  return new SigecError(
    'STATION_OFFLINE',
    'None of these charge points is online, so nothing can be asked of them now.',
  );
}
