import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { RevocationReason } from '#contract/stations/certificates.ts';
import { type Authority, signingKeyOf } from '../authorities/authority.ts';
import { loadOcsp, loadX509 } from '../load-pki.ts';
import { reasonCodes, wholeSeconds } from './ocsp-names.ts';

const hourMs = 3_600_000;
/** Long enough that whoever needs the list can bear a day without us. */
const lastsMs = 7 * 24 * hourMs;
/** The list is made anew after this, and at once when something was revoked. */
const freshMs = hourMs;

const crlNumberOid = '2.5.29.20';

export type RevocationList = { content: Buffer; number: bigint; producedAt: Date; nextUpdate: Date };

/** The revocation list (CRL) of an authority in DER, as of now. It is kept, so that its number grows whichever node makes it. */
export async function revocationListOf(
  { pool, clock }: { pool: Pool; clock: Clock },
  authority: Authority,
): Promise<RevocationList> {
  const now = clock.now();
  const last = await readList(pool, authority.id);
  const isFresh = last !== undefined && now.getTime() - last.producedAt.getTime() < freshMs && now >= last.producedAt;
  if (isFresh && !(await hasRevokedSince(pool, authority.id, last.producedAt))) return last;
  const producedAt = wholeSeconds(now);
  const nextUpdate = new Date(producedAt.getTime() + lastsMs);
  const number = (last?.number ?? 0n) + 1n;
  const content = await signList(authority, {
    entries: await readRevoked(pool, authority.id, now),
    number,
    producedAt,
    nextUpdate,
  });
  const { rowCount } = await pool.query(
    `insert into revocation_list as known (authority_id, number, content, produced_at, next_update) values ($1, $2, $3, $4, $5)
     on conflict (authority_id) do update set number = excluded.number, content = excluded.content,
       produced_at = excluded.produced_at, next_update = excluded.next_update
     where known.number < excluded.number`,
    [authority.id, number.toString(), content, producedAt.toISOString(), nextUpdate.toISOString()],
  );
  const made = { content, number, producedAt, nextUpdate };
  if (rowCount === 1) return made;
  return (await readList(pool, authority.id)) ?? made; // another node was faster, with the same number
}

type Revoked = { serialNumber: string; revokedAt: Date; reason: RevocationReason | null };

async function signList(
  authority: Authority,
  { entries, number, producedAt, nextUpdate }: Omit<RevocationList, 'content'> & { entries: readonly Revoked[] },
): Promise<Buffer> {
  const [x509, { asn1js }] = await Promise.all([loadX509(), loadOcsp()]);
  const issuer = new x509.X509Certificate(authority.certificate.raw);
  const keyId = issuer.getExtension(x509.SubjectKeyIdentifierExtension)?.keyId;
  const list = await x509.X509CrlGenerator.create({
    issuer: issuer.subjectName,
    thisUpdate: producedAt,
    nextUpdate,
    ...signingKeyOf(authority.privateKey),
    entries: entries.map(({ serialNumber, revokedAt, reason }) => ({
      serialNumber: serialNumber.length % 2 === 0 ? serialNumber : `0${serialNumber}`,
      revocationDate: wholeSeconds(revokedAt),
      ...(reason !== null && reason !== 'unspecified' && { reason: reasonCodes[reason] }),
    })),
    extensions: [
      keyId === undefined
        ? await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey)
        : new x509.AuthorityKeyIdentifierExtension(keyId),
      new x509.Extension(crlNumberOid, false, asn1js.Integer.fromBigInt(number).toBER()),
    ],
  });
  return Buffer.from(list.rawData);
}

async function readList(pool: Pool, authorityId: string): Promise<RevocationList | undefined> {
  const { rows } = await pool.query<{ content: Buffer; number: string; produced_at: Date; next_update: Date }>(
    'select content, number, produced_at, next_update from revocation_list where authority_id = $1',
    [authorityId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { content, number, produced_at: producedAt, next_update: nextUpdate } = row;
  return { content, number: BigInt(number), producedAt, nextUpdate };
}

async function hasRevokedSince(pool: Pool, authorityId: string, since: Date): Promise<boolean> {
  const { rows } = await pool.query(
    'select from issued_certificate where authority_id = $1 and revoked_at >= $2 limit 1',
    [authorityId, since.toISOString()],
  );
  return rows.length > 0;
}

/** What has expired need not be named any more. */
async function readRevoked(pool: Pool, authorityId: string, now: Date): Promise<Revoked[]> {
  const { rows } = await pool.query<{
    serial_number: string;
    revoked_at: Date;
    revocation_reason: RevocationReason | null;
  }>(
    `select serial_number, revoked_at, revocation_reason from issued_certificate
     where authority_id = $1 and revoked_at is not null and expires_at > $2 order by revoked_at, serial_number`,
    [authorityId, now.toISOString()],
  );
  return rows.map(({ serial_number: serialNumber, revoked_at: revokedAt, revocation_reason: reason }) => ({
    serialNumber,
    revokedAt,
    reason,
  }));
}
