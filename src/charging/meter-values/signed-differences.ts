import type { SignedDifference, SignedReading } from '#contract/sessions/signed-values.ts';
import type { OcmfRecord } from './ocmf.ts';
import type { SessionPlace } from './session-place.ts';

/** Registers outside signed data are often rounded to whole watt-hours. */
const toleranceWh = 1;

/** What signed records say and the session does not. `records`: in the order of their times; null where some were left out. */
export function signedDifferences(
  records: readonly (OcmfRecord | null)[],
  session: Pick<SessionPlace, 'begin' | 'end' | 'energyWh' | 'hasEnded'>,
): SignedDifference[] {
  const readings = records.flatMap((record) => record?.readings ?? []);
  if (readings.length === 0) return [];
  const begin = readings.find(({ kind, wh }) => kind === 'begin' && wh !== null);
  const end = readings.findLast(({ kind, wh }) => kind === 'end' && wh !== null);
  const signedEnergy = begin && end && (end.wh ?? 0) - (begin.wh ?? 0);
  return [
    ...(begin === undefined ? [{ kind: 'begin-missing' as const }] : []),
    ...(end === undefined && session.hasEnded ? [{ kind: 'end-missing' as const }] : []),
    ...compared('begin-register', lifetimeWh(begin), session.begin?.wh ?? null),
    ...compared('end-register', lifetimeWh(end), session.hasEnded ? (session.end?.wh ?? null) : null),
    ...compared('energy', signedEnergy ?? null, session.hasEnded ? session.energyWh : null),
    ...pageBreaks(records),
  ];
}

/** OCMF's B2 and B3 count from the beginning of the session, so that they cannot be compared with a meter's register. */
function lifetimeWh(reading: SignedReading | undefined): number | null {
  return /b[23]\./i.test(reading?.obis ?? '') ? null : (reading?.wh ?? null);
}

function compared(
  kind: 'begin-register' | 'end-register' | 'energy',
  signedWh: number | null,
  sessionWh: number | null,
): SignedDifference[] {
  if (signedWh === null || sessionWh === null || Math.abs(signedWh - sessionWh) <= toleranceWh) return [];
  return [{ kind, signedWh: Math.round(signedWh * 1000) / 1000, sessionWh }];
}

/** A meter numbers its records without a gap, those of sessions and others apart; one that is missing was lost or taken away. */
function pageBreaks(records: readonly (OcmfRecord | null)[]): SignedDifference[] {
  const lastOf = new Map<string, OcmfRecord>();
  return records.flatMap((record): SignedDifference[] => {
    if (record === null) lastOf.clear();
    const page = record && pageOf(record);
    if (record === null || page === null) return [];
    const count = `${page.context}\n${record.source}`;
    const before = lastOf.get(count);
    lastOf.set(count, record);
    return before === undefined ? [] : comparedPages(before, record);
  });
}

function comparedPages(before: OcmfRecord, record: OcmfRecord): SignedDifference[] {
  const [from, to] = [pageOf(before)?.number ?? 0n, pageOf(record)?.number ?? 0n];
  const told = { before: before.pagination ?? '', after: record.pagination ?? '' };
  if (to < from) return [{ kind: 'pagination-fell', ...told }];
  if (to > from + 1n) return [{ kind: 'pagination-gap', ...told }];
  return to > from || before.signed.equals(record.signed) ? [] : [{ kind: 'pagination-repeated', ...told }];
}

function pageOf({ pagination }: OcmfRecord): { context: string; number: bigint } | null {
  const [, context, digits] = /^([A-Z])(\d{1,30})$/.exec(pagination ?? '') ?? [];
  return context === undefined || digits === undefined ? null : { context, number: BigInt(digits) };
}
