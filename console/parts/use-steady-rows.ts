import { useMemo, useState } from 'react';

type List<Row> = {
  rows: readonly Row[] | undefined;
  idOf: (row: Row) => string;
  /** Which list it is: another filter is another list, of which nothing is known yet. */
  name: string;
  /** The rows are still those of the list before. */
  isOther: boolean;
};

/**
 * Rows that change where they stand: one that is new is counted, and shown when it is asked for. A list that had none
 * shows what comes, since there is nothing to push away.
 */
export function useSteadyRows<Row>({ rows, idOf, name, isOther }: List<Row>) {
  const [known, setKnown] = useState<{ name: string; ids: ReadonlySet<string> } | null>(null);
  const isKnown = known?.name === name;
  if (!isKnown && !isOther && rows !== undefined && rows.length > 0) setKnown({ name, ids: new Set(rows.map(idOf)) });
  const shown = useMemo(
    () => (isKnown ? rows?.filter((row) => known.ids.has(idOf(row))) : rows),
    [isKnown, known, rows, idOf],
  );
  const newOnes = (rows?.length ?? 0) - (shown?.length ?? 0);
  return { shown, newOnes, showAll: () => setKnown(null) };
}
