import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { time } from '#contract/common.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';

const maxFiles = 10;

/** Findings alone: a log may hold sentences that are meant for whoever reads this. */
export function listLogFindings({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'list_log_findings',
    title: 'What was found in the logs of a charge point',
    description:
      'Tells what was found in the log files that a charge point brought: reboots and their reasons, error codes, OCPP errors, lost links, memory, heat, counted and with times. The text of a log is shown to people alone. request_logs asks for a new one.',
    category: 'stations',
    level: 'operate',
    tier: 'R0',
    input: z.object({ charge_point_id: chargePointId }),
    output: z.object({
      log_files: z.array(
        z.object({
          log_file_id: z.string(),
          kind: z.string(),
          state: z.string(),
          asked_at: time,
          lines: z.int().optional(),
          refused_because: z.string().optional(),
          findings: z.array(
            z.object({
              kind: z.string(),
              code: z.string(),
              count: z.int(),
              first_at: time.optional(),
              last_at: time.optional(),
              peak: z.number().optional(),
            }),
          ),
        }),
      ),
    }),
    examples: [{ charge_point_id: 'CP-7' }],
    subject: ({ charge_point_id }) => charge_point_id,
    async run({ charge_point_id }) {
      const station = await knownChargePoint(charging, charge_point_id);
      const files = (await charging.logFiles.find(station.id)).slice(0, maxFiles);
      return {
        text:
          files.length === 0
            ? 'The charge point has brought no log yet; request_logs asks for one.'
            : `${files.length} log files.`,
        data: {
          log_files: files.map((file) => ({
            log_file_id: file.id,
            kind: file.kind,
            state: file.state,
            asked_at: file.askedAt,
            lines: file.lines ?? undefined,
            refused_because: file.refusal ?? undefined,
            findings: (file.findings ?? []).map((finding) => ({
              kind: finding.kind,
              code: untrustedText(finding.code),
              count: finding.count,
              first_at: finding.firstAt ?? undefined,
              last_at: finding.lastAt ?? undefined,
              peak: finding.peak ?? undefined,
            })),
          })),
        },
      };
    },
  });
}
