import { MultiSelect, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Places } from '#contract/access/group.ts';
import { useSites } from '../../api/site-queries.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { byName, Choice } from '../../parts/choice.tsx';

type Props = {
  places: Places | null;
  /** Whether "as their group" is a choice. */
  mayInherit?: boolean;
  onChange: (places: Places | null) => void;
};

/** Where somebody may charge. */
export function PlacesField({ places, mayInherit = false, onChange }: Props) {
  const { t } = useTranslation();
  const sites = byName(useSites().data?.sites);
  const { stations } = useBoard();
  const some = typeof places === 'object' && places !== null ? places : null;
  const mode = places === null ? '' : some === null ? 'everywhere' : 'some';
  return (
    <Stack gap="xs">
      <Choice
        label={t('access.places')}
        value={mode}
        {...(mayInherit && { none: t('access.asGroup') })}
        options={[
          { value: 'everywhere', label: t('access.everywhere') },
          { value: 'some', label: t('access.somePlaces') },
        ]}
        onChange={(value) => {
          if (value === 'some') onChange({ siteIds: [], stationIds: [] });
          else onChange(value === '' ? null : 'everywhere');
        }}
      />
      {some !== null && (
        <div className="form-row">
          <MultiSelect
            label={t('access.sites')}
            placeholder={some.siteIds.length === 0 ? t('access.noSites') : ''}
            data={sites}
            value={some.siteIds}
            searchable
            onChange={(siteIds) => onChange({ ...some, siteIds })}
          />
          <MultiSelect
            label={t('access.stations')}
            data={stations.map(({ id }) => id)}
            value={some.stationIds}
            searchable
            limit={50}
            onChange={(stationIds) => onChange({ ...some, stationIds })}
          />
        </div>
      )}
    </Stack>
  );
}
