import type { ClientBase, Pool, PoolClient } from 'pg';

/** All of the work in one transaction over this connection, or nothing of it. */
export async function inTransaction<Result>(
  client: Pick<ClientBase, 'query'>,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // the connection may be what broke, and the transaction ended with it
    throw error;
  }
}

/** The same over a connection of the pool; one that cannot even roll back is not used again. */
export async function transaction<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const result = await inTransaction(client, () => work(client));
    isBroken = false;
    return result;
  } catch (error) {
    isBroken = !(await isUsable(client));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

async function isUsable(client: PoolClient): Promise<boolean> {
  return client.query('select').then(
    () => true,
    () => false,
  );
}
