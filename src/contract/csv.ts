export type Column<Row> = { name: string; about: string; read(row: Row): string | number | null };

export function csvHeader<Row>(columns: readonly Column<Row>[]): string {
  return csvRow(columns.map(({ name }) => name));
}

export function csvLine<Row>(columns: readonly Column<Row>[], row: Row): string {
  return csvRow(columns.map(({ read }) => read(row)));
}

/** One line of comma-separated values (RFC 4180). */
function csvRow(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = mayBegin.test(value) ? value.replace(within, "$1'").replace(start, "'") : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run what begins like a formula, and a station may name itself so: an apostrophe makes it text. Where they take
 * another character for the separator, as Excel does in Brazil, a cell also begins in the middle of ours, and quotes do not hold it.
 */
const start = /^(?=[" ]*[=+\-@＝＋－＠]|[\t\r\n])/;
const within = /([;\t\r\n])(?=[" ]*[=+\-@＝＋－＠])/g;
/** Most values are nothing of the kind, and an export has millions. */
const mayBegin = /^[" \t\r\n=+\-@＝＋－＠]|[;\t\r\n]/;

/** Watt-hours as kilowatt-hours with three decimals. */
export function kwh(energyWh: number): string {
  return (Math.round(energyWh) / 1000).toFixed(3);
}
