/** A row for each position of these columns, in the order they are given. `type` is PostgreSQL's. */
export type Column = { name: string; type: string };

const separator = '\x1e';
const none = '\x1d';

/**
 * The values of one column, at least one, as one text. A list of texts would have to be quoted element by element on our side and
 * unquoted on the server's, which costs more than writing the rows. A separator stands behind each value, also the last: without it
 * a single empty text would be no list at all.
 */
export function columnText(values: readonly (string | number | null | undefined)[]): string {
  const text = `${values.map((value) => value ?? none).join(separator)}${separator}`;
  if (countSeparators(text) !== values.length || values.includes(none))
    throw new RangeError('a text holds a character that separates records');
  return text;
}

/** Whether a text cannot travel in a column. */
export function holdsSeparator(text: string): boolean {
  return text.includes(separator) || text.includes(none);
}

/** `from` of a statement whose parameters, beginning with `$first`, are column texts. */
export function givenColumns(columns: readonly Column[], first = 1): string {
  const lists = columns.map(
    ({ type }, index) => `trim_array(string_to_array($${first + index}::text, E'\\x1e', E'\\x1d'), 1)::${type}[]`,
  );
  return `unnest(${lists.join(', ')}) as given (${columns.map(({ name }) => name).join(', ')})`;
}

function countSeparators(text: string): number {
  let count = 0;
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) count += 1;
  return count;
}
