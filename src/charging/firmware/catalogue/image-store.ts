import type { Pool } from 'pg';
import type { FirmwareImage } from '#contract/stations/firmware-image.ts';
import { changeProjection, readRows, tableProjection } from '../../rows.ts';

export type ImageRow = Omit<FirmwareImage, 'isSigned' | 'bytes' | 'sha256' | 'md5' | 'addedAt'> & {
  signingCertificate: string | null;
  signature: string | null;
  addedAt: Date;
};

export const newImages = tableProjection<ImageRow>({ name: 'firmware images', table: 'firmware_image', key: ['id'] });

export type ImageChange = Pick<FirmwareImage, 'id' | 'state'> &
  Partial<Pick<FirmwareImage, 'bytes' | 'sha256' | 'md5'>>;

export const changedImages = changeProjection<ImageChange>({
  name: 'changed firmware images',
  table: 'firmware_image',
  key: ['id'],
});

const columns = `id, vendor, model, version, file_name, notes, signature is not null as is_signed, state, bytes::integer, sha256, md5,
  added_at, added_by`;

export function readImages(pool: Pool): Promise<FirmwareImage[]> {
  return readRows(pool, `select ${columns} from firmware_image order by added_at desc limit 500`);
}

export async function readImage(pool: Pool, id: string): Promise<FirmwareImage | undefined> {
  return (await readRows<FirmwareImage>(pool, `select ${columns} from firmware_image where id = $1`, [id]))[0];
}

export type ImageSignature = { signingCertificate: string | null; signature: string | null };

export async function readSignature(pool: Pool, id: string): Promise<ImageSignature> {
  const [row] = await readRows<ImageSignature>(
    pool,
    'select signing_certificate, signature from firmware_image where id = $1',
    [id],
  );
  return row ?? { signingCertificate: null, signature: null };
}

export type LinkedImage = {
  imageId: string;
  stationId: string;
  bytes: number;
  sha256: string;
  fileName: string;
};

/**
 * The image behind a token, and one more request counted. A station that resumes asks often, and one that starts again takes it all
 * again; beyond that the address has come into other hands. Once the station says that it has the file, the address is worth nothing.
 */
export async function useLink(
  pool: Pool,
  { tokenHash, now, maxRequests, maxTimes }: { tokenHash: string; now: Date; maxRequests: number; maxTimes: number },
): Promise<LinkedImage | undefined> {
  const [linked] = await readRows<LinkedImage>(
    pool,
    `update firmware_link as link set requests = requests + 1
     from firmware_image as image
     where link.token_hash = $1 and image.id = link.image_id and image.state <> 'loading' and link.expires_at > $2
       and link.requests < $3 and link.served_bytes < image.bytes * $4
       and not exists (select from firmware_report as report where report.station_id = link.station_id and report.at >= link.made_at
         and report.status in ('downloaded', 'signature-verified', 'installing', 'installed', 'install-rebooting'))
     returning image.id as image_id, link.station_id, image.bytes::integer, image.sha256, image.file_name`,
    [tokenHash, now.toISOString(), maxRequests, maxTimes],
  );
  return linked;
}

export async function countServed(
  pool: Pool,
  { tokenHash, bytes, fetchedAt }: { tokenHash: string; bytes: number; fetchedAt: Date | null },
): Promise<void> {
  await pool.query(
    `update firmware_link set served_bytes = served_bytes + $2, fetched_at = coalesce(fetched_at, $3) where token_hash = $1`,
    [tokenHash, bytes, fetchedAt?.toISOString() ?? null],
  );
}

export async function addLink(
  pool: Pool,
  link: { tokenHash: string; imageId: string; stationId: string; madeAt: Date; expiresAt: Date },
): Promise<void> {
  const { tokenHash, imageId, stationId, madeAt, expiresAt } = link;
  await pool.query(
    `insert into firmware_link (token_hash, image_id, station_id, made_at, expires_at) values ($1, $2, $3, $4, $5)`,
    [tokenHash, imageId, stationId, madeAt.toISOString(), expiresAt.toISOString()],
  );
}

/** Whether a location is an address of ours for an image whose signature was verified when it was brought. */
export async function isOwnSigned(pool: Pool, tokenHash: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from firmware_link join firmware_image as image on image.id = image_id
     where token_hash = $1 and image.signature is not null`,
    [tokenHash],
  );
  return rowCount === 1;
}
