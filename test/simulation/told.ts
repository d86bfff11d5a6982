/** One thing that a station has to tell about a session, with what is needed to recognise it in the ledger. */
export type Told = {
  session: TrueSession;
  type: 'started' | 'updated' | 'ended';
  /** Null in OCPP 1.6. */
  seqNo: number | null;
  /** By the station's clock. */
  timestamp: string;
  /** What the meter showed; null where the message carries no reading. */
  registerWh: number | null;
  /** Unique within its station. */
  identity: string;
  action: string;
  payload(isRepeated: boolean): Record<string, unknown>;
  /** Whatever is tried, it or its answer is lost on the way. */
  isDoomed: 'request' | 'answer' | null;
  messageId: string | null;
  /** As the station sees it. */
  attempts: number;
  isAcknowledged: boolean;
};

/** A session as it really was. */
export type TrueSession = {
  stationId: string;
  version: '1.6' | '2.0.1' | '2.1';
  evseId: number;
  /** The station's name for it; in OCPP 1.6 what we told it, once it has heard. */
  ref: string | null;
  /** Everything it had to tell, in the order it happened. */
  told: Told[];
  energyWh: number;
  /** Its meter fell while it ran. */
  hasMeterReset: boolean;
  /** The station's clock was set while it ran, or was never set. */
  hasOddClock: boolean;
  /** The station told one of its events twice with different content. */
  hasContradiction: boolean;
  /** The station used a number twice, or began to count again. */
  isMisnumbered: boolean;
  hasOneNumber: boolean;
  /** Not a session of the station: something it should never have said. */
  isMadeUp: boolean;
  stopReason: string;
};

/** Names an event of the ledger as `Told.identity` does. Readings are unique within a station, which 1.6 has to be told by. */
export function identityOf(fact: {
  ref: string;
  type: Told['type'];
  seqNo: number | null;
  at: string;
  registers: readonly { mwh: number; mark: string | null }[];
  clock?: { told: string | null };
}): string {
  const { type, registers } = fact;
  const reading = registers.find(({ mark }) => mark !== null) ?? registers[0];
  if (fact.seqNo === null) return wordsOf(type, (reading?.mwh ?? -1000) / 1000);
  const registerWh = reading === undefined ? null : reading.mwh / 1000;
  return numberedWords({ ...fact, type, registerWh, timestamp: fact.clock?.told ?? fact.at });
}

/** A number alone does not tell: some stations use one twice. */
export function numberedWords({
  ref,
  seqNo,
  type,
  registerWh,
  timestamp,
}: Pick<Told, 'type' | 'seqNo' | 'registerWh' | 'timestamp'> & { ref: string }): string {
  return `${ref} ${seqNo} ${type} ${registerWh ?? timestamp}`;
}

export function wordsOf(type: Told['type'], registerWh: number): string {
  return `${type} ${registerWh}`;
}
