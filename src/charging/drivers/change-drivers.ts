import { randomUUID } from 'node:crypto';
import { defined } from '#base/present.ts';
import type {
  Driver,
  DriverChange,
  DriverDetail,
  DriverList,
  DriverQuery,
  NewDriver,
} from '#contract/access/driver.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { type DerivedWrite, type NewEvent, write } from '#ledger/ledger-types.ts';
import { whenOvertaken } from '#ledger/when-overtaken.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { readGroups } from '../authorization/group-store.ts';
import { newPersonKey, personKeys } from '../authorization/person-key-store.ts';
import { readTokensOfDriver, toToken } from '../authorization/token-store.ts';
import { auditOf, changeEvent } from '../change-entry.ts';
import { problemOf } from '../problem.ts';
import { checkPlaces } from '../sites/check-places.ts';
import {
  changedDrivers,
  type DriverEdit,
  type DriverRow,
  newDrivers,
  readDrivers,
  readDriversByEmail,
  type SealedDriver,
} from './driver-store.ts';
import { emailHashOf, openIdentity, resealIdentity, sealIdentity, toDriver } from './identity.ts';
import type { BoundNeeds } from './open-drivers.ts';

export async function findDrivers(needs: BoundNeeds, query: DriverQuery): Promise<DriverList> {
  const { pool, installationKey, names } = needs;
  const ids = await names.find({ ...query, limit: query.limit + 1 });
  if (ids === undefined) throw problemOf('INVALID_INPUT', sentenceOf('driver-after-gone'), { field: 'after' });
  const page = ids.slice(0, query.limit);
  const rows = new Map((await readDrivers(pool, page)).map((row) => [row.id, row]));
  const found = page.flatMap((id) => rows.get(id) ?? []).filter(({ forgottenAt }) => forgottenAt === null);
  return {
    drivers: found.map((row) => toDriver(installationKey, row)),
    next: ids.length > query.limit ? (page.at(-1) ?? null) : null,
  };
}

export async function getDriver(needs: BoundNeeds, driverId: string): Promise<DriverDetail> {
  const row = await mustReadDriver(needs, driverId);
  const tokens = await readTokensOfDriver(needs.pool, driverId);
  return { ...toDriver(needs.installationKey, row), tokens: tokens.map(toToken) };
}

export async function addDriver(needs: BoundNeeds, wanted: NewDriver, actor: Actor): Promise<Driver> {
  await checkReferences(needs, wanted);
  await checkEmail(needs, wanted.email, null);
  const { row, writes } = newDriverRow(needs, wanted, actor);
  const event = driverEvent('driver-added', row, actor);
  await commit(needs, { event, driverId: row.id, actor, writes }).catch(emailTaken);
  return toDriver(needs.installationKey, row);
}

type RowNeeds = Pick<BoundNeeds, 'clock' | 'installationKey'>;

export function newDriverRow(
  { clock, installationKey }: RowNeeds,
  wanted: NewDriver,
  actor: Actor,
): { row: SealedDriver; writes: DerivedWrite[] } {
  const key = newPersonKey();
  const now = clock.now();
  const { name, email, phone, note, ...rules } = wanted;
  const row: SealedDriver = {
    ...rules,
    id: randomUUID(),
    keyId: key.id,
    identity: null,
    emailHash: emailHashOf(installationKey, email),
    createdAt: now,
    createdBy: actorName(actor),
    changedAt: now,
    forgottenAt: null,
    secret: key.secret,
    tokenCount: 0,
  };
  row.identity = sealIdentity(installationKey, key, { driverId: row.id, identity: { name, email, phone, note } });
  return { row, writes: [write(personKeys, { ...key, createdAt: now }), write(newDrivers, row)] };
}

export async function changeDriver(
  needs: BoundNeeds,
  { driverId, change, actor }: { driverId: string; change: DriverChange; actor: Actor },
): Promise<Driver> {
  const before = await mustReadDriver(needs, driverId);
  await checkReferences(needs, change);
  if (change.email !== undefined) await checkEmail(needs, change.email, driverId);
  const { event, writes } = driverChanged(needs, { before, change, actor });
  await commit(needs, { event, driverId, actor, writes }).catch(emailTaken);
  return toDriver(needs.installationKey, await mustReadDriver(needs, driverId));
}

/** What was not said stays as it was; null takes it away. The event says what was said, and never who they are. */
export function driverChanged(
  { clock, installationKey }: RowNeeds,
  { before, change, actor }: { before: SealedDriver; change: DriverChange; actor: Actor },
): { event: NewEvent; writes: DerivedWrite[] } {
  if (openIdentity(installationKey, before) === null)
    throw problemOf('CONFLICT', sentenceOf('driver-forgotten', { driverId: before.id }));
  const { name, email, phone, note, language, groupId, places, isBlocked, oneAtATime } = change;
  const names = defined({ name, email, phone, note });
  const rules = defined({ groupId, places, isBlocked, oneAtATime });
  const edit: DriverEdit = {
    ...rules,
    ...defined({ language }),
    ...(email !== undefined && { emailHash: emailHashOf(installationKey, email) }),
    ...(Object.keys(names).length > 0 && { reseal: (known) => resealIdentity(installationKey, known, names) }),
  };
  const { id } = before;
  const changedAt = clock.now();
  const event = changeEvent({ kind: 'driver-changed', at: changedAt, actor, body: { driverId: id, ...rules } });
  return { event, writes: [write(changedDrivers, { id, changedAt, ...edit })] };
}

export async function mustReadDriver({ pool }: Pick<BoundNeeds, 'pool'>, driverId: string): Promise<SealedDriver> {
  const [row] = await readDrivers(pool, [driverId]);
  if (row !== undefined) return row;
  throw problemOf('NOT_FOUND', sentenceOf('no-driver', { driverId }));
}

async function checkReferences({ pool }: BoundNeeds, { groupId, places }: DriverChange): Promise<void> {
  if (groupId && (await readGroups(pool, [groupId])).length === 0)
    throw problemOf('INVALID_INPUT', sentenceOf('no-group', { groupId }), { field: 'groupId' });
  await checkPlaces(pool, places ?? null);
}

/** An import finds people by their address, so no two have the same. */
async function checkEmail(
  { pool, installationKey }: BoundNeeds,
  email: string | null,
  driverId: string | null,
): Promise<void> {
  const hash = emailHashOf(installationKey, email);
  if (hash === null) return;
  const other = (await readDriversByEmail(pool, [hash])).get(hash);
  if (other === undefined || other.id === driverId) return;
  throw problemOf('CONFLICT', sentenceOf('email-taken', { driverId: other.id }), {
    field: 'email',
    driverId: other.id,
  });
}

const emailTaken = whenOvertaken(sentenceOf('email-taken-meanwhile'), {
  field: 'email',
});

async function commit(
  { ledger }: BoundNeeds,
  { event, driverId, actor, writes }: { event: NewEvent; driverId: string; actor: Actor; writes: DerivedWrite[] },
): Promise<void> {
  await ledger.commit({ events: [event], writes, audit: [auditOf(event.kind, driverId, actor)] });
}

/** What the ledger keeps of a driver: their number, and by what rules they may charge. Never who they are. */
export function driverEvent(kind: 'driver-added' | 'driver-forgotten', row: DriverRow, actor: Actor): NewEvent {
  const { id, groupId, places, isBlocked, oneAtATime, changedAt } = row;
  return changeEvent({ kind, at: changedAt, actor, body: { driverId: id, groupId, places, isBlocked, oneAtATime } });
}
