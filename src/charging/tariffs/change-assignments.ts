import { randomUUID } from 'node:crypto';
import type { NewTariffAssignment, TariffAssignment } from '#contract/billing/tariff.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { problemOf } from '../problem.ts';
import { readNamedPlace, tariffAssignments } from './assignment-store.ts';
import type { BoundNeeds } from './open-tariffs.ts';
import type { KeptAssignment, PriceSnapshot } from './price-snapshot.ts';

export async function listAssignments({ book, clock }: BoundNeeds): Promise<TariffAssignment[]> {
  const now = clock.now().getTime();
  const { assignments } = await book.get();
  return assignments
    .filter(({ removedAt, validTo }) => removedAt === null && (validTo === null || Date.parse(validTo) > now))
    .map(({ removedAt: _removedAt, ...assignment }) => assignment);
}

export async function addAssignment(
  needs: BoundNeeds,
  wanted: NewTariffAssignment,
  actor: Actor,
): Promise<TariffAssignment> {
  const assignment = await prepareAssignment(needs, wanted, actor);
  await commit(needs, 'tariff-assigned', assignment, actor);
  return shown(assignment);
}

export async function checkAssignment(
  needs: BoundNeeds,
  wanted: NewTariffAssignment,
  actor: Actor,
): Promise<TariffAssignment> {
  return shown(await prepareAssignment(needs, wanted, actor));
}

async function prepareAssignment(
  needs: BoundNeeds,
  wanted: NewTariffAssignment,
  actor: Actor,
): Promise<KeptAssignment> {
  needs.book.forgetAll(); // another node may have changed something
  const book = await needs.book.get();
  const now = needs.clock.now();
  const assignment: KeptAssignment = {
    ...wanted,
    id: randomUUID(),
    validFrom: wanted.validFrom ?? now.toISOString(),
    createdAt: now.toISOString(),
    createdBy: actorName(actor),
    removedAt: null,
  };
  mustMakeSense(assignment);
  const currency = currencyOf(book, assignment.tariffId);
  await mustExist(needs, assignment, currency);
  const other = book.assignments.find((known) => isRival(known, assignment));
  if (other !== undefined) {
    throw problemOf('CONFLICT', sentenceOf('assignment-rival', { assignmentId: other.id, tariffId: other.tariffId }), {
      assignmentId: other.id,
      tariffId: other.tariffId,
    });
  }
  return assignment;
}

export async function removeAssignment(needs: BoundNeeds, id: string, actor: Actor): Promise<TariffAssignment> {
  needs.book.forgetAll();
  const known = (await needs.book.get()).assignments.find((one) => one.id === id && one.removedAt === null);
  if (known === undefined) throw problemOf('NOT_FOUND', sentenceOf('no-assignment', { assignmentId: id }));
  await commit(needs, 'tariff-unassigned', { ...known, removedAt: needs.clock.now().toISOString() }, actor);
  return shown(known);
}

function shown({ removedAt: _removedAt, ...assignment }: KeptAssignment): TariffAssignment {
  return assignment;
}

function mustMakeSense({ siteId, stationId, evseId, connectorId, validFrom, validTo }: KeptAssignment): void {
  const refuse = (field: string, sentence: Sentence) => {
    throw problemOf('INVALID_INPUT', sentence, { field });
  };
  if (evseId !== null && stationId === null) refuse('stationId', sentenceOf('assignment-evse-without-station'));
  if (connectorId !== null && evseId === null) refuse('evseId', sentenceOf('assignment-connector-without-evse'));
  if (siteId !== null && stationId !== null) refuse('siteId', sentenceOf('assignment-site-and-station'));
  if (validFrom !== null && validTo !== null && Date.parse(validTo) <= Date.parse(validFrom))
    refuse('validTo', sentenceOf('assignment-ends-before-it-begins'));
}

function currencyOf(book: PriceSnapshot, tariffId: string): string {
  const tariff = book.tariffs.get(tariffId);
  const currency = tariff?.versions[0]?.terms.currency;
  if (tariff === undefined || tariff.retiredAt !== null || currency === undefined) {
    throw problemOf('INVALID_INPUT', sentenceOf('no-tariff-in-force', { tariffId }), { field: 'tariffId' });
  }
  return currency;
}

async function mustExist({ pool }: BoundNeeds, assignment: KeptAssignment, currency: string): Promise<void> {
  const { stationId, siteId, groupId, tariffId } = assignment;
  const named = await readNamedPlace(pool, assignment);
  const missing = (field: string, sentence: Sentence) => {
    throw problemOf('INVALID_INPUT', sentence, { field });
  };
  if (stationId !== null && !named.hasStation) missing('stationId', sentenceOf('no-station', { stationId }));
  if (siteId !== null && !named.hasSite) missing('siteId', sentenceOf('no-site', { siteId }));
  if (groupId !== null && !named.hasGroup) missing('groupId', sentenceOf('no-group', { groupId }));
  const { site } = named;
  if (site !== null && site.currency !== currency) {
    throw problemOf(
      'INVALID_INPUT',
      sentenceOf('assignment-other-currency', { tariffId, currency, siteId: site.id, siteCurrency: site.currency }),
      { field: 'tariffId', siteCurrency: site.currency, tariffCurrency: currency },
    );
  }
}

/** Whether two assignments are of the same place and the same group, at times that overlap. */
function isRival(known: KeptAssignment, wanted: KeptAssignment): boolean {
  const parts = ['groupId', 'siteId', 'stationId', 'evseId', 'connectorId'] as const;
  if (!parts.every((part) => known[part] === wanted[part])) return false;
  const from = (one: KeptAssignment) => Date.parse(one.validFrom ?? one.createdAt);
  const to = (one: KeptAssignment) =>
    Math.min(...[one.validTo, one.removedAt].map((time) => (time === null ? Infinity : Date.parse(time))));
  return from(known) < to(wanted) && from(wanted) < to(known);
}

async function commit(
  { ledger, clock, book }: BoundNeeds,
  kind: 'tariff-assigned' | 'tariff-unassigned',
  assignment: KeptAssignment,
  actor: Actor,
): Promise<void> {
  const { id, tariffId, groupId, siteId, stationId, evseId, connectorId, validFrom, validTo } = assignment;
  const principal = actorName(actor);
  const place = { groupId, siteId, stationId, evseId, connectorId };
  await ledger.commit({
    events: [
      {
        kind,
        stationId,
        happenedAt: clock.now(),
        principal,
        body: { assignmentId: id, tariffId, ...place, validFrom, validTo },
      },
    ],
    writes: [write(tariffAssignments, assignment)],
    audit: [
      { principal, door: actor.door, action: kind, subject: tariffId, outcome: 'done', details: { id, ...place } },
    ],
  });
  book.forgetAll();
}
