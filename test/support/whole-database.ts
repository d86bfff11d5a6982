import { Client } from 'pg';

/** Every row of every table, as text; bytes in it as hexadecimal digits. */
export async function wholeDatabase(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${client.escapeIdentifier(name)} t`,
      );
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}
