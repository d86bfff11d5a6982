import type { Partner } from '../partners/partner.ts';
import { type PullNeeds, pullPartner } from './pull-partner.ts';

/** Reads what partners have, of each partner once at a time. */
export function openHealing(needs: PullNeeds) {
  const closing = new AbortController();
  const healing = new Map<string, Promise<unknown>>();
  function heal(partner: Partner, { isFull }: { isFull: boolean }) {
    const known = healing.get(partner.id);
    const pulling = async () => {
      await known?.catch(() => undefined);
      return pullPartner(needs, partner, { isFull, signal: closing.signal });
    };
    const work = pulling();
    healing.set(partner.id, work);
    return work.finally(() => healing.get(partner.id) === work && healing.delete(partner.id));
  }
  return {
    heal,
    async close(): Promise<void> {
      closing.abort();
      await Promise.allSettled(healing.values());
    },
  };
}
