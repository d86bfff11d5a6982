import { randomBytes } from 'node:crypto';
import { defined } from '#base/present.ts';
import { bareCardNumber } from '#contract/access/card-number.ts';
import { isEmaid, plainEmaid } from '#contract/access/emaid.ts';
import type {
  AddedToken,
  NewToken,
  Token,
  TokenChange,
  TokenList,
  TokenQuery,
  TokenType,
} from '#contract/access/token.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { type DerivedWrite, type NewEvent, write } from '#ledger/ledger-types.ts';
import { whenOvertaken } from '#ledger/when-overtaken.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf, changeEvent } from '../change-entry.ts';
import { creditEntries } from '../prepaid/credit-entries.ts';
import { problemOf } from '../problem.ts';
import { seal } from '../seal.ts';
import { readGroups } from './group-store.ts';
import { labelOf } from './label.ts';
import type { AuthorizationNeeds } from './open-authorization.ts';
import { destroyedKeys, newPersonKey, personKeys } from './person-key-store.ts';
import { noToken } from './reveal.ts';
import {
  changedTokens,
  newTokens,
  readToken,
  readTokens,
  removedTokens,
  type TokenEdit,
  type TokenRow,
  toToken,
} from './token-store.ts';
import { checkValidity } from './validity.ts';

export async function findTokens({ pool }: AuthorizationNeeds, query: TokenQuery): Promise<TokenList> {
  const rows = await readTokens(pool, { ...query, limit: query.limit + 1 });
  const page = rows.slice(0, query.limit);
  return { tokens: page.map(toToken), next: rows.length > query.limit ? (page.at(-1)?.id ?? null) : null };
}

export async function getToken(needs: AuthorizationNeeds, tokenId: string): Promise<Token> {
  return toToken(await mustRead(needs, tokenId));
}

export async function findByValue(needs: AuthorizationNeeds, value: string): Promise<Token> {
  const row = await readToken(needs.pool, await idOfPrinted(needs, value));
  if (row === undefined) throw problemOf('NOT_FOUND', sentenceOf('no-token-of-value'));
  return toToken(row);
}

/** What a token is called whose type nobody said: as it was entered, or as readers send the number of a card. */
export async function idOfPrinted(
  { pool, hashToken }: Pick<AuthorizationNeeds, 'pool' | 'hashToken'>,
  value: string,
): Promise<string> {
  const [asGiven, contract, bare] = [value, plainEmaid(value), bareCardNumber(value)].map(hashToken) as [
    string,
    string,
    string,
  ];
  if (asGiven === bare && asGiven === contract) return asGiven;
  for (const id of [asGiven, contract]) if ((await readToken(pool, id)) !== undefined) return id;
  return bare;
}

/** As stations will send it; cards of RFID are printed in ways that no reader knows, and contracts are written in several. */
export function enteredValue(value: string, type: TokenType): string {
  if (type === 'emaid') return isEmaid(value) ? plainEmaid(value) : value;
  return type === 'iso14443' || type === 'iso15693' ? bareCardNumber(value) : value;
}

export async function addToken(needs: AuthorizationNeeds, wanted: NewToken, actor: Actor): Promise<AddedToken> {
  const value =
    wanted.value === undefined
      ? randomBytes(10).toString('hex').toUpperCase() // 20 characters: OCPP 1.6 takes no more
      : enteredValue(wanted.value, wanted.type);
  const id = needs.hashToken(value);
  if ((await readToken(needs.pool, id)) !== undefined)
    throw problemOf('CONFLICT', sentenceOf('token-known', { tokenId: id }));
  if ((await readGroups(needs.pool, [id])).length > 0)
    throw problemOf('CONFLICT', sentenceOf('token-is-group', { groupId: id }));
  await checkReferences(needs, wanted);
  const { row, writes } = newTokenRow(needs, { value, wanted, actor });
  await commit(needs, { event: tokenEvent('token-added', row, actor), tokenId: id, actor, writes }).catch(
    whenOvertaken(sentenceOf('token-overtaken', { tokenId: id })),
  );
  return { token: toToken(row), value: wanted.value === undefined ? value : null };
}

export function newTokenRow(
  { clock, hashToken, installationKey }: Pick<AuthorizationNeeds, 'clock' | 'hashToken' | 'installationKey'>,
  { value, wanted, actor }: { value: string; wanted: NewToken; actor: Actor },
): { row: TokenRow; writes: DerivedWrite[] } {
  const id = hashToken(value);
  const now = clock.now();
  const key = newPersonKey();
  const row: TokenRow = {
    id,
    type: wanted.type,
    keyId: key.id,
    value: seal(installationKey, key, { value, row: id }),
    label: labelOf(value),
    ...unsaid,
    ...editOf(wanted),
    createdAt: now,
    createdBy: actorName(actor),
    changedAt: now,
    lastUsedAt: null,
    lastUsedStationId: null,
  };
  checkValidity(row);
  return {
    row,
    writes: [
      write(personKeys, { ...key, createdAt: now }),
      write(newTokens, row),
      ...(row.credit === null ? [] : [write(creditEntries, { tokenId: id, at: now, currency: null })]),
    ],
  };
}

export async function changeToken(
  needs: AuthorizationNeeds,
  { tokenId, change, actor }: { tokenId: string; change: TokenChange; actor: Actor },
): Promise<Token> {
  const before = await mustRead(needs, tokenId);
  await checkReferences(needs, change);
  const edit = editOf(change);
  const { event, writes } = tokenChanged(needs, { before, edit, actor });
  await commit(needs, { event, tokenId, actor, writes }).catch(
    whenOvertaken(sentenceOf('driver-of-token-forgotten', { tokenId })),
  );
  return toToken(await mustRead(needs, tokenId));
}

export function tokenChanged(
  { clock }: Pick<AuthorizationNeeds, 'clock'>,
  { before, edit, actor }: { before: TokenRow; edit: TokenEdit; actor: Actor },
): { event: NewEvent; writes: DerivedWrite[] } {
  checkValidity({ ...before, ...edit });
  const { id } = before;
  const changedAt = clock.now();
  const { note: _note, language: _language, ...rules } = edit;
  const event = changeEvent({ kind: 'token-changed', at: changedAt, actor, body: { tokenId: id, ...rules } });
  return {
    event,
    writes: [
      write(changedTokens, { id, changedAt, ...edit }),
      ...(edit.credit === undefined ? [] : [write(creditEntries, { tokenId: id, at: changedAt, currency: null })]),
    ],
  };
}

/** The token and the key of its value are gone; the ledger knows its hash alone. */
export async function removeToken(needs: AuthorizationNeeds, tokenId: string, actor: Actor): Promise<Token> {
  const row = await mustRead(needs, tokenId);
  const at = needs.clock.now();
  const event = tokenEvent('token-removed', { ...row, changedAt: at }, actor);
  await commit(needs, { event, tokenId, actor, writes: removalOf(row, at) });
  return toToken(row);
}

export function removalOf({ id, keyId }: Pick<TokenRow, 'id' | 'keyId'>, at: Date): DerivedWrite[] {
  return [
    write(creditEntries, { tokenId: id, at, currency: null, isRemoved: true }),
    write(removedTokens, { id }),
    write(destroyedKeys, { id: keyId }),
  ];
}

const unsaid: Required<TokenEdit> = {
  note: null,
  driverId: null,
  isBlocked: false,
  validFrom: null,
  expiresAt: null,
  groupId: null,
  language: null,
  tariffId: null,
  credit: null,
};

/** What was not said stays as it was; null takes it away. */
export function editOf({
  note,
  driverId,
  isBlocked,
  validFrom,
  expiresAt,
  groupId,
  language,
  tariffId,
  credit,
}: TokenChange): TokenEdit {
  const times = { validFrom: timeOf(validFrom), expiresAt: timeOf(expiresAt) };
  return defined({ note, driverId, isBlocked, ...times, groupId, language, tariffId, credit });
}

function timeOf(text: string | null | undefined): Date | null | undefined {
  return typeof text === 'string' ? new Date(text) : text;
}

async function checkReferences(
  { pool, findTariff }: AuthorizationNeeds,
  { groupId, tariffId, driverId }: TokenChange,
): Promise<void> {
  if (groupId && (await readGroups(pool, [groupId])).length === 0) {
    throw problemOf('INVALID_INPUT', sentenceOf('no-group', { groupId }), { field: 'groupId' });
  }
  if (tariffId && (await findTariff(tariffId)) === undefined) {
    throw problemOf('INVALID_INPUT', sentenceOf('no-tariff-in-force', { tariffId }), { field: 'tariffId' });
  }
  if (driverId && !(await isDriver(pool, driverId))) {
    throw problemOf('INVALID_INPUT', sentenceOf('no-driver', { driverId }), { field: 'driverId' });
  }
}

/** One who was forgotten gets no token any more. */
async function isDriver(pool: AuthorizationNeeds['pool'], driverId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from driver where id = $1 and forgotten_at is null', [driverId]);
  return rowCount === 1;
}

async function mustRead({ pool }: AuthorizationNeeds, tokenId: string): Promise<TokenRow> {
  const row = await readToken(pool, tokenId);
  if (row === undefined) throw noToken(tokenId);
  return row;
}

async function commit(
  { ledger }: AuthorizationNeeds,
  { event, tokenId, actor, writes }: { event: NewEvent; tokenId: string; actor: Actor; writes: DerivedWrite[] },
): Promise<void> {
  await ledger.commit({ events: [event], writes, audit: [auditOf(event.kind, tokenId, actor)] });
}

export function tokenEvent(kind: 'token-added' | 'token-removed', row: TokenRow, actor: Actor): NewEvent {
  const { id, type, driverId, isBlocked, validFrom, expiresAt, groupId, tariffId, credit, changedAt } = row;
  const body = { tokenId: id, type, driverId, isBlocked, validFrom, expiresAt, groupId, tariffId, credit };
  return changeEvent({ kind, at: changedAt, actor, body });
}
