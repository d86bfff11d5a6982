import type { Principal } from '#contract/agents/principal.ts';
import { usePrincipal } from '../api/principal.ts';

/** Whether a role holds for the whole installation, or at single sites alone. */
export function isEverywhere(principal: Principal | null): boolean {
  return principal?.grants === undefined || principal.grants.some(({ siteId }) => siteId === null);
}

/** Whether this person administers the whole installation. The server decides again when it is asked. */
export function useAdministers(): boolean {
  const principal = usePrincipal();
  if (principal === null) return false;
  const { role, grants = [{ role, siteId: null }] } = principal;
  return grants.some((grant) => grant.role === 'administrator' && grant.siteId === null);
}
