/** A record of a CSV text. `row` counts as a spreadsheet does: the header is row 1. `line` is where the record begins in the file. */
export type CsvRow = { row: number; line: number; cells: string[] };

export type CsvTable = {
  header: string[];
  rows: CsvRow[];
  openQuoteIn: Pick<CsvRow, 'row' | 'line'> | null;
};

const separators = [';', ',', '\t'] as const;

/** Reads CSV as programs write it: any of three separators, quotes with line breaks in them, a byte-order mark, any line end. */
export function readCsv(text: string): CsvTable {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const { records, isOpen } = recordsOf(plain, separatorOf(plain));
  const rows = records.map(({ line, cells }, nth) => ({ row: nth + 1, line, cells: cells.map((cell) => cell.trim()) }));
  return {
    header: rows[0]?.cells ?? [],
    rows: rows.slice(1).filter(({ cells }) => cells.some((cell) => cell !== '')),
    openQuoteIn: isOpen ? (rows.at(-1) ?? null) : null,
  };
}

/** The one that the header has most of; names of columns hold none of them. */
function separatorOf(text: string): string {
  const [header = ''] = text.split(/\r\n|\r|\n/, 1);
  const counted = separators.map((separator) => ({ separator, count: header.split(separator).length }));
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).separator;
}

type CsvRecord = { line: number; cells: string[] };

function recordsOf(text: string, separator: string): { records: CsvRecord[]; isOpen: boolean } {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let [at, start, line] = [0, 0, 1];
  let isOpen = false;
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : bareCell(text, at, separator);
    cells.push(cell.text);
    isOpen = cell.isOpen;
    at = cell.end;
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) cells.push('');
      continue;
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    records.push({ line, cells });
    line += text.slice(start, at).split(/\r\n|\r|\n/).length - 1;
    [cells, start] = [[], at];
  }
  if (cells.length > 0) records.push({ line, cells });
  return { records, isOpen };

  /** What follows the closing quote up to the separator belongs to the cell too: some write "12"" pipe". */
  function quotedCell(source: string, from: number): { text: string; end: number; isOpen: boolean } {
    const parts: string[] = [];
    let start = from + 1;
    for (;;) {
      const quote = source.indexOf('"', start);
      if (quote === -1) return { text: parts.join('') + source.slice(start), end: source.length, isOpen: true };
      parts.push(source.slice(start, quote));
      if (source[quote + 1] !== '"') {
        const rest = bareCell(source, quote + 1, separator);
        return { text: parts.join('') + rest.text, end: rest.end, isOpen: false };
      }
      parts.push('"');
      start = quote + 2;
    }
  }
}

function bareCell(text: string, from: number, separator: string): { text: string; end: number; isOpen: false } {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(from, end), end, isOpen: false };
}
