import { SigecError } from '#base/errors.ts';
import type { NewTariff, Tariff, TariffProblem, TariffVersion } from '#contract/billing/tariff.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { type DerivedWrite, type EventFact, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../change-entry.ts';
import { problemOf } from '../problem.ts';
import type { BoundNeeds } from './open-tariffs.ts';
import { type KeptTariff, lateMs, shownTariff } from './price-snapshot.ts';
import { tariffs, tariffVersions } from './tariff-store.ts';
import { checkTerms } from './terms/check-terms.ts';
import { readTariffText } from './terms/read-tariff-text.ts';

export type TariffSource = { text: string; isDryRun: boolean; validFrom?: string | undefined };

/** A tariff as a person writes it. `isDryRun`: it is shown and not saved. */
export async function addTariffText(
  needs: BoundNeeds,
  { text, isDryRun, validFrom }: TariffSource,
  actor: Actor,
): Promise<Tariff> {
  const { tariff, problems } = readTariffText(text);
  if (tariff === null) throw wrongTariff(problems);
  const wanted = { ...tariff, ...(validFrom !== undefined && { validFrom }) };
  return isDryRun ? (await prepareVersion(needs, wanted, actor)).shown : addTariff(needs, wanted, actor);
}

export async function addTariff(needs: BoundNeeds, wanted: NewTariff, actor: Actor): Promise<Tariff> {
  const { tariff, version, isNew, shown } = await prepareVersion(needs, wanted, actor);
  await commitTariff(needs, actor, {
    kind: isNew ? 'tariff-added' : 'tariff-version-added',
    body: { tariffId: wanted.id, version: version.version, validFrom: version.validFrom, terms: version.terms },
    writes: [write(tariffs, tariff), write(tariffVersions, { ...version, tariffId: wanted.id })],
  });
  return shown;
}

async function prepareVersion(needs: BoundNeeds, wanted: NewTariff, actor: Actor) {
  const problems = checkTerms(wanted);
  if (problems.length > 0) throw wrongTariff(problems);
  needs.book.forgetAll(); // another node may have made one of this name
  const known = (await needs.book.get()).tariffs.get(wanted.id);
  const version = versionOf(wanted, known, { now: needs.clock.now(), actor });
  const tariff: KeptTariff = known ?? {
    id: wanted.id,
    createdAt: version.createdAt,
    createdBy: version.createdBy,
    retiredAt: null,
    versions: [],
  };
  const shown = shownTariff({ ...tariff, versions: [version, ...tariff.versions] }, needs.clock.now());
  return { tariff, version, isNew: known === undefined, shown };
}

function wrongTariff(problems: readonly TariffProblem[]): SigecError {
  const told = problems.map(({ line, path, problem, write: instead }) => {
    const where = [line === null ? '' : `line ${line}`, path].filter((part) => part !== '').join(', ');
    return `${where}: ${problem} Write ${instead}.`;
  });
  return new SigecError('INVALID_INPUT', told.join(' '), { details: { problems } });
}

function versionOf(
  { id, validFrom, ...terms }: NewTariff,
  known: KeptTariff | undefined,
  { now, actor }: { now: Date; actor: Actor },
): TariffVersion {
  if (known !== undefined && known.retiredAt !== null) {
    throw problemOf('CONFLICT', sentenceOf('tariff-retired', { tariffId: id }));
  }
  const currency = known?.versions[0]?.terms.currency;
  if (currency !== undefined && currency !== terms.currency) {
    throw problemOf(
      'INVALID_INPUT',
      sentenceOf('tariff-keeps-currency', { tariffId: id, currency, wanted: terms.currency }),
      { field: 'currency' },
    );
  }
  if (validFrom !== undefined && Date.parse(validFrom) < now.getTime() - lateMs) {
    throw problemOf('INVALID_INPUT', sentenceOf('tariff-in-the-past', { validFrom }), { field: 'validFrom' });
  }
  return {
    version: (known?.versions[0]?.version ?? 0) + 1,
    validFrom: validFrom === undefined ? now.toISOString() : new Date(validFrom).toISOString(),
    terms,
    createdAt: now.toISOString(),
    createdBy: actorName(actor),
  };
}

type Change = EventFact<'tariff-added' | 'tariff-version-added' | 'tariff-retired'> & {
  writes: readonly DerivedWrite[];
};

export async function commitTariff(
  { ledger, clock, book }: BoundNeeds,
  actor: Actor,
  { writes, ...fact }: Change,
): Promise<void> {
  const principal = actorName(actor);
  await ledger.commit({
    events: [{ ...fact, stationId: null, happenedAt: clock.now(), principal }],
    writes,
    audit: [auditOf(fact.kind, fact.body.tariffId, actor)],
  });
  book.forgetAll();
}
