import { useTranslation } from 'react-i18next';
import type { ApiGroup } from '#contract/api/define-api.ts';
import { usePrincipal } from '../api/principal.ts';
import { type WhyNotAct, whyNotAct } from './why-not-act.ts';

export type Scope = `${ApiGroup}:${'change' | 'decide' | 'command' | 'operate'}` | 'books:orders';

/** Whether this person may change something, and otherwise why not, in a sentence. */
export function useMay(scope: Scope): { reason: WhyNotAct | null; told: string | undefined } {
  const { t } = useTranslation();
  const principal = usePrincipal();
  const reason = whyNotAct(principal, scope);
  const told =
    reason === null ? undefined : t(`may.${reason}`, { role: t(`role.${principal?.role ?? 'viewer'}`), scope });
  return { reason, told };
}
