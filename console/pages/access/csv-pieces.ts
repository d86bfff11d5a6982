export type CsvRecord = { line: number; text: string };

/** The records of a CSV text as they are written, each with the line it begins in; the first is the header. */
export function recordsOf(csv: string): CsvRecord[] {
  const plain = csv.startsWith('\uFEFF') ? csv.slice(1) : csv;
  const records: CsvRecord[] = [];
  let isQuoted = false;
  let record: CsvRecord = { line: 1, text: '' };
  for (const [index, line] of plain.split(/\r\n|\n|\r/).entries()) {
    record = isQuoted ? { ...record, text: `${record.text}\n${line}` } : { line: index + 1, text: line };
    if ((line.match(/"/g)?.length ?? 0) % 2 === 1) isQuoted = !isQuoted;
    if (!isQuoted && record.text.trim() !== '') records.push(record);
  }
  if (isQuoted) records.push(record); // a quote that is never closed is for the server to tell
  return records;
}

/** The file in pieces of so many rows, each with the header, and as many empty lines before it as keep the numbers of the lines true. */
export function piecesOf([header, ...rows]: readonly CsvRecord[], maxRows: number): { csv: string; rows: number }[] {
  const pieces = [];
  for (let from = 0; from < rows.length; from += maxRows) {
    const part = rows.slice(from, from + maxRows);
    let csv = header?.text ?? '';
    let line = (header?.text.split('\n').length ?? 1) + (header?.line ?? 1) - 1;
    for (const record of part) {
      csv += '\n'.repeat(Math.max(1, record.line - line)) + record.text;
      line = record.line + record.text.split('\n').length - 1;
    }
    pieces.push({ csv, rows: part.length });
  }
  return pieces;
}
