/** Ids of ours have 31 bits and are never 0. Stations say 0, -1 or 2^63 - 1 when they have lost the one they were given. */
export function namesSession(transactionId: number | undefined): transactionId is number {
  return transactionId !== undefined && transactionId > 0 && transactionId < 2 ** 31;
}
