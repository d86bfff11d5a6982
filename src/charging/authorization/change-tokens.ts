import { randomBytes, randomUUID } from 'node:crypto';
import type {
  AddedToken,
  NewToken,
  NewTokenGroup,
  Token,
  TokenChange,
  TokenGroup,
  TokenList,
  TokenQuery,
} from '#contract/token.ts';
import { SigecError } from '#errors.ts';
import { type DerivedWrite, type Entry, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { readSealedGroup, tokenGroups } from './group-store.ts';
import type { AuthorizationNeeds } from './open-authorization.ts';
import { noToken } from './reveal.ts';
import { seal } from './seal.ts';
import { readToken, readTokens, removedTokens, type TokenRow, tokens, toToken } from './token-store.ts';

export async function findTokens({ pool }: AuthorizationNeeds, { after, limit }: TokenQuery): Promise<TokenList> {
  const rows = await readTokens(pool, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return { tokens: page.map(toToken), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

export async function findByValue({ pool, hashToken }: AuthorizationNeeds, value: string): Promise<Token> {
  const row = await readToken(pool, hashToken(value));
  if (row === undefined) throw new SigecError('NOT_FOUND', 'No token of this value is known here.');
  return toToken(row);
}

export async function addToken(needs: AuthorizationNeeds, wanted: NewToken, actor: Actor): Promise<AddedToken> {
  const value = wanted.value ?? randomBytes(10).toString('hex').toUpperCase(); // 20 characters: OCPP 1.6 takes no more
  const id = needs.hashToken(value);
  if ((await readToken(needs.pool, id)) !== undefined)
    throw new SigecError('CONFLICT', `This token is known already as ${id}; change that one.`);
  await checkReferences(needs, wanted);
  const now = needs.clock.now();
  const key = { id: randomUUID(), secret: randomBytes(32) };
  const row: TokenRow = {
    id,
    type: wanted.type,
    keyId: key.id,
    value: seal(needs.installationKey, key, { value, row: id }),
    label: labelOf(value),
    ...changed(unsaid, wanted),
    createdAt: now,
    createdBy: actorName(actor),
    changedAt: now,
    lastUsedAt: null,
    lastUsedStationId: null,
  };
  await commit(needs, { kind: 'token-added', row, actor, writes: [write(tokens, { row, key })] });
  return { token: toToken(row), value: wanted.value === undefined ? value : null };
}

export async function changeToken(
  needs: AuthorizationNeeds,
  { tokenId, change, actor }: { tokenId: string; change: TokenChange; actor: Actor },
): Promise<Token> {
  const before = await mustRead(needs, tokenId);
  await checkReferences(needs, change);
  const row = { ...before, ...changed(before, change), changedAt: needs.clock.now() };
  await commit(needs, { kind: 'token-changed', row, actor, writes: [write(tokens, { row, key: null })] });
  return toToken(row);
}

/** The token and the key of its value are gone; the ledger knows its hash alone. */
export async function removeToken(needs: AuthorizationNeeds, tokenId: string, actor: Actor): Promise<Token> {
  const row = await mustRead(needs, tokenId);
  await commit(needs, {
    kind: 'token-removed',
    row: { ...row, changedAt: needs.clock.now() },
    actor,
    writes: [write(removedTokens, { id: row.id, keyId: row.keyId })],
  });
  return toToken(row);
}

export async function addGroup(needs: AuthorizationNeeds, wanted: NewTokenGroup, actor: Actor): Promise<TokenGroup> {
  const { name, value } = wanted;
  const id = needs.hashToken(value);
  if ((await readSealedGroup(needs.pool, id)) !== undefined)
    throw new SigecError('CONFLICT', `This group is known already as ${id}.`);
  const key = { id: randomUUID(), secret: randomBytes(32) };
  const createdAt = needs.clock.now();
  const createdBy = actorName(actor);
  const label = labelOf(value);
  const sealed = seal(needs.installationKey, key, { value, row: id });
  await needs.ledger.commit({
    events: [
      {
        kind: 'token-group-added',
        stationId: null,
        happenedAt: createdAt,
        principal: createdBy,
        body: { groupId: id },
      },
    ],
    writes: [write(tokenGroups, { id, name, key, value: sealed, label, createdAt, createdBy })],
    audit: [auditOf('add-token-group', id, actor)],
  });
  return { id, name, label, createdAt: createdAt.toISOString(), createdBy };
}

type Changeable = Pick<TokenRow, 'note' | 'isBlocked' | 'expiresAt' | 'groupId' | 'language' | 'tariffId' | 'credit'>;

const unsaid: Changeable = {
  note: null,
  isBlocked: false,
  expiresAt: null,
  groupId: null,
  language: null,
  tariffId: null,
  credit: null,
};

/** What was not said stays as it was; null takes it away. */
function changed(before: Changeable, change: TokenChange): Changeable {
  const { expiresAt } = change;
  return {
    note: change.note === undefined ? before.note : change.note,
    isBlocked: change.isBlocked ?? before.isBlocked,
    expiresAt: expiresAt === undefined ? before.expiresAt : expiresAt === null ? null : new Date(expiresAt),
    groupId: change.groupId === undefined ? before.groupId : change.groupId,
    language: change.language === undefined ? before.language : change.language,
    tariffId: change.tariffId === undefined ? before.tariffId : change.tariffId,
    credit: change.credit === undefined ? before.credit : change.credit,
  };
}

async function checkReferences(
  { pool, findTariff }: AuthorizationNeeds,
  { groupId, tariffId }: TokenChange,
): Promise<void> {
  if (groupId && (await readSealedGroup(pool, groupId)) === undefined) {
    throw new SigecError('INVALID_INPUT', `There is no token group ${groupId}; list them at /api/token-groups.`, {
      details: { field: 'groupId' },
    });
  }
  if (tariffId && (await findTariff(tariffId)) === undefined) {
    throw new SigecError('INVALID_INPUT', `There is no tariff ${tariffId} in force; list them at /api/tariffs.`, {
      details: { field: 'tariffId' },
    });
  }
}

async function mustRead({ pool }: AuthorizationNeeds, tokenId: string): Promise<TokenRow> {
  const row = await readToken(pool, tokenId);
  if (row === undefined) throw noToken(tokenId);
  return row;
}

async function commit(
  { ledger, forget }: AuthorizationNeeds,
  { kind, row, actor, writes }: { kind: string; row: TokenRow; actor: Actor; writes: DerivedWrite[] },
): Promise<void> {
  const { id, type, isBlocked, expiresAt, groupId, tariffId, credit, changedAt } = row;
  const facts = {
    tokenId: id,
    type,
    isBlocked,
    expiresAt: expiresAt?.toISOString() ?? null,
    groupId,
    tariffId,
    credit,
  };
  await ledger.commit({
    events: [{ kind, stationId: null, happenedAt: changedAt, principal: actorName(actor), body: facts }],
    writes,
    audit: [auditOf(kind, id, actor)],
  });
  forget(id);
}

function auditOf(action: string, subject: string, actor: Actor): NonNullable<Entry['audit']>[number] {
  return { principal: actorName(actor), door: actor.door, action, subject, outcome: 'done', details: {} };
}

/** All that is ever shown of a token; of a short one less, so that the rest cannot be guessed. */
function labelOf(value: string): string {
  const shown = Math.min(4, Math.floor(value.length / 2));
  return `…${value.slice(value.length - shown)}`;
}
