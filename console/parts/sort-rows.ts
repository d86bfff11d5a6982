export type Value = string | number | boolean | null | undefined;
/** By which column, by its place; and which way. */
export type Order = { column: number; isDown: boolean };

const byText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Rows in the order of what stands behind their cells. Rows without a value come last, whichever way; equal ones stay as they were. */
export function sortRows<Row>(rows: readonly Row[], valueOf: (row: Row) => Value, isDown: boolean): readonly Row[] {
  const way = isDown ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [first, second] = [valueOf(one) ?? null, valueOf(other) ?? null];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return way * compare(first, second);
  });
}

function compare(one: NonNullable<Value>, other: NonNullable<Value>): number {
  return typeof one === 'string' || typeof other === 'string'
    ? byText.compare(String(one), String(other))
    : Number(one) - Number(other);
}

/** Pressed again, the other way round, and then as the list came. Of numbers the largest come first. */
export function nextOrder(before: Order | null, { column, isNumber }: { column: number; isNumber: boolean }) {
  if (before?.column !== column) return { column, isDown: isNumber };
  return before.isDown === isNumber ? { column, isDown: !isNumber } : null;
}
