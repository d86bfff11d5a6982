import { randomBytes } from 'node:crypto';
import type { SigecError } from '#base/errors.ts';
import { defined } from '#base/present.ts';
import type { Group, GroupChange, NewGroup } from '#contract/access/group.ts';
import { inEnglish, type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { type DerivedWrite, write } from '#ledger/ledger-types.ts';
import { whenOvertaken } from '#ledger/when-overtaken.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { changeEntry } from '../change-entry.ts';
import { problemOf } from '../problem.ts';
import { seal } from '../seal.ts';
import { checkPlaces } from '../sites/check-places.ts';
import {
  type CountedGroup,
  changedGroups,
  type GroupEdit,
  type GroupUse,
  newGroups,
  readGroups,
  readGroupUse,
  removedGroups,
  toGroup,
} from './group-store.ts';
import { labelOf } from './label.ts';
import type { AuthorizationNeeds } from './open-authorization.ts';
import { destroyedKeys, newPersonKey, personKeys } from './person-key-store.ts';
import { readToken } from './token-store.ts';
import { checkValidity } from './validity.ts';

export async function findGroups({ pool }: AuthorizationNeeds): Promise<Group[]> {
  return (await readGroups(pool)).map(toGroup);
}

export async function getGroup(needs: AuthorizationNeeds, groupId: string): Promise<Group> {
  return toGroup(await mustRead(needs, groupId));
}

export async function addGroup(needs: AuthorizationNeeds, wanted: NewGroup, actor: Actor): Promise<Group> {
  const { value = randomBytes(10).toString('hex').toUpperCase(), validFrom, expiresAt, ...told } = wanted; // 20 characters: OCPP 1.6 takes no more
  const id = needs.hashToken(value);
  if ((await readGroups(needs.pool, [id])).length > 0)
    throw problemOf('CONFLICT', sentenceOf('group-known', { groupId: id }));
  if ((await readToken(needs.pool, id)) !== undefined)
    throw problemOf('CONFLICT', sentenceOf('group-is-token', { tokenId: id }));
  const validity = { validFrom: dateOf(validFrom), expiresAt: dateOf(expiresAt) };
  checkValidity(validity);
  await checkPlaces(needs.pool, told.places);
  const key = newPersonKey();
  const createdAt = needs.clock.now();
  const row: CountedGroup = {
    ...told,
    ...validity,
    id,
    keyId: key.id,
    value: seal(needs.installationKey, key, { value, row: id }),
    label: labelOf(value),
    createdAt,
    createdBy: actorName(actor),
    tokenCount: 0,
    driverCount: 0,
  };
  await commit(needs, {
    kind: 'token-group-added',
    groupId: id,
    rules: rulesOf(row),
    actor,
    writes: [write(personKeys, { ...key, createdAt }), write(newGroups, row)],
  }).catch(whenOvertaken(sentenceOf('group-known', { groupId: id })));
  return toGroup(row);
}

export async function changeGroup(
  needs: AuthorizationNeeds,
  { groupId, change, actor }: { groupId: string; change: GroupChange; actor: Actor },
): Promise<Group> {
  const before = await mustRead(needs, groupId);
  const { validFrom, expiresAt, ...told } = defined(change);
  const edit: GroupEdit = {
    ...told,
    ...(validFrom !== undefined && { validFrom: dateOf(validFrom) }),
    ...(expiresAt !== undefined && { expiresAt: dateOf(expiresAt) }),
  };
  checkValidity({ ...before, ...edit });
  if (told.places !== undefined) await checkPlaces(needs.pool, told.places);
  const writes = [write(changedGroups, { id: groupId, ...edit })];
  await commit(needs, { kind: 'token-group-changed', groupId, rules: edit, actor, writes });
  return toGroup(await mustRead(needs, groupId));
}

export async function removeGroup(needs: AuthorizationNeeds, groupId: string, actor: Actor): Promise<Group> {
  const row = await mustRead(needs, groupId);
  const uses = sayUse(await readGroupUse(needs.pool, groupId));
  if (uses.length > 0)
    throw problemOf('CONFLICT', sentenceOf('group-used', { name: row.name, uses }), { uses: uses.map(inEnglish) });
  await commit(needs, {
    kind: 'token-group-removed',
    groupId,
    rules: rulesOf(row),
    actor,
    writes: [write(removedGroups, { id: groupId }), write(destroyedKeys, { id: row.keyId })],
  });
  return toGroup(row);
}

function sayUse({ tokens, drivers, sites, stations, tariffs }: GroupUse): Sentence[] {
  return [
    ...(tokens > 0 ? [sentenceOf('used-by-tokens', { tokens })] : []),
    ...(drivers > 0 ? [sentenceOf('used-by-drivers', { drivers })] : []),
    ...(sites.length > 0 ? [sentenceOf('admitted-at-sites', { sites })] : []),
    ...(stations.length > 0 ? [sentenceOf('admitted-at-stations', { stations })] : []),
    ...(tariffs.length > 0 ? [sentenceOf('has-tariffs', { tariffs })] : []),
  ];
}

async function mustRead({ pool }: AuthorizationNeeds, groupId: string): Promise<CountedGroup> {
  const [row] = await readGroups(pool, [groupId]);
  if (row === undefined) throw noGroup(groupId);
  return row;
}

export function noGroup(groupId: string): SigecError {
  return problemOf('NOT_FOUND', sentenceOf('no-group', { groupId }));
}

type Commit = {
  kind: 'token-group-added' | 'token-group-changed' | 'token-group-removed';
  groupId: string;
  rules: GroupEdit;
  actor: Actor;
  writes: DerivedWrite[];
};

async function commit(
  { ledger, clock }: AuthorizationNeeds,
  { kind, groupId, rules, actor, writes }: Commit,
): Promise<void> {
  const body = { groupId, ...rules };
  await ledger.commit(changeEntry({ kind, subject: groupId, at: clock.now(), actor, body, writes }));
}

function rulesOf(row: CountedGroup): GroupEdit {
  const { name, places, isBlocked, validFrom, expiresAt, oneAtATime, isMasterPass } = row;
  return { name, places, isBlocked, validFrom, expiresAt, oneAtATime, isMasterPass };
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
