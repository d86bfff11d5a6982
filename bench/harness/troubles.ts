/** What went wrong in a run and how often, by what the server said. A run with troubles measures something else. */
export type Troubles = Record<string, number>;

export function addTroubles(all: readonly Troubles[]): Troubles {
  const sum: Troubles = {};
  for (const [what, count] of all.flatMap((each) => Object.entries(each))) sum[what] = (sum[what] ?? 0) + count;
  return sum;
}
