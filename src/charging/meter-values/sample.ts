/** One meter reading in base units: Wh, W, A, V, %, Celsius, Hz. */
export type Sample = {
  at: Date;
  /** The station told no time for it, so `at` is when we received it. */
  hasNoTime?: true;
  measurand: string;
  /** null: the station wrote something that is no number, or only a signed value. */
  value: number | null;
  unit: string | null;
  phase: string | null;
  location: string | null;
  context: string | null;
  /** A signed value as the meter wrote it, to the letter; sealed before it is written down, since it names the token. */
  signed: SignedSample | SealedSigned | null;
};

export type SignedSample = { data: string; method: string | null; encoding: string | null; publicKey: string | null };

/** A signed value as it is kept: the whole of it, sealed. */
export type SealedSigned = { sealed: string };
