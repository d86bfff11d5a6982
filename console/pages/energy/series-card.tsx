import { Checkbox, FileInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { energyApi } from '#contract/api/energy.ts';
import { type Series, type SeriesKind, seriesKind } from '#contract/energy/site-energy.ts';
import { call, send } from '../../api/call.ts';
import { useEnergySeries } from '../../api/energy-queries.ts';
import { ActionButton, RowButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { DayOf, Moment } from '../../parts/moment.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';
import { useChange } from '../../parts/use-change.ts';
import { usePlanWords } from './use-plan-words.ts';

type Props = { siteId: string; currency: string };

/** Prices and carbon of the next days from files, each hour by hour. */
export function SeriesCard({ siteId, currency }: Props) {
  const { t } = useTranslation();
  const { data, error } = useEnergySeries(siteId);
  const [isImporting, setIsImporting] = useState(false);
  return (
    <Card
      title={t('energy.series.title')}
      actions={
        <ActionButton scope="sites:change" onClick={() => setIsImporting(true)}>
          {t('energy.series.import')}
        </ActionButton>
      }
    >
      <p className="quiet energy-about">{t('energy.series.help')}</p>
      <DataTable
        label={t('energy.series.title')}
        columns={useColumns(siteId, currency)}
        rows={data?.series.filter(({ points }) => points.length > 0)}
        problem={error}
        idOf={({ kind }) => kind}
        none={t('energy.series.none')}
      />
      {isImporting && <ImportDialog siteId={siteId} onClose={() => setIsImporting(false)} />}
    </Card>
  );
}

function useColumns(siteId: string, currency: string): readonly Column<Series>[] {
  const { t } = useTranslation();
  const words = usePlanWords();
  const remove = useChange({
    send: (kind: SeriesKind) => send(energyApi.removeSeries, { params: { id: siteId, kind } }),
    touches: ['energy'],
    said: () => t('energy.series.removed'),
  });
  const amount = (kind: SeriesKind, value: number) =>
    kind === 'carbon' ? t('energy.series.kg', { amount: words.number(value) }) : words.price(value, currency);
  return [
    {
      head: t('energy.series.what'),
      kind: 'main',
      cell: ({ kind, source }) => (
        <div>
          <strong>{t(`energy.series.kind.${kind}`)}</strong>
          <small>{source}</small>
        </div>
      ),
    },
    {
      head: t('energy.series.values'),
      cell: ({ kind, points }) => {
        const values = points.map(({ value }) => value);
        return (
          <div className="energy-series">
            <Sparkline values={values} />
            <small>{`${amount(kind, Math.min(...values))} – ${amount(kind, Math.max(...values))}`}</small>
          </div>
        );
      },
    },
    { head: t('energy.series.until'), cell: ({ until }) => (until === null ? dash : <DayOf time={until} />) },
    {
      head: t('energy.series.read'),
      cell: ({ importedAt }) => (importedAt === null ? dash : <Moment time={importedAt} says="ago" />),
    },
    {
      head: '',
      kind: 'actions',
      cell: ({ kind }) => (
        <RowButton
          scope="sites:change"
          aria-label={t('energy.draw.removeNamed', { name: t(`energy.series.kind.${kind}`) })}
          onClick={() => remove.mutate(kind)}
        >
          {t('energy.draw.remove')}
        </RowButton>
      ),
    },
  ];
}

/** A file as an exchange or a supplier hands it out; what it is, is recognised. */
function ImportDialog({ siteId, onClose }: { siteId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const words = usePlanWords();
  const [kind, setKind] = useState<SeriesKind>('import-price');
  const [perMwh, setPerMwh] = useState(false);
  const [content, setContent] = useState('');
  const save = useChange({
    send: () => call(energyApi.importSeries, { params: { id: siteId }, body: { kind, content, perMwh } }),
    touches: ['energy'],
    said: ({ points, from, until }) =>
      t('energy.series.imported', { count: points, from: words.time(from), until: words.time(until) }),
    onDone: ({ warnings }) => {
      if (warnings.length === 0) onClose();
    },
  });
  return (
    <FormDialog
      title={t('energy.series.import')}
      submit={t('energy.series.submit')}
      save={save}
      onClose={onClose}
      explain={t('energy.series.explain')}
      whyNot={content === '' ? t('energy.series.whyNot') : undefined}
    >
      <Choice
        label={t('energy.series.what')}
        value={kind}
        options={seriesKind.options.map((value) => ({ value, label: t(`energy.series.kind.${value}`) }))}
        onChange={setKind}
      />
      <FileInput
        label={t('energy.series.file')}
        placeholder={t('energy.series.choose')}
        accept=".csv,.json,.xml,text/csv,application/json,application/xml"
        onChange={(file) => {
          setContent('');
          if (file !== null) void file.text().then(setContent);
        }}
      />
      <Checkbox
        label={t('energy.series.perMwh')}
        checked={perMwh}
        onChange={({ currentTarget }) => setPerMwh(currentTarget.checked)}
      />
      {save.data !== undefined && save.data.warnings.length > 0 && (
        <ul className="energy-warnings" role="status">
          {save.data.warnings.map((warning) => (
            <li key={warning.code}>{words.sentence(warning)}</li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}
