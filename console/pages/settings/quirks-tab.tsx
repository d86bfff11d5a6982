import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quirkApi } from '#contract/api/quirks.ts';
import type { Quirk, QuirkSwitch } from '#contract/stations/quirk.ts';
import { call, send } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import { RowButton } from '../../parts/action-button.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { useServerTexts } from '../../text/use-server-texts.ts';
import './settings.css';

const touches = ['quirks'];

/** What stations do against the specification and is tolerated, and for which models it is not. */
export function QuirksTab() {
  const { t } = useTranslation();
  const { data, error } = useRead(['quirks'], quirkApi.list, {});
  const [search, setSearch] = useState('');
  const [rule, setRule] = useState<Quirk | null>(null);
  const wanted = search.trim().toLowerCase();
  const texts = useServerTexts();
  const shown = data?.quirks
    .map(texts.quirk)
    .filter(({ id, title, seenIn }) => `${id} ${title} ${seenIn}`.toLowerCase().includes(wanted));
  const switches = data?.switches ?? [];
  return (
    <>
      <p className="settings-note">{t('settings.quirks.help')}</p>
      {switches.length > 0 && <Switches switches={switches} />}
      <div className="settings-search">
        <SearchBox
          value={search}
          label={t('settings.quirks.search')}
          hint={t('settings.quirks.search')}
          onChange={setSearch}
        />
      </div>
      <DataTable
        label={t('settings.tab.quirks')}
        columns={useColumns(switches, setRule)}
        rows={shown}
        problem={error}
        idOf={({ id }) => id}
        none={t('settings.quirks.none')}
      />
      {rule !== null && <SwitchDialog rule={rule} onClose={() => setRule(null)} />}
    </>
  );
}

function useColumns(switches: readonly QuirkSwitch[], onSwitch: (rule: Quirk) => void): readonly Column<Quirk>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('settings.quirks.rule'),
      kind: 'main',
      cell: ({ id, title }) => (
        <div className="settings-rule">
          {title}
          <small>{id}</small>
        </div>
      ),
    },
    { head: t('settings.quirks.kind'), cell: ({ kind }) => t(`settings.quirks.kinds.${kind}`) },
    { head: t('settings.quirks.seenIn'), cell: ({ seenIn }) => seenIn },
    { head: 'OCPP', cell: ({ versions }) => versions.join(',\u00a0') || dash },
    {
      head: t('people.state'),
      cell: ({ id }) => {
        const off = switches.filter(({ rule, isOn }) => !isOn && (rule === id || rule === 'all')).length;
        return off === 0 ? (
          <Chip tone="good">{t('settings.quirks.on')}</Chip>
        ) : (
          <Chip tone="held">{t('settings.quirks.offFor', { count: off })}</Chip>
        );
      },
    },
    {
      head: '',
      kind: 'actions',
      cell: (rule) => (
        <RowButton
          scope="stations:change"
          aria-label={`${t('settings.quirks.switchOff')} ${rule.id}`}
          onClick={() => onSwitch(rule)}
        >
          {t('settings.quirks.switchOff')}
        </RowButton>
      ),
    },
  ];
}

/** Where rules are switched off, or on again despite of that. */
function Switches({ switches }: { switches: readonly QuirkSwitch[] }) {
  const { t } = useTranslation();
  const undo = useChange({
    send: ({ rule, stationId, vendor, model }: QuirkSwitch) =>
      stationId === null
        ? send(quirkApi.setOfModel, {
            params: { rule },
            body: { isOn: null, vendor: vendor ?? '', model: model ?? '' },
          })
        : send(quirkApi.setOfStation, { params: { id: stationId, rule }, body: { isOn: null } }),
    touches,
    said: () => t('settings.quirks.undone'),
  });
  return (
    <section className="settings-switches">
      <h2 className="section-heading">{t('settings.quirks.switches')}</h2>
      <DataTable
        label={t('settings.quirks.switches')}
        columns={useSwitchColumns((each) => undo.mutate(each))}
        rows={switches}
        problem={undo.error}
        idOf={({ rule, stationId, vendor, model }) => [rule, stationId, vendor, model].join(' ')}
        none={t('settings.quirks.none')}
      />
    </section>
  );
}

function useSwitchColumns(onUndo: (each: QuirkSwitch) => void): readonly Column<QuirkSwitch>[] {
  const { t } = useTranslation();
  return [
    { head: t('settings.quirks.rule'), kind: 'main', cell: ({ rule }) => rule },
    {
      head: t('settings.quirks.where'),
      cell: ({ stationId, vendor, model }) => stationId ?? [vendor, model].filter(Boolean).join(' '),
    },
    { head: t('people.state'), cell: ({ isOn }) => t(isOn ? 'settings.quirks.on' : 'settings.quirks.off') },
    { head: t('settings.quirks.setAt'), cell: ({ setAt }) => <Moment time={setAt} says="ago" /> },
    {
      head: '',
      kind: 'actions',
      cell: (each) => (
        <RowButton scope="stations:change" onClick={() => onUndo(each)}>
          {t('settings.quirks.undo')}
        </RowButton>
      ),
    },
  ];
}

function SwitchDialog({ rule, onClose }: { rule: Quirk; onClose: () => void }) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ vendor: '', model: '' });
  const [vendor, model] = [draft.vendor.trim(), draft.model.trim()];
  const save = useChange({
    send: () => call(quirkApi.setOfModel, { params: { rule: rule.id }, body: { isOn: false, vendor, model } }),
    touches,
    said: () => t('settings.quirks.switched', { rule: rule.id, model }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('settings.quirks.switchOffRule', { rule: rule.id })}
      submit={t('settings.quirks.switchOff')}
      save={save}
      onClose={onClose}
      explain={t('settings.quirks.switchExplain')}
      whyNot={vendor === '' || model === '' ? t('settings.quirks.whyNot') : undefined}
      isGrave
    >
      <p className="settings-note">{rule.title}</p>
      <TextInput label={t('settings.quirks.vendor')} maxLength={255} {...text('vendor')} />
      <TextInput label={t('settings.quirks.model')} maxLength={255} {...text('model')} />
    </FormDialog>
  );
}
