import { useTranslation } from 'react-i18next';
import type { ApiGroup } from '#contract/api/define-api.ts';
import { usePrincipal } from '../api/principal.ts';
import { type WhyNotAct, whyNotAct } from './why-not-act.ts';

export type Scope =
  | `${ApiGroup}:${'change' | 'decide' | 'command' | 'operate'}`
  | 'books:orders'
  | 'stations:write'
  | 'certificates:renew'
  | 'certificates:authorities'
  | 'payments:change'
  | 'rules:approve'
  | 'notifications:webhooks';

/** What only administrators may do, of what a page offers to everybody. */
const administered: ReadonlySet<Scope> = new Set([
  ...(['campaigns:change', 'firmware:change', 'notifications:webhooks', 'partners:change'] as const),
  'certificates:authorities' as const,
]);

/** Whether this person may change something, and otherwise why not, in a sentence. */
export function useMay(scope: Scope): { reason: WhyNotAct | 'notAdministrator' | null; told: string | undefined } {
  const { t } = useTranslation();
  const principal = usePrincipal();
  const { role, grants = [] } = principal ?? {};
  const administers = role === 'administrator' || grants.some((grant) => grant.role === 'administrator');
  const isBeyond = administered.has(scope) && !administers;
  const reason = whyNotAct(principal, scope) ?? (isBeyond ? 'notAdministrator' : null);
  const told =
    reason === null ? undefined : t(`may.${reason}`, { role: t(`role.${principal?.role ?? 'viewer'}`), scope });
  return { reason, told };
}
