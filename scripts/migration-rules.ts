/**
 * Two versions of the product run side by side while nodes are replaced one by one, so a migration may only add (expand): what an older
 * version reads or writes must still be there and still be taken. What is taken away (contract) is taken away by a later migration,
 * which names the one that replaced it.
 */
const destructive: readonly { pattern: RegExp; what: string; instead: string }[] = [
  { pattern: /\bdrop\s+table\b/, what: 'drops a table', instead: 'leave it until no version in use reads it' },
  {
    pattern:
      /\balter\s+table\s[^;]*\bdrop\s+(?:column\s+)?(?!constraint\b|default\b|not\b|expression\b|identity\b)(?:if\s+exists\s+)?\w/,
    what: 'drops a column',
    instead: 'leave it until no version in use reads it',
  },
  {
    pattern: /\balter\s+table\s[^;]*\brename\s+(?!constraint\b)/,
    what: 'renames a table or column',
    instead: 'add the new one, write both, and drop the old one later',
  },
  {
    pattern: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/,
    what: 'changes the type of a column',
    instead: 'add a column of the new type, write both, and drop the old one later',
  },
  {
    pattern: /\balter\s+(?:column\s+)?\w+\s+set\s+not\s+null\b/,
    what: 'makes a column NOT NULL',
    instead: 'give it a default first, and do this once no version in use writes a null',
  },
  {
    pattern:
      /\badd\s+(?:column\s+)?(?!constraint\b)(?:if\s+not\s+exists\s+)?\w+\s(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(?:default|generated)\b)/,
    what: 'adds a NOT NULL column without a default',
    instead: 'give it a default: an older version does not know the column',
  },
  {
    pattern:
      /\balter\s+table\s[^;]*\badd\s+(?:constraint\s+\w+\s+)?(?:check\b|unique\b|foreign\s+key\b|primary\s+key\b|exclude\b)/,
    what: 'adds a constraint to a table that is there',
    instead: 'do this once no version in use writes a row that breaks it',
  },
  {
    pattern: /\balter\s+(?:column\s+)?\w+\s+drop\s+default\b/,
    what: 'drops the default of a column',
    instead: 'leave it until no version in use leaves the column out',
  },
  {
    pattern: /\bdrop\s+(?:function|view|materialized\s+view|sequence|type|trigger)\b/,
    what: 'drops what statements of the version before may name',
    instead: 'leave it until no version in use does',
  },
  {
    pattern: /\btruncate\b(?!\s+on\b)/,
    what: 'empties a table',
    instead: 'leave its rows to the versions that read them',
  },
];

export type MigrationText = { owner: string; file: string; sql: string };

/** What is wrong with a migration for nodes of the version before; `earlier` are the files that came before it, as `owner/file`. */
export function migrationProblems({ owner, file, sql }: MigrationText, earlier: ReadonlySet<string>): string[] {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase();
  // A list of words that grows: the same constraint is dropped and added again.
  const widened = statements.replaceAll(/\badd\s+constraint\s+(\w+)\s+check\b/g, (adding, name: string) =>
    new RegExp(`\\bdrop\\s+constraint\\s+(?:if\\s+exists\\s+)?${name}\\b`).test(statements) ? '' : adding,
  );
  const faults = destructive.filter(({ pattern }) => pattern.test(widened));
  if (faults.length === 0) return [];
  const [, expansion, why] = /^-- contract of (\S+): (.+)$/m.exec(sql) ?? [];
  if (expansion === undefined || why === undefined)
    return faults.map(
      ({ what, instead }) =>
        `${owner}/${file} ${what}, and nodes of the version before still run: ${instead}. A later step says "-- contract of <owner>/<file>: <why nobody needs it>".`,
    );
  return earlier.has(expansion)
    ? []
    : [`${owner}/${file} is the contract of ${expansion}, which is no migration before it.`];
}
