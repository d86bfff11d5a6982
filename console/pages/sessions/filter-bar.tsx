import { Button, CloseButton, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionApi } from '#contract/api/sessions.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { useCard } from '../../api/access-queries.ts';
import { call } from '../../api/call.ts';
import { useSites } from '../../api/site-queries.ts';
import { byName, Choice } from '../../parts/choice.tsx';
import { DayField } from '../../parts/date-field.tsx';
import type { SessionFilter } from './session-filter.ts';
import { shortToken } from './session-words.ts';
import { StationFilter } from './station-filter.tsx';

type Props = { filter: SessionFilter; onChange: (part: SessionFilter) => void };

/** Which sessions; all of it stands in the address. On a phone all but the state is folded away. */
export function FilterBar({ filter, onChange }: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { state: _, month: __, ...narrow } = filter; // both can be seen anyway
  const count = Object.values(narrow).filter((value) => value !== undefined).length;
  return (
    <div className="filter-bar">
      <StateFilter chosen={filter.state} onChoose={(state) => onChange({ state })} />
      <Button
        className="filter-toggle"
        variant="default"
        size="sm"
        aria-expanded={isOpen}
        aria-controls="session-filters"
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('sessions.filters')}
        {count > 0 && ` (${count})`}
      </Button>
      <div id="session-filters" className="filter-fields" data-open={isOpen}>
        <StationFilter value={filter.station ?? ''} onChange={(station) => onChange({ station })} />
        <TokenFilter hash={filter.token} onChange={(token) => onChange({ token })} />
        <SiteFilter value={filter.site} onChange={(site) => onChange({ site })} />
        <DayField
          className="filter-day"
          label={t('sessions.from')}
          value={filter.from ?? ''}
          onChange={(from) => onChange({ from: from || undefined, month: undefined })}
        />
        <DayField
          className="filter-day"
          label={t('sessions.to')}
          value={filter.to ?? ''}
          onChange={(to) => onChange({ to: to || undefined, month: undefined })}
        />
        <button
          type="button"
          className="flag-toggle"
          aria-pressed={filter.flagged === 'yes'}
          onClick={() => onChange({ flagged: filter.flagged === 'yes' ? undefined : 'yes' })}
        >
          {t('sessions.flagged')}
        </button>
      </div>
    </div>
  );
}

type SiteProps = { value: string | undefined; onChange: (site: string | undefined) => void };

function SiteFilter({ value, onChange }: SiteProps) {
  const { t } = useTranslation();
  const sites = useSites().data?.sites ?? [];
  if (sites.length === 0) return null;
  return (
    <Choice
      label={t('tariff.site')}
      value={value ?? ''}
      none={t('reports.allSites')}
      options={byName(sites)}
      onChange={(site) => onChange(site === '' ? undefined : site)}
    />
  );
}

type State = SessionFilter['state'];
type StateProps = { chosen: State; onChoose: (state: State) => void };

const states = [undefined, 'running', 'ended'] as const;

function StateFilter({ chosen, onChoose }: StateProps) {
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

type TokenProps = { hash: string | undefined; onChange: (hash: string | undefined) => void };

/** A card's number is typed; only its hash, which the server makes, gets into the address. */
function TokenFilter({ hash, onChange }: TokenProps) {
  const { t } = useTranslation();
  const card = useCard(hash);
  const [typed, setTyped] = useState('');
  const hashing = useMutation({
    mutationFn: async (value: string) =>
      value.startsWith('tok_') ? value : (await call(tokenApi.hash, { body: { value } })).hash,
    onSuccess: (found) => {
      setTyped('');
      onChange(found);
    },
  });
  const commit = () => {
    if (typed.trim() !== '' && !hashing.isPending) hashing.mutate(typed.trim());
  };
  const isChosen = hash !== undefined;
  return (
    <TextInput
      className="filter-token"
      label={t('sessions.token')}
      placeholder={t('sessions.tokenHint')}
      maxLength={255}
      autoComplete="off"
      spellCheck={false}
      value={isChosen ? (card?.label ?? shortToken(hash)) : typed}
      title={hash}
      readOnly={isChosen}
      error={hashing.error?.message}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
        if (key === 'Escape') setTyped('');
      }}
      rightSection={
        isChosen ? (
          <CloseButton size="sm" aria-label={t('sessions.tokenClear')} onClick={() => onChange(undefined)} />
        ) : undefined
      }
    />
  );
}
