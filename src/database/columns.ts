/** A row for each position of these columns, in the order they are given. `type` is PostgreSQL's. */
export type Column = { name: string; type: string };

const separator = '\x1e';
const none = '\x1d';

/**
 * The values of one column as one text. A list of texts would have to be quoted element by element on our side and unquoted on the
 * server's, which costs more than writing the rows. An empty text is only told from null where there are several rows.
 */
export function columnText(values: readonly (string | number | null | undefined)[]): string {
  const text = values.map((value) => value ?? none).join(separator);
  if (countSeparators(text) >= Math.max(1, values.length))
    throw new RangeError('a text holds a character that separates records');
  return text;
}

/** `from` of a statement whose parameters, beginning with `$first`, are column texts. */
export function givenColumns(columns: readonly Column[], first = 1): string {
  const lists = columns.map(
    ({ type }, index) => `string_to_array($${first + index}::text, E'\\x1e', E'\\x1d')::${type}[]`,
  );
  return `unnest(${lists.join(', ')}) as given (${columns.map(({ name }) => name).join(', ')})`;
}

function countSeparators(text: string): number {
  let count = 0;
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) count += 1;
  return count;
}
