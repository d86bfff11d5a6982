import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { seal, unseal } from '../seal.ts';
import type { Sample, SealedSigned, SignedSample } from './sample.ts';

type Needs = { pool: Pool; installationKey: Buffer };
type Signer = { stationId: string; sessionRef: string | null };

const maxRemembered = 10_000;
const maxAttempts = 3;

/** The secrets under which signed values are sealed, one per session. Only stations with signing meters cost a look, once per session. */
export class SignedKeys {
  private readonly needs: Needs;
  private readonly known = new Map<string, Buffer | null>();

  constructor(needs: Needs) {
    this.needs = needs;
  }

  /** The samples as they may be written. Of a person who was forgotten, what the meter signed is left out. */
  async sealed<Each extends Sample>(
    samples: readonly Each[],
    signer: Signer & { tokenHash: string | null },
  ): Promise<readonly Each[]> {
    if (!samples.some(({ signed }) => signed !== null)) return samples;
    const secret = await this.secretOf(signer);
    return samples.map((sample) => {
      if (sample.signed === null || 'sealed' in sample.signed) return sample;
      return { ...sample, signed: secret && sealSigned(this.needs.installationKey, secret, signer, sample.signed) };
    });
  }

  private async secretOf({
    stationId,
    sessionRef,
    tokenHash,
  }: Signer & { tokenHash: string | null }): Promise<Buffer | null> {
    const name = rowOf({ stationId, sessionRef });
    const known = this.known.get(name);
    if (known !== undefined) return known;
    // What was sealed under a secret that is gone can never be read: what is remembered need not be told of a forgetting.
    const secret = await makeSecret(this.needs.pool, { stationId, sessionRef, tokenHash });
    if (this.known.size >= maxRemembered) this.known.clear();
    this.known.set(name, secret);
    return secret;
  }
}

/** What a meter signed, or null where it can be read no more. Rows of before hold it as it came. */
export function openSigned(
  installationKey: Buffer,
  signed: SignedSample | SealedSigned | undefined,
  { secret, ...signer }: Signer & { secret: Buffer | null },
): SignedSample | null {
  if (signed === undefined) return null;
  if (!('sealed' in signed)) return signed;
  if (secret === null) return null;
  try {
    const sealed = Buffer.from(signed.sealed, 'base64');
    return JSON.parse(unseal(installationKey, secret, { sealed, row: rowOf(signer) })) as SignedSample;
  } catch {
    return null; // sealed under a secret that was taken away while it came
  }
}

function sealSigned(installationKey: Buffer, secret: Buffer, signer: Signer, signed: SignedSample): SealedSigned {
  const sealed = seal(installationKey, { secret }, { value: JSON.stringify(signed), row: rowOf(signer) });
  return { sealed: sealed.toString('base64') };
}

function rowOf({ stationId, sessionRef }: Signer): string {
  return `signed ${stationId}\n${sessionRef ?? ''}`;
}

/** Makes the secret, or finds the one that another connection made. A session of a forgotten token gets none. */
async function makeSecret(
  pool: Pool,
  { stationId, sessionRef, tokenHash }: Signer & { tokenHash: string | null },
): Promise<Buffer | null> {
  const ref = sessionRef ?? '';
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const { rows } = await pool.query<{ secret: Buffer | null }>(
      `with made as (
         insert into signed_key (station_id, session_ref, secret, token_hash, created_at)
         select $1, $2, case when exists (
             select from forgotten_token where id = $3 or id = (select token_hash from session where station_id = $1 and ref = $2)
           ) then null else $4::bytea end, $3, now()
         on conflict do nothing returning secret
       )
       select secret from made union all select secret from signed_key where station_id = $1 and session_ref = $2 limit 1`,
      [stationId, ref, tokenHash, randomBytes(32)],
    );
    if (rows[0] !== undefined) return rows[0].secret;
  }
  throw new Error(`The key for signed values of ${stationId} could be neither made nor read.`);
}
