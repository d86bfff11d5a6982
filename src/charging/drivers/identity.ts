import type { Driver } from '#contract/access/driver.ts';
import { keyedHash } from '#ledger/installation.ts';
import { type PersonKey, seal, unseal } from '../seal.ts';
import type { SealedDriver, SealedNames } from './driver-store.ts';

/** What names a person. It is kept sealed under their own key and nowhere else. */
export type Identity = { name: string; email: string | null; phone: string | null; note: string | null };

export function sealIdentity(
  installationKey: Buffer,
  key: PersonKey,
  { driverId, identity }: { driverId: string; identity: Identity },
): Buffer {
  return seal(installationKey, key, { value: JSON.stringify(identity), row: `driver ${driverId}` });
}

export function resealIdentity(installationKey: Buffer, known: SealedNames, names: Partial<Identity>): Buffer {
  const { id: driverId, keyId, secret } = known;
  const identity = { ...(openIdentity(installationKey, known) as Identity), ...names };
  return sealIdentity(installationKey, { id: keyId, secret }, { driverId, identity });
}

/** null: forgotten. */
export function openIdentity(
  installationKey: Buffer,
  { id, identity, secret }: Pick<SealedDriver, 'id' | 'identity' | 'secret'>,
): Identity | null {
  if (identity === null || secret === null) return null;
  return JSON.parse(unseal(installationKey, secret, { sealed: identity, row: `driver ${id}` })) as Identity;
}

/** By which an address is found without being readable; case does not tell two apart. */
export function emailHashOf(installationKey: Buffer, email: string | null): string | null {
  return email && keyedHash(installationKey, 'e-mail', email.toLowerCase()).toString('base64url');
}

export function toDriver(installationKey: Buffer, row: SealedDriver): Driver {
  const identity = openIdentity(installationKey, row);
  return {
    id: row.id,
    name: identity?.name ?? null,
    email: identity?.email ?? null,
    phone: identity?.phone ?? null,
    note: identity?.note ?? null,
    language: row.language,
    groupId: row.groupId,
    places: row.places,
    isBlocked: row.isBlocked,
    oneAtATime: row.oneAtATime,
    tokenCount: row.tokenCount,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    forgottenAt: row.forgottenAt?.toISOString() ?? null,
  };
}
