import { SigecError } from '#base/errors.ts';
import { unseal } from '../seal.ts';
import { noGroup } from './change-groups.ts';
import { readSealedGroup } from './group-store.ts';
import type { AuthorizationNeeds } from './open-authorization.ts';
import type { WireToken } from './station-authorization.ts';
import { readSealed, type SealedToken } from './token-store.ts';

type Needs = Pick<AuthorizationNeeds, 'pool' | 'installationKey'>;

export type RevealedToken = WireToken & { group: WireToken | null };

export async function revealToken(needs: Needs, tokenId: string): Promise<RevealedToken> {
  const [row] = await readSealed(needs.pool, [tokenId]);
  if (row === undefined) throw noToken(tokenId);
  return revealed(needs.installationKey, row);
}

export function revealed(installationKey: Buffer, row: SealedToken): RevealedToken {
  const { id, type, value, secret, group } = row;
  return {
    id,
    type,
    value: unseal(installationKey, secret, { sealed: value, row: id }),
    group: group && {
      id: group.id,
      type: 'central',
      value: unseal(installationKey, group.secret, { sealed: group.value, row: group.id }),
    },
  };
}

export async function revealGroup({ pool, installationKey }: Needs, groupId: string): Promise<WireToken> {
  const group = await readSealedGroup(pool, groupId);
  if (group === undefined) throw noGroup(groupId);
  const value = unseal(installationKey, group.secret, { sealed: group.value, row: group.id });
  return { id: group.id, type: 'central', value };
}

export function noToken(tokenId: string): SigecError {
  return new SigecError('NOT_FOUND', `There is no token ${tokenId}; list the tokens to see which there are.`);
}
