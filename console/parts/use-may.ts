import { useTranslation } from 'react-i18next';
import { usePrincipal } from '../live/principal.ts';
import { type WhyNotAct, whyNotAct } from './why-not-act.ts';

export type Scope =
  | 'sites:change'
  | 'devices:change'
  | 'tokens:change'
  | 'drivers:change'
  | 'tariffs:change'
  | 'reservations:change'
  | 'reports:change'
  | 'proposals:decide'
  | 'stations:command';

/** Whether this person may change something, and otherwise why not, in a sentence. */
export function useMay(scope: Scope): { reason: WhyNotAct | null; told: string | undefined } {
  const { t } = useTranslation();
  const principal = usePrincipal();
  const reason = whyNotAct(principal, scope);
  const told =
    reason === null ? undefined : t(`may.${reason}`, { role: t(`role.${principal?.role ?? 'viewer'}`), scope });
  return { reason, told };
}
