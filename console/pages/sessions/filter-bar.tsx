import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionFilter } from './session-filter.ts';
import { StateFilter } from './state-filter.tsx';
import { StationFilter } from './station-filter.tsx';
import { TokenFilter } from './token-filter.tsx';

type Props = { filter: SessionFilter; onChange: (part: SessionFilter) => void };

/** Which sessions; all of it stands in the address. On a phone all but the state is folded away. */
export function FilterBar({ filter, onChange }: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { state: _, ...narrow } = filter;
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
        <DayField label={t('sessions.from')} value={filter.from} onChange={(from) => onChange({ from })} />
        <DayField label={t('sessions.to')} value={filter.to} onChange={(to) => onChange({ to })} />
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

type DayProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void };

function DayField({ label, value, onChange }: DayProps) {
  return (
    <TextInput
      type="date"
      className="filter-day"
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  );
}
