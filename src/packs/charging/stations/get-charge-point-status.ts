import { z } from 'zod';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { Charging } from '#charging/open-charging.ts';
import { time } from '#contract/common.ts';
import type { FirmwareJob, FirmwareStatus } from '#contract/stations/firmware.ts';
import type { LogRequest } from '#contract/stations/logs.ts';
import type { Connector, Link, OfflineReason, PendingReason, Station } from '#contract/stations/station.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import {
  chargePointLink,
  connectorInDetail,
  connectorInDetailForAgents,
  idForAgents,
  linkForAgents,
  reportedByStation,
  reportForAgents,
} from '../charge-point.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';

const told = {
  kind: z.string(),
  asked_at: time,
  outcome: z.string().optional(),
  status: z.string().optional(),
  last_told_at: time.optional(),
  reported_reason: z.string().optional(),
};

const update = z.object({ ...told, from_host: z.string().optional(), is_signed: z.boolean() });

const upload = z.object({ ...told, reported_file_name: z.string().optional() });

/** What was asked of a station to keep it in order, and how that goes: the last alone, since a status is read often; list_events tells the rest. */
const upkeep = z
  .object({ firmware_update: update.optional(), log_upload: upload.optional() })
  .describe('The last of each; status: as it told');

async function upkeepOf(
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

function isUpdating(kept: z.input<typeof upkeep> | undefined): boolean {
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

export function getChargePointStatus({ charging }: { charging: Charging }): Tool {
  return defineTool({
    name: 'get_charge_point_status',
    title: 'Status of a charge point',
    description:
      'Tells how one charge point is doing: whether it is connected, since when and why not, the status of each connector with the reason and time, what it reported about itself, such as its firmware version, and how its last firmware update and log upload go (upkeep). ' +
      'Use it when the id is known, and after update_firmware or request_logs; to find an id or to look at many, use list_charge_points.',
    category: 'stations',
    level: 'observe',
    tier: 'R0',
    input: z.object({ charge_point_id: chargePointId }),
    output: z.object({
      charge_point_id: z.string(),
      link: chargePointLink,
      is_accepted: z.boolean().describe('An operator accepted it'),
      last_seen_at: time.optional(),
      booted_at: time.optional(),
      connectors: z.array(connectorInDetail),
      reported_by_station: reportedByStation,
      upkeep: upkeep.optional(),
    }),
    examples: [{ charge_point_id: 'CP-7' }],
    subject: (input) => input.charge_point_id,
    async run(input) {
      const station = await knownChargePoint(charging, input.charge_point_id);
      const kept = await upkeepOf(charging, station);
      const data = {
        charge_point_id: idForAgents(station),
        link: linkForAgents(station.link),
        is_accepted: station.acceptedAt !== null,
        last_seen_at: station.lastSeenAt ?? undefined,
        booted_at: station.bootedAt ?? undefined,
        connectors: station.connectors.map(connectorInDetailForAgents),
        reported_by_station: reportForAgents(station),
        ...(kept !== undefined && { upkeep: kept }),
      };
      const updating = isUpdating(kept) ? ' A firmware update is under way.' : '';
      return { text: `${linkSentence(station.link)} ${connectorSentence(station.connectors)}${updating}`, data };
    },
  });
}

const whyOffline = {
  'never-connected': 'it has never connected',
  'closed-by-station': 'the station closed the connection',
  'no-answer': 'the station stopped answering',
  replaced: 'another connection with the same id took its place',
  'refused-input': 'it kept sending what we cannot read',
  'over-budget': 'it sent far more than a station may',
  'database-away': 'our database was away',
  'server-stopped': 'our server was stopped',
  rejected: 'it was rejected by an operator',
  'exemption-ended': 'it may no longer connect without a password',
  'certificate-revoked': 'the certificate by which it had signed in was revoked',
} satisfies Record<OfflineReason, string>;

const whyPending = {
  'unknown-station': 'an operator has not accepted it yet',
  'no-password': 'it gave no password',
  'wrong-password': 'it gave a wrong password',
  'wrong-certificate': 'its certificate is not its own, or is over',
  'profile-too-low': 'it came by a lower security profile than it has to use',
  'no-common-version': 'it speaks no OCPP version that we know',
  'no-station-id': 'it was set up without an id',
  rejected: 'it was rejected by an operator',
} satisfies Record<PendingReason, string>;

function linkSentence(link: Link): string {
  if (link.state === 'online') return `Online since ${link.since} over OCPP ${link.version}.`;
  if (link.state === 'pending') return `Pending since ${link.since}: ${whyPending[link.reason]}.`;
  return `Offline${link.since === null ? '' : ` since ${link.since}`}: ${whyOffline[link.reason]}.`;
}

function connectorSentence(connectors: readonly Connector[]): string {
  const real = connectors.filter(({ evseId }) => evseId !== 0); // 0 stands for the station as a whole
  if (real.length === 0) return 'It has not reported any connector yet.';
  const counts = Map.groupBy(real, ({ status }) => status);
  const parts = [...counts].map(([status, some]) => `${some.length} ${status}`);
  return `${real.length} ${real.length === 1 ? 'connector' : 'connectors'}: ${parts.join(', ')}.`;
}
