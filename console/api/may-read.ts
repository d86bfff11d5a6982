import { accountantReads } from '#contract/agents/accountant-reads.ts';
import type { Principal } from '#contract/agents/principal.ts';
import type { Endpoint } from '#contract/api/define-api.ts';

/** It opens personal data, and limits nothing. */
const personalScope = 'personal:read';

/** Whether the server would answer: what is only a help on a page is not asked for in vain. The server decides again when it is asked. */
export function mayRead(principal: Principal | null, { scope, within }: Pick<Endpoint, 'scope' | 'within'>): boolean {
  if (principal === null) return true; // where nobody is asked who they are, all can be read
  const { role, scopes, grants = [{ role, siteId: null }] } = principal;
  const [part = ''] = scope?.split(':') ?? [];
  const reads = grants.filter(
    (grant) => grant.role !== 'accountant' || scope === undefined || accountantReads.has(part),
  );
  if (!reads.some(({ siteId }) => within !== 'whole' || siteId === null)) return false;
  const limits = scopes.filter((each) => each !== personalScope);
  return scope === undefined || limits.length === 0 || limits.includes(scope) || limits.includes(part);
}
