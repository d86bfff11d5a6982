import { z } from 'zod';
import type { SigecError } from '#base/errors.ts';
import { untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { CommandName } from '#contract/commands/commands.ts';
import { time } from '#contract/common.ts';
import { logKind } from '#contract/stations/logs.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, mustHaveEvse, onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { placeForCommand, placeInput, placeOf } from '../place.ts';
import {
  commandResult,
  commandTimeoutMs,
  followedTaskMs,
  patienceSeconds,
  resultOf,
  runAtStation,
  waitOrFollowSeconds,
  why,
  whyNotDone,
} from '../station-command.ts';
import { settingName } from './configuration.ts';

const report = z.enum([
  'status',
  'meter-values',
  'boot',
  'heartbeat',
  'session',
  'firmware-status',
  'log-status',
  'configuration',
  'charging-limits',
]);

const seenBy: Record<z.output<typeof report>, string> = {
  status: 'get_charge_point_status shows it',
  'meter-values': 'list_sessions shows the energy',
  boot: 'list_events shows the boot',
  heartbeat: 'get_charge_point_status shows last_seen_at',
  session: 'list_sessions shows it',
  'firmware-status': 'get_charge_point_status shows it',
  'log-status': 'get_charge_point_status shows it',
  configuration: 'get_charge_point_configuration shows it',
  'charging-limits': 'get_charging_limits shows it',
};

export function requestChargePointReport({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'request_charge_point_report',
    title: 'Have a charge point tell something now',
    description:
      'Asks a charge point to tell its status, meter values, running sessions, settings or limits in force now, when what is known seems old. It changes nothing and needs no approval. ' +
      'What is known without asking: get_charge_point_status, get_charge_point_configuration, get_charging_limits. The result says whether it agreed and which tool then shows what it told.',
    category: 'stations',
    level: 'operate',
    tier: 'R1',
    isIdempotent: true,
    timeoutMs: commandTimeoutMs,
    taskMs: followedTaskMs,
    input: z.object({
      charge_point_id: chargePointId,
      report: report.describe('What it is to tell'),
      ...placeInput,
      names: z
        .array(settingName)
        .min(1)
        .max(50)
        .optional()
        .describe('Only with configuration: these settings; absent: all'),
      why,
      wait_seconds: waitOrFollowSeconds(20),
    }),
    output: commandResult,
    examples: [{ charge_point_id: 'CP-7', report: 'status' }],
    subject: (input) => input.charge_point_id,
    async run(input, context) {
      const station = await onlineChargePoint(charging, input.charge_point_id);
      const place = placeOf(input);
      mustHaveEvse(station, place.evseId, place.connectorId);
      if (input.names !== undefined && input.report !== 'configuration') throw onlyForConfiguration();
      const record = await runAtStation({ charging }, context, {
        stationId: station.id,
        ...commandFor(input),
        why: input.why,
        // Of the others nobody can say whether anything follows.
        waitForEffectSeconds: patienceSeconds(input.report === 'configuration' ? context : {}, input.wait_seconds, 20),
      });
      const text = whyNotDone(record) ?? `The charge point agreed to tell it; ${seenBy[input.report]}.`;
      return { text, data: resultOf(record) };
    },
  });
}

type ToolInput = {
  report: z.output<typeof report>;
  names?: string[] | undefined;
  evse_id?: number | undefined;
  connector_id?: number | undefined;
};

function commandFor(asked: ToolInput): { name: CommandName; input: Record<string, unknown> } {
  const place = placeForCommand(placeOf(asked));
  if (asked.report === 'configuration') {
    const { names } = asked;
    if (names === undefined) return { name: 'get-report', input: {} };
    return { name: 'get-variables', input: { variables: names.map((name) => ({ name })) } };
  }
  if (asked.report === 'charging-limits')
    return { name: 'get-composite-schedule', input: { evseId: place.evseId ?? 0 } };
  return { name: 'trigger', input: { message: asked.report, ...place } };
}

function onlyForConfiguration(): SigecError {
  return wrongArgument('names belongs to the report "configuration" alone.', 'names');
}

export function requestLogs({ charging, stationFiles }: Pick<PackNeeds, 'charging' | 'stationFiles'>): Tool {
  return defineTool({
    name: 'request_logs',
    title: 'Have a charge point upload its log',
    description:
      'Asks a charge point to upload its diagnostics or security log to this system, or to the place that its operator has settled; nobody can name another one. Use it to prepare a repair. ' +
      'It changes nothing and needs no approval. list_log_findings tells what was found in a log, get_charge_point_status under upkeep how the upload goes; what the charge point and we said to each other is in get_charge_point_messages, without asking it.',
    category: 'stations',
    level: 'operate',
    tier: 'R1',
    timeoutMs: commandTimeoutMs,
    taskMs: followedTaskMs,
    rateLimit: { calls: 10, perSeconds: 60 },
    input: z.object({
      charge_point_id: chargePointId,
      kind: logKind.exclude(['data-collector']).default('diagnostics').describe('Which log'),
      from: time.optional().describe('The oldest entry that is wanted'),
      to: time.optional().describe('The latest entry that is wanted'),
      why,
      wait_seconds: waitOrFollowSeconds(0),
    }),
    output: commandResult.extend({ reported_file_name: z.string().optional() }),
    examples: [{ charge_point_id: 'CP-7', from: '2026-03-01T00:00:00Z' }],
    subject: (input) => input.charge_point_id,
    async run({ charge_point_id, kind, from, to, why: said, wait_seconds }, context) {
      const station = await onlineChargePoint(charging, charge_point_id);
      const patience = patienceSeconds(context, wait_seconds, 0);
      const waiting = patience > 0 ? { waitForEffectSeconds: patience } : {};
      const isBroughtToUs = stationFiles.logUploadUrl === '';
      const period = { ...(from !== undefined && { oldestAt: from }), ...(to !== undefined && { latestAt: to }) };
      const record = isBroughtToUs
        ? (
            await charging.logFiles.ask(
              { stationId: station.id, kind, ...period, way: 'http', why: said, ...waiting, signal: context.signal },
              context.actor,
            )
          ).command
        : await runAtStation({ charging }, context, {
            stationId: station.id,
            name: 'get-log',
            input: { kind, location: stationFiles.logUploadUrl, ...period },
            why: said,
            ...waiting,
          });
      const fileName = record.outcome?.answer['fileName'];
      const seen = isBroughtToUs
        ? 'list_log_findings tells what is found in it'
        : 'get_charge_point_status tells how it goes';
      const text = whyNotDone(record) ?? uploaded(record.effect?.kind, seen);
      const data = {
        ...resultOf(record),
        reported_file_name: untrustedTextIfAny(typeof fileName === 'string' ? fileName : null, 100),
      };
      return { text, data };
    },
  });
}

function uploaded(kind: string | undefined, seen: string): string {
  if (kind === 'log-uploaded') return 'The charge point has uploaded its log.';
  if (kind === 'log-failed')
    return 'The charge point agreed, and then reported that the upload failed; see get_charge_point_status.';
  return `The charge point uploads its log; ${seen}.`;
}
