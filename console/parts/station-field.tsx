import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoard } from '../live/live-provider.tsx';

const maxSuggestions = 30;

type Props = {
  value: string;
  onChange: (stationId: string) => void;
  label?: string;
  description?: string;
  error?: string | null;
  /** Stations that are not offered. */
  except?: ReadonlySet<string>;
};

/** One station by its id; those that are known are offered while one types. */
export function StationField({ value, onChange, label, description, error, except }: Props) {
  const { t } = useTranslation();
  const { stations } = useBoard();
  const list = useId();
  const wanted = value.trim().toLowerCase();
  const offered = stations.filter(({ id }) => id.toLowerCase().includes(wanted) && except?.has(id) !== true);
  return (
    <>
      <TextInput
        label={label ?? t('form.station')}
        description={description}
        placeholder={t('sessions.stationHint')}
        list={list}
        maxLength={48}
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={list}>
        {offered.slice(0, maxSuggestions).map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </datalist>
    </>
  );
}
