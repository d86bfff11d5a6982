import { wrongFile } from './row-problem.ts';

/** Rows by the names of their heading, numbered as in the file. Fields may be quoted; commas, semicolons or tabs part them. */
export function readCsv(content: string): { row: number; value: Record<string, string> }[] {
  const records = recordsOf(content.replace(/^\ufeff/, ''));
  const [heading, ...rest] = records;
  if (heading === undefined) return [];
  const names = heading.fields.map((name) => name.trim());
  return rest.flatMap(({ line, fields }) => {
    if (fields.length === 1 && fields[0]?.trim() === '') return [];
    if (fields.length !== names.length)
      throw wrongFile([
        { row: line, column: null, problem: `it has ${fields.length} fields, and the heading has ${names.length}` },
      ]);
    return [{ row: line, value: Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ''])) }];
  });
}

type CsvRecord = { line: number; fields: string[] };

function recordsOf(text: string): CsvRecord[] {
  const separator = [',', ';', '\t'].toSorted((one, other) => count(text, other) - count(text, one))[0] ?? ',';
  const records: CsvRecord[] = [];
  let [field, line, start, isQuoted] = ['', 1, 1, false];
  let fields: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\n') line += 1;
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && field === '') isQuoted = true;
    else if (character === separator) {
      fields.push(field);
      field = '';
    } else if (character === '\n') {
      records.push({ line: start, fields: [...fields, field.replace(/\r$/, '')] });
      [fields, field, start] = [[], '', line];
    } else field += character;
  }
  if (isQuoted) throw wrongFile([{ row: start, column: null, problem: 'a quotation mark is not closed' }]);
  if (field !== '' || fields.length > 0) records.push({ line: start, fields: [...fields, field.replace(/\r$/, '')] });
  return records;
}

/** In the heading, where no text can deceive. */
function count(text: string, separator: string): number {
  return (text.split('\n', 1)[0] ?? '').split(separator).length;
}
