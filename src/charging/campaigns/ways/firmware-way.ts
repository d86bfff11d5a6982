import type { Pool } from 'pg';
import type { CampaignReason } from '#contract/campaigns/campaign.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import type { FirmwareImage } from '#contract/stations/firmware-image.ts';
import type { FirmwareCatalogue } from '../../firmware/catalogue/open-catalogue.ts';
import { type RunCommand, runAtStation } from './run-at-station.ts';
import type { Asked, Look, Way } from './way.ts';

type FirmwareNeeds = { pool: Pool; runCommand: RunCommand; catalogue: Pick<FirmwareCatalogue, 'orderFor'> };

/** L01, L02: the station fetches the image from us, restarts, and reports its version. */
export function firmwareWay(
  needs: FirmwareNeeds,
  { image, rollback }: { image: FirmwareImage; rollback: FirmwareImage | null },
): Way {
  return {
    whyNot({ vendor, model, version }) {
      if (vendor !== image.vendor || (image.model !== null && model !== image.model)) return 'other-product';
      return version === image.version ? 'already-there' : undefined;
    },
    ask: ({ stationId }) => install(needs, stationId, image),
    look: (station) => lookAt(needs.pool, station, image.version),
    whyLate: ({ bootedAt, askedAt, isOnline }) =>
      isOnline && bootedAt !== null && bootedAt > askedAt ? 'other-version' : 'not-back',
    ...(rollback !== null && {
      undo: ({ stationId, version }): Promise<Asked> =>
        version === rollback.version
          ? Promise.resolve({ status: 'skipped', reason: 'already-there' })
          : install(needs, stationId, rollback),
      lookBack: (station) => lookAt(needs.pool, station, rollback.version),
    }),
  };
}

async function install(
  { runCommand, catalogue }: FirmwareNeeds,
  stationId: string,
  image: FirmwareImage,
): Promise<Asked> {
  const { location, signature, signingCertificate } = await catalogue.orderFor(image.id, stationId);
  const isSigned = signature !== null && signingCertificate !== null;
  const asked = await runAtStation(runCommand, {
    stationId,
    name: 'update-firmware',
    input: { location, ...(isSigned && { signature, signingCertificate }) },
    why: ownReason('campaign-firmware', { version: image.version }),
  });
  return 'ended' in asked ? asked.ended : { status: 'asked' };
}

const failures: Readonly<Record<string, CampaignReason>> = {
  'download-failed': 'download-failed',
  'invalid-signature': 'signature-invalid',
  'installation-failed': 'installation-failed',
  'install-verification-failed': 'signature-invalid',
  'invalid-checksum': 'signature-invalid',
};

async function lookAt(
  pool: Pool,
  station: { stationId: string; askedAt: Date; bootedAt: Date | null; version: string | null; isOnline: boolean },
  wanted: string,
): Promise<Look> {
  const { stationId, askedAt, bootedAt, version, isOnline } = station;
  const { rows } = await pool.query<{ status: string }>(
    `select status from firmware_report where station_id = $1 and at >= $2 order by seq desc limit 20`,
    [stationId, askedAt.toISOString()],
  );
  const failure = rows.map(({ status }) => failures[status]).find((reason) => reason !== undefined);
  if (failure !== undefined) return { status: 'failed', reason: failure };
  const hasBooted = bootedAt !== null && bootedAt > askedAt;
  if (!hasBooted || !isOnline) return { status: 'under-way' };
  if (version === wanted) return { status: 'in-place' };
  // It may have restarted for another reason before it installed anything.
  const hasInstalled = rows.some(({ status }) => status === 'installed' || status === 'install-rebooting');
  return hasInstalled ? { status: 'failed', reason: 'other-version' } : { status: 'under-way' };
}
