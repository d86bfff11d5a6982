/** A tariff that a station is to have. EVSE 0: all that have none of their own. */
export type WantedTariff = { evseId: number; tariffId: string; version: number };

/**
 * What a station has to hold so that each of its EVSEs calculates by its own tariff. What most of them have goes to all, since a
 * station takes the same tariff for one place only. Where one of them has none, none goes to all.
 */
export function wantedTariffs(
  evses: readonly { evseId: number; applying: { tariffId: string; version: { version: number } } | null }[],
): WantedTariff[] {
  const wanted = evses.flatMap(({ evseId, applying }) =>
    applying === null ? [] : [{ evseId, tariffId: applying.tariffId, version: applying.version.version }],
  );
  if (wanted.length === 0 || wanted.length < evses.length) return wanted;
  const groups = [...Map.groupBy(wanted, ({ tariffId, version }) => `${tariffId}\n${version}`).values()];
  const [most = []] = groups.toSorted((a, b) => b.length - a.length);
  const [common] = most;
  if (common === undefined) return wanted;
  return [{ ...common, evseId: 0 }, ...wanted.filter((one) => !most.includes(one))];
}
