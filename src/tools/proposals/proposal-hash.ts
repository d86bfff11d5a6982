import { keyedHash } from '#ledger/installation.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { KeptProposal, NewProposal } from './proposal-store.ts';

type Frozen = Omit<NewProposal, 'sealed' | 'hash'>;

/**
 * Over everything that a person is shown and approves, and the arguments as they were given. Keyed, so that whoever can write into the
 * database cannot exchange any of it.
 */
export function proposalHash(key: Buffer, frozen: Frozen, given: unknown): Buffer {
  const { id, tool, toolHash, title, tier, principal, door, subject } = frozen;
  const { targets, effect, details, preconditions, arguments: shown, proposedAt, expiresAt } = frozen;
  const text = canonicalJson([
    ...[id, tool, toolHash, title, tier, principal, door, subject, targets, effect, details, preconditions, shown],
    ...[proposedAt.toISOString(), expiresAt.toISOString(), given],
  ]);
  return keyedHash(key, 'proposal', text);
}

type Decided = Pick<KeptProposal, 'hash' | 'decidedBy' | 'decidedVia' | 'decidedAt'>;

/** Says that this person approved this proposal then; a state that was written into the table by hand has none. */
export function approvalSeal(key: Buffer, { hash, decidedBy, decidedVia, decidedAt }: Decided): Buffer {
  const text = canonicalJson([hash.toString('hex'), decidedBy, decidedVia, decidedAt?.toISOString()]);
  return keyedHash(key, 'approval', text);
}
