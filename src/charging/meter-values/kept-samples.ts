import type { Sample, SignedSample } from './sample.ts';
import { openSigned } from './signed-keys.ts';

/** What OCPP means when a station leaves the word out; most samples say it, so it is not written down. */
const usual = { location: 'Outlet', context: 'Sample.Periodic' } as const;

/** A sample as it is kept: a field that is missing is null, the usual word, or the time of its message. */
export type KeptSample = { measurand: string; at?: string } & Partial<Omit<Sample, 'measurand' | 'at'>>;

/** A message as it is kept: its samples, or its readings with the words of their shape. */
export type KeptMessage = {
  at: Date;
  samples: KeptSample[] | null;
  words: KeptSample[] | null;
  readings: number[] | null;
};

export type SignedReader = {
  installationKey: Buffer;
  stationId: string;
  sessionRef: string | null;
  secret: Buffer | null;
};

/** How the last messages of a session are found: the index goes by the hour, so that messages of one hour share an entry. */
export const byNewest = `date_bin('1 hour', at, timestamptz '2000-01-01 00:00:00+00') desc, at desc`;

/** What to select of `meter_message`, besides the time, to have a `KeptMessage`. */
export const keptColumns =
  'samples, readings, (select words from meter_shape where meter_shape.id = shape_id) as words';

/** As JSON, without what goes without saying: that halves what a message costs to write. */
export function keptSamples(samples: readonly Sample[], messageAt: Date): string {
  return JSON.stringify(samples.map((sample) => keptSample(sample, messageAt.getTime())));
}

function keptSample(sample: Sample, messageAt: number): KeptSample {
  const { at, value, signed } = sample;
  const kept = keptWords(sample);
  if (at.getTime() !== messageAt) kept.at = at.toISOString();
  if (value !== null) kept.value = value;
  if (signed !== null) kept.signed = signed;
  return kept;
}

export function keptWords({ measurand, unit, phase, location, context }: Sample): KeptSample {
  const kept: KeptSample = { measurand };
  if (unit !== null) kept.unit = unit;
  if (phase !== null) kept.phase = phase;
  if (location !== usual.location) kept.location = location;
  if (context !== usual.context) kept.context = context;
  return kept;
}

/** Of a message with `samples`, what its signed values can be read with. */
export const secretColumn = `case when samples is not null then (select secret from signed_key
  where signed_key.station_id = meter_message.station_id and signed_key.session_ref = coalesce(meter_message.session_ref, '')) end as secret`;

export type StoredSample = Omit<Sample, 'at' | 'signed'> & { at: string; signed: SignedSample | null };

export function wholeSamples({ at, samples, words, readings }: KeptMessage, reader?: SignedReader): StoredSample[] {
  const kept = samples ?? (words ?? []).map((word, nth) => ({ ...word, value: readings?.[nth] ?? null }));
  return kept.map((sample) => wholeSample(sample, at, reader));
}

/** Without a reader, what was signed stays unread. */
export function wholeSample(kept: KeptSample, messageAt: Date, reader?: SignedReader): StoredSample {
  const { location, context } = { ...usual, ...kept };
  return {
    at: kept.at ?? messageAt.toISOString(),
    measurand: kept.measurand,
    value: kept.value ?? null,
    unit: kept.unit ?? null,
    phase: kept.phase ?? null,
    location,
    context,
    signed: reader === undefined ? null : openSigned(reader.installationKey, kept.signed ?? undefined, reader),
  };
}
