import type { X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import { plainSerial } from '../plain-serial.ts';
import { readRows } from '../rows.ts';
import { subjectOf } from './pem.ts';

/** Of another authority, as the station showed it. */
type ForeignCertificate = {
  serialNumber: string;
  subject: string;
  issuedAt: string;
  expiresAt: string;
  /** When the station signed in with it, to the hour. */
  seenAt: string;
};

/** A station signed in by it. Who comes again within the hour costs no write. */
export async function noteForeignCertificate(
  pool: Pool,
  { stationId, certificate, at }: { stationId: string; certificate: X509Certificate; at: Date },
): Promise<void> {
  const { serialNumber, validFromDate, validToDate } = certificate;
  await pool.query(
    `insert into foreign_certificate as known (station_id, serial_number, subject, issued_at, expires_at, seen_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (station_id) do update set serial_number = excluded.serial_number, subject = excluded.subject,
       issued_at = excluded.issued_at, expires_at = excluded.expires_at, seen_at = excluded.seen_at
     where known.serial_number <> excluded.serial_number or known.seen_at < excluded.seen_at - interval '1 hour'`,
    [stationId, plainSerial(serialNumber), subjectOf(certificate), validFromDate, validToDate, at],
  );
}

export async function readForeignCertificate(pool: Pool, stationId: string): Promise<ForeignCertificate | undefined> {
  const [found] = await readRows<ForeignCertificate>(
    pool,
    'select serial_number, subject, issued_at, expires_at, seen_at from foreign_certificate where station_id = $1',
    [stationId],
  );
  return found;
}
