type VisitState = 'paying' | 'starting' | 'charging' | 'ended' | 'not-started' | 'unpaid';

/** Why somebody's charging came no further than it did. */
export type VisitTrouble =
  | ('payment-failed' | 'payment-expired' | 'payment-canceled' | 'paid-too-late')
  | ('station-offline' | 'station-refused' | 'not-plugged-in' | 'no-energy')
  | 'other-currency';

/** One charge of somebody without an account. */
export type GuestVisit = {
  id: string;
  linkHash: Buffer;
  stationId: string;
  evseId: number;
  language: 'en' | 'pt-BR';
  tariffId: string;
  tariffVersion: number;
  provider: string;
  currency: string;
  /** What they agreed to pay at most, as decimal text. */
  amount: string;
  energyWh: number | null;
  seconds: number | null;
  paymentId: string | null;
  paymentReference: string | null;
  state: VisitState;
  why: VisitTrouble | null;
  tokenId: string | null;
  startAskedAt: Date | null;
  startTries: number;
  sessionId: string | null;
  /** The guest pressed stop, or their limit is reached. */
  isStopWanted: boolean;
  stopAskedAt: Date | null;
  /** What was kept for the bill, in whole minor units as text; null: nobody has decided yet. */
  settled: string | null;
  version: number;
  createdAt: Date;
  changedAt: Date;
  nextLookAt: Date | null;
};
