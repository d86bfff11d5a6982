import { SigecError } from '#base/errors.ts';
import type { Person, PersonChange, SignedInBrowser } from '#contract/agents/person.ts';
import { write } from '#ledger/ledger-types.ts';
import type { Actor } from '../actor.ts';
import { type KeyRecord, keyProjection, readAdministrators, readKey, readKeys } from '../key-store.ts';
import { endedSignIns, readSignIns } from '../sign-in.ts';
import { toBrowser } from './account.ts';
import { mustGrantOwn, noPerson } from './invitations.ts';
import { type PeopleNeeds, rightsOf, toldOf } from './people-needs.ts';
import {
  grantsOfKey,
  type PersonRecord,
  readPasskeys,
  readPeople,
  readPerson,
  removedPeople,
  toPerson,
} from './person-store.ts';

export async function listPeople({ pool }: PeopleNeeds): Promise<Person[]> {
  const [records, keys, passkeys] = await Promise.all([readPeople(pool), readKeys(pool), readPasskeys(pool, null)]);
  const keyOf = new Map(keys.map((key) => [key.id, key]));
  const counts = Map.groupBy(passkeys, ({ personId }) => personId);
  return records.flatMap((record) => {
    const key = keyOf.get(record.id);
    return key === undefined ? [] : [toPerson(record, key, counts.get(record.id)?.length ?? 0)];
  });
}

export async function getPerson(needs: PeopleNeeds, id: string): Promise<Person> {
  const { record, key } = await find(needs, id);
  return toPerson(record, key, (await readPasskeys(needs.pool, id)).length);
}

export async function changePerson(
  needs: PeopleNeeds,
  id: string,
  { change, actor }: { change: PersonChange; actor: Actor },
) {
  const { key } = await find(needs, id);
  const { name = key.name, grants, state } = change;
  if (grants !== undefined || state === 'active') mustGrantOwn([...(grants ?? []), ...grantsOfKey(key)], actor);
  const now = needs.clock.now();
  const revokedAt = state === undefined ? key.revokedAt : state === 'disabled' ? (key.revokedAt ?? now) : null;
  const changed: KeyRecord = { ...key, name, revokedAt, ...(grants !== undefined && rightsOf(grants)) };
  if (!isAdministrator(changed)) await mustNotBeLast(needs, key);
  const fields = (['name', 'grants', 'state'] as const).filter((field) => change[field] !== undefined);
  const facts = {
    personId: id,
    fields,
    ...(grants !== undefined && { grants }),
    ...(state !== undefined && { state }),
  };
  const { name: _theirs, ...details } = change; // the trail is for ever, and a name is a person's
  await needs.ledger.commit({
    ...toldOf(actor, now, { kind: 'person-changed', body: facts, subject: id, details: { fields, ...details } }),
    writes: [write(keyProjection, changed)],
  });
  needs.keys.forget(id);
  needs.signIns.forgetAll();
  return getPerson(needs, id);
}

export async function removePerson(needs: PeopleNeeds, id: string, actor: Actor): Promise<void> {
  const { key } = await find(needs, id);
  if (actor.principal?.id === id)
    throw new SigecError('CONFLICT', 'Nobody removes themselves; another administrator does.');
  await mustNotBeLast(needs, key);
  const now = needs.clock.now();
  await needs.ledger.commit({
    ...toldOf(actor, now, { kind: 'person-removed', body: { personId: id }, subject: id }),
    writes: [write(keyProjection, { ...key, name: 'Former person', revokedAt: now }), write(removedPeople, { id })],
  });
  needs.keys.forget(id);
  needs.signIns.forgetAll();
}

export async function signInsOf(needs: PeopleNeeds, id: string): Promise<SignedInBrowser[]> {
  await find(needs, id);
  return (await readSignIns(needs.pool, id, needs.clock.now())).map((each) => toBrowser(each));
}

export async function endSignInsOf(needs: PeopleNeeds, id: string, actor: Actor): Promise<{ ended: number }> {
  const open = await signInsOf(needs, id);
  await needs.ledger.commit({
    ...toldOf(actor, needs.clock.now(), { kind: 'sign-ins-ended', body: { personId: id, isAll: true }, subject: id }),
    writes: [write(endedSignIns, { keyId: id })],
  });
  needs.signIns.forgetAll();
  return { ended: open.length };
}

async function find({ pool }: PeopleNeeds, id: string): Promise<{ record: PersonRecord; key: KeyRecord }> {
  const [record, key] = await Promise.all([readPerson(pool, id), readKey(pool, id)]);
  if (record === undefined || key === undefined) throw noPerson(id);
  return { record, key };
}

function isAdministrator(key: KeyRecord): boolean {
  const isEverywhere = grantsOfKey(key).some(({ role, siteId }) => role === 'administrator' && siteId === null);
  return key.revokedAt === null && isEverywhere;
}

async function mustNotBeLast({ pool, clock }: PeopleNeeds, { id }: KeyRecord): Promise<void> {
  const administrators = await readAdministrators(pool, clock.now());
  if (administrators.length !== 1 || administrators[0]?.id !== id) return;
  throw new SigecError('CONFLICT', 'This is the last administrator of the installation; make another one first.');
}
