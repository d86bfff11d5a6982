/** A record of a session (CDR) between a roaming partner and us, as far as money follows from it. Amounts are decimal text. */
export type PartnerRecord = {
  partnerId: string;
  id: string;
  /** `sold`: a driver of theirs charged at a station of ours; `bought`: one of ours at theirs. */
  side: RecordSide;
  /** Of what was sold: our session. */
  sessionId: string | null;
  /** The record that this one takes back. */
  creditOf: string | null;
  currency: string;
  /** Below zero in a credit, as the taxes are. */
  net: string;
  taxes: readonly { name: string; amount: string }[];
  /** Whose token it was, as the partner names it. */
  tokenUid: string | null;
  startedAt: Date;
  energyWh: number;
  /** As people know it. */
  place: string;
  /** A person has yet to say whether it is right. */
  isDisputed: boolean;
};

export type RecordSide = 'sold' | 'bought';
export type RecordKey = Pick<PartnerRecord, 'partnerId' | 'id' | 'side'>;

/** Whoever knows the records of partners. */
export type PartnerRecords = {
  find(key: RecordKey): Promise<PartnerRecord | undefined>;
  /** All of them, oldest first, from the one after `after`. */
  list(page: { after: string | null; limit: number }): Promise<{ keys: RecordKey[]; next: string | null }>;
};
