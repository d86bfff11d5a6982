/** `type` is PostgreSQL's. */
export type Column = { name: string; type: string };
type Value = string | number | null | undefined;

const afterValue = '\x1e';
const none = '\x1d';
/** Never part of a row: behind a value that is none comes `afterValue`. */
const betweenRows = `${none}${none}`;

/**
 * Rows for `givenRows`, at least one, as one text. The usual way, a list for each column, costs the server a store for each list:
 * a single row of 28 columns took it three times as long. What ends a value stands behind the last one too: without it a single
 * empty text would be no value at all.
 */
export function rowsText(rows: readonly (readonly Value[])[]): string {
  let [values, absent] = [0, 0];
  const lines = rows.map((row) => {
    let line = '';
    for (const value of row) {
      if (value === null || value === undefined) absent += 1;
      line += `${value ?? none}${afterValue}`;
    }
    values += row.length;
    return line;
  });
  const text = lines.join(betweenRows);
  if (count(text, afterValue) !== values || count(text, none) !== absent + 2 * (rows.length - 1))
    throw new RangeError('a text holds a character that separates records');
  return text;
}

export function holdsSeparator(text: string): boolean {
  return text.includes(afterValue) || text.includes(none);
}

/** `from` of a statement whose first parameter is a text of rows with these columns. They come in the order they are given. */
export function givenRows(columns: readonly Column[]): string {
  const read = columns.map(({ name, type }, index) => `value[${index + 1}]::${type} as ${name}`);
  // "offset 0" keeps the planner from taking the row apart once for each column.
  return `(
    select ${read.join(', ')} from (
      select string_to_array(line, E'\\x1e', E'\\x1d') as value from unnest(string_to_array($1::text, E'\\x1d\\x1d')) as line offset 0
    ) as lines
  ) as given`;
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) found += 1;
  return found;
}
