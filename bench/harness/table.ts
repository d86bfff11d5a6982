/** Rows of words under each other, numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        /^[\d.,]+×?$/.test(cell) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** Three digits that matter, and thousands apart. */
export function shown(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  if (value === 0 || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(Math.abs(value) < 1 ? 2 : 3);
}
