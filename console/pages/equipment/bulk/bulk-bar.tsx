import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { useKillSwitch } from '../../../api/use-kill-switch.ts';
import { unlessBlocked } from '../../../parts/blocked.ts';
import { useMay } from '../../../parts/use-may.ts';
import { numberText } from '../../../text/quantities.ts';
import { ArchiveButton, ArchiveDialog } from '../archive.tsx';
import { type BulkName, bulkNames } from './bulk-commands.ts';
import './bulk.css';

// The table of all commands comes with it, and is loaded when somebody commands.
const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }));

type Props = { stations: readonly Station[]; onExport: () => void; onClear: () => void };

/** What can be done with the rows that were chosen. */
export function BulkBar({ stations, onExport, onClear }: Props) {
  const { t, i18n } = useTranslation();
  const [asked, setAsked] = useState<BulkName | null>(null);
  const [archiving, setArchiving] = useState<readonly string[] | null>(null);
  const may = useMay('stations:command');
  const killSwitch = useKillSwitch();
  const whyNot = killSwitch?.isOn === true ? t('station.whyNot.killSwitch', { why: killSwitch.why ?? '–' }) : may.told;
  if (stations.length === 0 && asked === null && archiving === null) return null;
  return (
    <>
      <section className="bulk-bar" aria-label={t('bulk.bar')}>
        <span className="bulk-count" role="status">
          {t('bulk.selected', { count: stations.length, formatted: numberText(stations.length, i18n.language, 0) })}
        </span>
        {bulkNames.map((name) => (
          <Button
            key={name}
            variant="default"
            size="compact-md"
            fz="sm"
            {...unlessBlocked(whyNot, () => setAsked(name))}
          >
            {t(`bulk.button.${name}`)}
          </Button>
        ))}
        <ArchiveButton stations={stations} onArchive={setArchiving} />
        <Button variant="default" size="compact-md" fz="sm" onClick={onExport}>
          {t('bulk.csv')}
        </Button>
        <Button variant="subtle" color="gray" size="compact-md" fz="sm" onClick={onClear}>
          {t('bulk.clear')}
        </Button>
      </section>
      {archiving !== null && <ArchiveDialog ids={archiving} onClose={() => setArchiving(null)} />}
      {asked !== null && (
        <Suspense>
          <BulkDialog name={asked} stations={stations} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}
