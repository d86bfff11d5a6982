import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionApi } from '#contract/api/sessions.ts';
import { call } from '../../live/call.ts';
import type { SessionFilter } from './session-filter.ts';

type State = SessionFilter['state'];
type Props = { chosen: State; onChoose: (state: State) => void };

const states = [undefined, 'running', 'ended'] as const;

export function StateFilter({ chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const running = useRunningCount();
  return (
    <div className="state-filter" role="group" aria-label={t('sessions.filterState')}>
      {states.map((state) => (
        <button
          key={state ?? 'all'}
          type="button"
          className="state-choice"
          aria-pressed={chosen === state}
          onClick={() => onChoose(state)}
        >
          {t(`sessions.states.${state ?? 'all'}`)}
          {state === 'running' && running !== null && <strong>{running}</strong>}
        </button>
      ))}
    </div>
  );
}

/** In the whole network, whatever the other filters say. */
function useRunningCount(): string | null {
  const { i18n } = useTranslation();
  const { data } = useQuery({
    queryKey: ['running-sessions'],
    queryFn: ({ signal }) => call(sessionApi.list, { query: { state: 'running', limit: 1, total: true }, signal }),
    refetchInterval: 5_000,
  });
  const total = data?.total ?? null;
  if (total === null) return null;
  const count = new Intl.NumberFormat(i18n.language).format(total.count);
  return total.isAtLeast ? `${count}+` : count;
}
