import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoard } from '../../live/live-provider.tsx';

const maxSuggestions = 20;

type Props = { value: string; onChange: (station: string | undefined) => void };

/** One station by its id, with the ids that are known offered while one types. */
export function StationFilter({ value, onChange }: Props) {
  const { t } = useTranslation();
  const { stations } = useBoard();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const wanted = typed.trim().toLowerCase();
  const suggestions = stations.filter(({ id }) => id.toLowerCase().includes(wanted)).slice(0, maxSuggestions);

  function type(text: string) {
    setTyped(text);
    const known = stations.find(({ id }) => id.toLowerCase() === text.trim().toLowerCase());
    if (known !== undefined && known.id !== value) onChange(known.id);
    if (text === '' && value !== '') onChange(undefined);
  }

  /** One that is not known any more may still have sessions. */
  function commit() {
    const text = typed.trim();
    if (text !== value) onChange(text === '' ? undefined : text);
  }

  return (
    <>
      <TextInput
        className="filter-station"
        label={t('sessions.station')}
        placeholder={t('sessions.stationHint')}
        list="session-stations"
        maxLength={48}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={commit}
        onKeyDown={({ key }) => {
          if (key === 'Enter') commit();
          if (key === 'Escape') type('');
        }}
        rightSection={
          typed === '' ? undefined : (
            <CloseButton size="sm" aria-label={t('equipment.searchClear')} onClick={() => type('')} />
          )
        }
      />
      <datalist id="session-stations">
        {suggestions.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </datalist>
    </>
  );
}
