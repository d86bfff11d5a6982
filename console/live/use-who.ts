import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keyApi } from '#contract/api/keys.ts';
import { whyNotAct } from '../parts/why-not-act.ts';
import { call } from './call.ts';
import { usePrincipal } from './principal.ts';
import { again } from './queries.ts';

/** The name of whoever did something. The ledger holds the id of a key; only administrators may list the others' names. */
export function useWho(): (id: string) => string {
  const { t } = useTranslation();
  const me = usePrincipal();
  const { data } = useQuery({
    queryKey: ['keys', 'names'],
    queryFn: async ({ signal }) => {
      const { keys } = await call(keyApi.list, { signal });
      return new Map(keys.map(({ id, name }) => [id, name]));
    },
    enabled: me?.role === 'administrator' && whyNotAct(me, 'keys:read') === null,
    staleTime: 60_000,
    retry: again,
  });
  return (id) => {
    if (id === 'system') return t('who.system');
    if (id.startsWith('anonymous:')) return t('who.anonymous');
    return id === me?.id ? me.name : (data?.get(id) ?? id);
  };
}
