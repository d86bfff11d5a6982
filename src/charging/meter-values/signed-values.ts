import type { SignedDifference, SignedReading, SignedValue, SignedValues } from '#contract/sessions/signed-values.ts';
import { checkSignature, type Keys, type StoredKey } from './check-signature.ts';
import { type KeptSample, type StoredSample, wholeSample } from './kept-samples.ts';
import { storedKeys } from './meter-key-store.ts';
import type { OcmfRecord } from './ocmf.ts';
import { readPublicKey } from './public-key.ts';
import type { MeterReads } from './read-meter-messages.ts';
import { findSessionPlace, type SessionPlace } from './session-place.ts';
import { openSignedData, type SignedData } from './signed-data.ts';

/** A station that sends another key with every value would have us try them all. */
const maxOwnKeys = 4;

/** The signed values of a session with what was found about each; a key that is stored later counts for earlier values too. */
export async function sessionSignedValues(needs: MeterReads, sessionId: string, limit: number): Promise<SignedValues> {
  const { pool } = needs;
  const place = await findSessionPlace(pool, sessionId);
  const { rows, total, unreadable } = await readSigned(needs, place, limit);
  const opened = rows.map((row) => ({ ...row, data: openSignedData(row.signed) }));
  const byEvse = Map.groupBy(await storedKeys(pool, place.stationId), ({ evseId }) => evseId);
  const own = ownKeys(opened.map(({ data }) => data));
  const values: SignedValue[] = [];
  for (const { sample, signed, receivedAt, evseId, data } of opened) {
    const evse = evseId ?? place.evseId;
    const stored: StoredKey[] = evse === null ? [...byEvse.values()].flat() : (byEvse.get(evse) ?? []);
    const record = data.kind === 'ocmf' ? data.record : null;
    values.push({
      at: sample.at,
      receivedAt: receivedAt.toISOString(),
      context: sample.context,
      ...signed,
      ...(await checkSignature(data, { ...own, stored }, new Date(sample.at))),
      pagination: record?.pagination ?? null,
      readings: record?.readings ?? [],
    });
  }
  const records = opened.map(({ data }) => (data.kind === 'ocmf' ? data.record : null));
  const middle = Math.ceil(limit / 2);
  // Between the first and the last ones nothing can be said about the pages.
  const inParts = total > limit ? [...records.slice(0, middle), null, ...records.slice(middle)] : records;
  // Nothing is missing or swapped where nothing may be read any more.
  const differences = unreadable > 0 ? [] : signedDifferences(inParts, place);
  return { sessionId, total, unreadable, values, differences };
}

type Signed = {
  sample: StoredSample;
  signed: NonNullable<StoredSample['signed']>;
  receivedAt: Date;
  evseId: number | null;
};

/** The first and the last ones where there are more than wanted: a session is judged by how it began and ended. */
async function readSigned(
  { pool, installationKey }: MeterReads,
  { stationId, ref, receivedFrom, receivedTo }: SessionPlace,
  limit: number,
): Promise<{ rows: Signed[]; total: number; unreadable: number }> {
  const { rows } = await pool.query<{
    at: Date;
    received_at: Date;
    evse_id: number | null;
    sample: KeptSample;
    secret: Buffer | null;
    total: number;
  }>(
    `with signed as (
       select message.at, received_at, evse_id, sample, count(*) over () as total,
         (select secret from signed_key where signed_key.station_id = $1 and signed_key.session_ref = $2) as secret,
         row_number() over (order by coalesce((sample ->> 'at')::timestamptz, message.at), received_at, nth) as place
       from meter_message as message, jsonb_array_elements(samples) with ordinality as each (sample, nth)
       where station_id = $1 and session_ref = $2 and received_at between $3 and $4 and samples @? '$[*].signed'
         and jsonb_typeof(sample -> 'signed') = 'object'
     )
     select at, received_at, evse_id, sample, secret, total::integer from signed
     where total <= $5::integer or place <= ($5::integer + 1) / 2 or place > total - $5::integer / 2
     order by place`,
    [stationId, ref, receivedFrom, receivedTo, limit],
  );
  const signed = rows.flatMap(({ at, received_at, evse_id, sample: kept, secret }): Signed[] => {
    const sample = wholeSample(kept, at, { installationKey, stationId, sessionRef: ref, secret });
    if (sample.signed === null) return [];
    return [{ sample, signed: sample.signed, receivedAt: received_at, evseId: evse_id }];
  });
  return { rows: signed, total: rows[0]?.total ?? 0, unreadable: rows.length - signed.length };
}

function ownKeys(all: readonly SignedData[]): Omit<Keys, 'stored'> {
  const told = new Map<string, SignedData>();
  for (const data of all) if (data.publicKey !== null && data.publicKey !== '') told.set(data.publicKey, data);
  const read = [...told].slice(0, maxOwnKeys).map(([text, data]) => readPublicKey(text, curveOf(data)));
  const own = read.filter((key) => key !== undefined);
  return { own, hasUnreadable: own.length < read.length };
}

/** A bare point does not tell its curve, the record that it came with does. */
function curveOf(data: SignedData) {
  return data.kind === 'ocmf' ? data.record.signature?.curve : undefined;
}

/** Registers outside signed data are often rounded to whole watt-hours. */
const toleranceWh = 1;

/** What signed records say and the session does not. `records`: in the order of their times; null where some were left out. */
function signedDifferences(
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
