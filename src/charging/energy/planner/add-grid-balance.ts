import { type Draft, drawnIn } from './draft.ts';
import type { Entry } from './linear-program.ts';
import { energyPrice, valueAt } from './plan-problem.ts';

/** Import minus export is what all draw and give, in kW; the highest import carries the demand charge. */
export function addGridBalance({ problem, program, slots, vehicles, battery, network }: Draft): void {
  const { prices, given, tree } = problem;
  const { demandCharge } = prices;
  const exportKw =
    (tree.nodes.find(({ id }) => id === network.rootId)?.exportLimitW ?? Number.POSITIVE_INFINITY) / 1000;
  const peak =
    demandCharge === null
      ? undefined
      : program.column(demandCharge.perKw * demandCharge.share, demandCharge.peakW / 1000, Number.POSITIVE_INFINITY);
  for (const [slot, { from, to, hours }] of slots.entries()) {
    const buy = energyPrice(prices, from);
    // An export price above the import price would make the plan buy and sell without end.
    const sell = Math.min(valueAt(prices.exportPerKwh, from), buy);
    const imported = program.column(buy * hours, 0, Number.POSITIVE_INFINITY);
    const givenKw = given.reduce((kw, { costW }) => kw + valueAt(costW, from) / 1000, 0);
    const sellableKw = problem.battery?.mayFeedIn === false ? Math.max(0, -givenKw) : Number.POSITIVE_INFINITY;
    const exported = program.column(-sell * hours, 0, Math.min(exportKw, sellableKw));
    // Sun beyond what may be exported is switched off.
    const sun = given.reduce((kw, { costW }) => kw + Math.max(0, -valueAt(costW, from)) / 1000, 0);
    const unused = program.column(0, 0, sun);
    const entries: Entry[] = [
      [imported, 1],
      [exported, -1],
      [unused, -1],
    ];
    for (const columns of vehicles) {
      const { discharge, wattsPerA, hours: there } = columns;
      // A car that is there for a part of the slot draws its average over all of it.
      const kwPerA = ((wattsPerA / 1000) * (there[slot] ?? 0)) / ((to - from) / 3_600_000);
      const gives = discharge[slot];
      for (const [column, sign] of drawnIn(columns, slot)) entries.push([column, -sign * kwPerA]);
      if (gives !== undefined) entries.push([gives, kwPerA]);
    }
    const [stores, releases] = [battery?.charge[slot], battery?.discharge[slot]];
    if (stores !== undefined) entries.push([stores, -1]);
    if (releases !== undefined) entries.push([releases, 1]);
    program.row(givenKw, givenKw, entries);
    if (peak !== undefined)
      program.row(0, Number.POSITIVE_INFINITY, [
        [peak, 1],
        [imported, -1],
      ]);
  }
}
