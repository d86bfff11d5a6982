import type { ClientBase } from 'pg';

/** While it is `on`, the rows that a connection writes are copied. The ledger's writer has it on always. */
export const copyingSetting = 'sigec.copies';

/** From now on this connection's writes are the product's, until it ends. */
export async function beginCopying(client: ClientBase): Promise<void> {
  await client.query(`select set_config('${copyingSetting}', 'on', false)`);
}

/**
 * For a statement by which the product changes rows beside the ledger, such as the end of what a crash left open: it stands in its
 * `with`, and whatever is changed is joined with it.
 */
export const copying = `copying as (select set_config('${copyingSetting}', 'on', true) as is_on)`;
