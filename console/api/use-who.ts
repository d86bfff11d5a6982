import { useTranslation } from 'react-i18next';
import { keyApi } from '#contract/api/keys.ts';
import { whyNotAct } from '../parts/why-not-act.ts';
import { usePrincipal } from './principal.ts';
import { useRead } from './queries.ts';

/** The name of whoever did something. The ledger holds the id of a key; only administrators may list the others' names. */
export function useWho(): (id: string) => string {
  const { t } = useTranslation();
  const me = usePrincipal();
  const enabled = me?.role === 'administrator' && whyNotAct(me, 'keys:read') === null;
  const { data } = useRead(['keys', 'names'], keyApi.list, {}, { enabled, staleTime: 60_000 });
  return (id) => {
    if (id === 'system') return t('who.system');
    if (id.startsWith('anonymous:')) return t('who.anonymous');
    return id === me?.id ? me.name : (data?.keys.find((key) => key.id === id)?.name ?? id);
  };
}
