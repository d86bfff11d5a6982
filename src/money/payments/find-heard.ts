import type { Pool } from 'pg';
import { isUuid } from '#base/uuid.ts';
import { type HeardOf, idOfCompact } from '../providers/payment-provider.ts';
import { readPaymentIds } from './payment-store.ts';

/** Which payments of ours an event or a statement of a provider is about. */
export async function findHeard(pool: Pool, provider: string, heard: readonly HeardOf[]): Promise<string[]> {
  const ids = heard.flatMap(({ id }) => {
    const own = id === null ? null : isUuid(id) ? id : idOfCompact(id);
    return own === null ? [] : [own];
  });
  const references = heard.flatMap(({ reference }) => (reference === null ? [] : [reference]));
  if (ids.length + references.length === 0) return [];
  return (await readPaymentIds(pool, { provider, ids, references })).map(({ id }) => id);
}
