type Row = Readonly<Record<string, unknown>>;

/** A row in camelCase as PostgreSQL reads it out of JSON. */
export function inColumns(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), stored(value)]));
}

function stored(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : (value ?? null);
}

/** Quoted: `limit` is a word of SQL. */
export function columnOf(name: string): string {
  return `"${snakeCase(name)}"`;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
