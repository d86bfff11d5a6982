import { Button, Menu, SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Site } from '#contract/stations/site.ts';
import type { Station } from '#contract/stations/station.ts';
import { ocppVersions } from '#contract/word-lists.ts';
import { Choice } from '../../parts/choice.tsx';
import { DownloadIcon } from '../../parts/icons.tsx';
import { chosenColumns, columnNames, columnsText } from './columns.ts';
import { atNoSite, type EquipmentFilter } from './equipment-filter.ts';
import { ViewsMenu } from './views-menu.tsx';

type Props = {
  stations: readonly Station[];
  sites: readonly Site[];
  filter: EquipmentFilter;
  onChange: (part: EquipmentFilter) => void;
  onExport: () => void;
};

/** Where, what and how it is shown. All of it stands in the address, so that a link shows a colleague the same. */
export function FilterBar({ stations, sites, filter, onChange, onExport }: Props) {
  const { t } = useTranslation();
  const { vendors, firmwares } = useMemo(() => optionsIn(stations, filter.vendor), [stations, filter.vendor]);
  const places = sites.map(({ id, name }) => ({ value: id, label: name }));
  const given = (value: string) => (value === '' ? undefined : value);
  return (
    <div className="filter-bar">
      <div className="filter-choices">
        <Choice
          label={t('fleet.site')}
          none={t('fleet.everySite')}
          value={filter.site ?? ''}
          options={[...places, { value: atNoSite, label: t('fleet.noSite') }]}
          onChange={(site) => onChange({ site: given(site) })}
        />
        <Choice
          label={t('fleet.vendor')}
          none={t('fleet.any')}
          value={filter.vendor ?? ''}
          options={vendors}
          onChange={(vendor) => onChange({ vendor: given(vendor), firmware: undefined })}
        />
        <Choice
          label={t('equipment.column.firmware')}
          none={t('fleet.any')}
          value={filter.firmware ?? ''}
          options={firmwares}
          onChange={(firmware) => onChange({ firmware: given(firmware) })}
        />
        <Choice
          label={t('fleet.version')}
          none={t('fleet.any')}
          value={filter.version ?? ''}
          options={ocppVersions.map((value) => ({ value, label: value }))}
          onChange={(version) => onChange({ version: version === '' ? undefined : version })}
        />
      </div>
      <div className="filter-tools">
        <SegmentedControl
          aria-label={t('fleet.view')}
          size="sm"
          value={filter.view ?? 'table'}
          data={[
            { value: 'table', label: t('fleet.table') },
            { value: 'map', label: t('fleet.map') },
          ]}
          onChange={(view) => onChange({ view: view === 'map' ? 'map' : undefined })}
        />
        <ViewsMenu filter={filter} />
        {filter.view === undefined && (
          <ColumnsMenu named={filter.columns} onChange={(columns) => onChange({ columns })} />
        )}
        <Button variant="default" size="sm" leftSection={<DownloadIcon />} onClick={onExport}>
          {t('fleet.csv')}
        </Button>
      </div>
    </div>
  );
}

type ColumnsProps = { named: string | undefined; onChange: (columns: string | undefined) => void };

function ColumnsMenu({ named, onChange }: ColumnsProps) {
  const { t } = useTranslation();
  const chosen = chosenColumns(named);
  return (
    <Menu position="bottom-end" width={220} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" size="sm">
          {t('fleet.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columnNames.map((name) => {
          const isShown = chosen.includes(name);
          const others = chosen.filter((each) => each !== name);
          return (
            <Menu.CheckboxItem
              key={name}
              checked={isShown}
              onChange={() => onChange(columnsText(isShown ? others : [...chosen, name]))}
            >
              {t(`equipment.column.${name}`)}
            </Menu.CheckboxItem>
          );
        })}
        <Menu.Divider />
        <Menu.Item onClick={() => onChange(undefined)}>{t('fleet.usualColumns')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type Option = { value: string; label: string };

/** What there is to choose from; versions of firmware of the vendor that was chosen. */
function optionsIn(stations: readonly Station[], vendor: string | undefined) {
  const ofVendor = vendor === undefined ? stations : stations.filter((each) => each.vendor === vendor);
  return {
    vendors: asOptions(stations.map((each) => each.vendor)),
    firmwares: asOptions(ofVendor.map((each) => each.firmwareVersion)),
  };
}

const words = new Intl.Collator('en', { numeric: true });

function asOptions(values: readonly (string | null)[]): Option[] {
  const known = new Set(values.flatMap((value) => (value === null || value === '' ? [] : [value])));
  return [...known].toSorted((one, other) => words.compare(one, other)).map((value) => ({ value, label: value }));
}
