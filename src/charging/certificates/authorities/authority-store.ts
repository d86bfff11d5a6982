import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import type { Projection } from '#ledger/ledger-types.ts';
import { seal, unseal } from '#ledger/seal.ts';
import { issuerIn } from '../certificate-hash.ts';
import { readCertificates } from '../pem.ts';
import type { Authority, KnownRole } from './authority.ts';

export type AuthorityRow = {
  id: string;
  role: KnownRole;
  origin: Authority['origin'];
  certificate: string;
  chain: string;
  sealedKey: Buffer;
  createdAt: Date;
  /** It takes the place of the one that signs now; otherwise the first one written stays. */
  isReplacing: boolean;
};

/** Two nodes may make the same authority at the same moment: the first one written is it. */
export const authorities: Projection<AuthorityRow> = {
  name: 'certificate authorities',
  identity: ({ id }) => id,
  merge: (earlier) => earlier,
  async write(client, rows) {
    for (const { id, role, origin, certificate, chain, sealedKey, createdAt, isReplacing } of rows) {
      const at = createdAt.toISOString();
      if (isReplacing)
        await client.query('update authority set retired_at = $2 where role = $1 and retired_at is null', [role, at]);
      await client.query(
        `insert into authority (id, role, origin, certificate, chain, sealed_key, created_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
        [id, role, origin, certificate, chain, sealedKey, at],
      );
    }
  },
};

const purpose = 'certificate authority';

export function sealKey(installationKey: Buffer, key: KeyObject): Buffer {
  return seal(installationKey, purpose, key.export({ format: 'der', type: 'pkcs8' }));
}

/** All of them, retired ones too: they answer for what they have issued. The newest first. */
export async function readAuthorities(pool: Pool, installationKey: Buffer): Promise<Authority[]> {
  const { rows } = await pool.query<StoredAuthority>('select * from authority order by created_at desc, id desc');
  return Promise.all(rows.map((row) => authorityOf(row, installationKey)));
}

type StoredAuthority = {
  id: string;
  role: KnownRole;
  origin: Authority['origin'];
  certificate: string;
  chain: string;
  sealed_key: Buffer;
  retired_at: Date | null;
};

async function authorityOf(row: StoredAuthority, installationKey: Buffer): Promise<Authority> {
  const { id, role, origin, retired_at: retiredAt } = row;
  const certificate = new X509Certificate(row.certificate);
  const key = unseal(installationKey, purpose, row.sealed_key);
  return {
    id,
    role,
    origin,
    retiredAt,
    certificate,
    ...(await issuerIn(certificate.raw)),
    chain: readCertificates(row.chain) ?? [],
    privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
  };
}
