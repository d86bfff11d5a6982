import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedTextIfAny } from '#base/untrusted-text.ts';
import { time } from '#contract/common.ts';
import { logKind } from '#contract/stations/logs.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import {
  commandResult,
  commandTimeoutMs,
  resultOf,
  runAtStation,
  waitSeconds,
  why,
  whyNotDone,
} from '../station-command.ts';

export function requestLogs({ charging, stationFiles }: Pick<PackNeeds, 'charging' | 'stationFiles'>): Tool {
  return defineTool({
    name: 'request_logs',
    title: 'Have a charge point upload its log',
    description:
      'Asks a charge point to upload its diagnostics or security log to the place that the operator of this system has settled; nobody can name another one. Use it to prepare a repair. ' +
      'It changes nothing and needs no approval. get_charge_point_status tells under upkeep how the upload goes; what the charge point and we said to each other is in get_charge_point_messages, without asking it.',
    category: 'stations',
    level: 'operate',
    tier: 'R1',
    timeoutMs: commandTimeoutMs,
    rateLimit: { calls: 10, perSeconds: 60 },
    input: z.object({
      charge_point_id: chargePointId,
      kind: logKind.exclude(['data-collector']).default('diagnostics').describe('Which log'),
      from: time.optional().describe('The oldest entry that is wanted'),
      to: time.optional().describe('The latest entry that is wanted'),
      why,
      wait_seconds: waitSeconds(0),
    }),
    output: commandResult.extend({ reported_file_name: z.string().optional() }),
    examples: [{ charge_point_id: 'CP-7', from: '2026-03-01T00:00:00Z' }],
    subject: (input) => input.charge_point_id,
    async run({ charge_point_id, kind, from, to, why: said, wait_seconds }, context) {
      const station = await onlineChargePoint(charging, charge_point_id);
      if (stationFiles.logUploadUrl === '') throw nowhere();
      const record = await runAtStation({ charging }, context, {
        stationId: station.id,
        name: 'get-log',
        input: {
          kind,
          location: stationFiles.logUploadUrl,
          ...(from !== undefined && { oldestAt: from }),
          ...(to !== undefined && { latestAt: to }),
        },
        why: said,
        ...(wait_seconds > 0 && { waitForEffectSeconds: wait_seconds }),
      });
      const fileName = record.outcome?.answer['fileName'];
      const text = whyNotDone(record) ?? 'The charge point uploads its log; get_charge_point_status tells how it goes.';
      const data = {
        ...resultOf(record),
        reported_file_name: untrustedTextIfAny(typeof fileName === 'string' ? fileName : null, 100),
      };
      return { text, data };
    },
  });
}

function nowhere(): SigecError {
  return new SigecError(
    'CONFLICT',
    'There is no place settled for logs yet: whoever runs this system sets LOG_UPLOAD_URL. Nothing was asked.',
  );
}
