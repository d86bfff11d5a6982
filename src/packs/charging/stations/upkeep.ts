import { z } from 'zod';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { Charging } from '#charging/charging.ts';
import { time } from '#contract/common.ts';
import type { FirmwareJob, FirmwareStatus } from '#contract/stations/firmware.ts';
import type { LogRequest } from '#contract/stations/logs.ts';
import type { Station } from '#contract/stations/station.ts';

const told = {
  kind: z.string(),
  asked_at: time,
  outcome: z.string().optional(),
  status: z.string().optional(),
  last_told_at: time.optional(),
  reported_reason: z.string().optional(),
};

const update = z.object({
  ...told,
  from_host: z.string().optional(),
  is_signed: z.boolean(),
});

const upload = z.object({ ...told, reported_file_name: z.string().optional() });

/** What was asked of a station to keep it in order, and how that goes: the last alone, since a status is read often; list_events tells the rest. */
export const upkeep = z
  .object({ firmware_update: update.optional(), log_upload: upload.optional() })
  .describe('The last of each; status: as it told');

export async function upkeepOf(
  { firmware, logs }: Pick<Charging, 'firmware' | 'logs'>,
  { id, acceptedAt }: Station,
): Promise<z.input<typeof upkeep> | undefined> {
  if (acceptedAt === null) return undefined;
  const [{ jobs }, { requests }] = await Promise.all([firmware.find(id), logs.find(id)]);
  const [job, request] = [jobs[0], requests[0]]; // newest first
  if (job === undefined && request === undefined) return undefined;
  return {
    ...(job !== undefined && { firmware_update: updateForAgents(job) }),
    ...(request !== undefined && { log_upload: uploadForAgents(request) }),
  };
}

export function isUpdating(kept: z.input<typeof upkeep> | undefined): boolean {
  const status = kept?.firmware_update?.status;
  return status !== undefined && !ended.has(status);
}

const ended: ReadonlySet<string> = new Set<FirmwareStatus>([
  ...(['installed', 'installation-failed', 'install-verification-failed', 'download-failed'] as const),
  ...(['invalid-signature', 'invalid-checksum', 'published', 'publish-failed', 'idle'] as const),
]);

function updateForAgents(job: FirmwareJob): z.input<typeof update> {
  return {
    ...toldOf(job),
    // Where exactly it lies may hold a password.
    from_host: URL.canParse(job.location) ? untrustedText(new URL(job.location).hostname, 100) : undefined,
    is_signed: job.isSigned,
  };
}

function uploadForAgents(request: LogRequest): z.input<typeof upload> {
  return { ...toldOf(request), reported_file_name: untrustedTextIfAny(request.fileName, 100) };
}

function toldOf({ kind, askedAt, outcome, status, reports }: FirmwareJob | LogRequest) {
  const last = reports.at(-1);
  return {
    kind,
    asked_at: askedAt,
    outcome: outcome ?? undefined,
    status: status ?? undefined,
    last_told_at: last?.at,
    reported_reason: untrustedTextIfAny(last?.reason ?? null, 200),
  };
}
