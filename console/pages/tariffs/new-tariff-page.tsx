import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tariffApi } from '#contract/api/tariffs.ts';
import { call } from '../../api/call.ts';
import { useAssignments, useSites, useTariffs } from '../../api/queries.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { Choice } from '../../parts/choice.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { nameAsId } from '../../parts/name-as-id.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useTell } from '../../parts/told.tsx';
import { useMay } from '../../parts/use-may.ts';
import { usualCurrency } from '../../text/currency.ts';
import { assignTariff, rivalOf } from './assign-tariff.ts';
import { draftOf, firstDraft, termsOf, whyNotTariff } from './simple-tariff.ts';
import { TariffEditor, useRowNames } from './tariff-editor.tsx';
import { tariffText } from './tariff-text.ts';
import { TextEditor } from './text-editor.tsx';

const route = getRouteApi('/tariffs/new');

/** A new tariff, and at once where it holds: a price that holds nowhere earns nothing. */
export function NewTariffPage() {
  const { t } = useTranslation();
  const sites = useSites();
  const assignments = useAssignments();
  return (
    <>
      <BackLink to="/tariffs">{t('tariff.back')}</BackLink>
      <PageHead title={t('tariff.newTitle')}>
        <MayNote scope="tariffs:change" />
      </PageHead>
      {sites.isFetched && assignments.isFetched && <NewTariff />}
    </>
  );
}

type Unheld = { id: string; place: string; problem: Error };

/** One tariff, written in a form or as text: whoever goes from one to the other takes along what is written. */
function NewTariff() {
  const { t, i18n } = useTranslation();
  const { tab = 'simple', site } = route.useSearch();
  const goTo = route.useNavigate();
  const navigate = useNavigate();
  const tell = useTell();
  const may = useMay('tariffs:change');
  const sites = useSites().data?.sites ?? [];
  const currency = (sites.find(({ id }) => id === site) ?? sites[0])?.currency ?? usualCurrency(i18n.language);
  const [draft, setDraft] = useState(() => firstDraft(currency));
  const [name, setName] = useState('');
  /** Written by hand; null: the text says what the form says. */
  const [text, setText] = useState<string | null>(null);
  const [unheld, setUnheld] = useState<Unheld | null>(null);
  const where = useWhere(site);
  const id = nameAsId(name);
  const isTaken = useTariffs().data?.tariffs.some((tariff) => tariff.id === id) ?? false;
  const rowNames = useRowNames();
  const ofForm = useQuery({
    queryKey: ['text-of-form', id, draft, rowNames],
    queryFn: () => (whyNotTariff(draft) === null ? tariffText(id, termsOf(draft, rowNames)) : ''),
    enabled: tab === 'text',
  });

  async function choose(next: 'simple' | 'text') {
    if (next === 'simple' && text !== null) await readIntoForm(text);
    await goTo({ search: (before) => ({ ...before, tab: next === 'text' ? next : undefined }), replace: true });
  }

  /** What says more than the form can stays a text. */
  async function readIntoForm(written: string) {
    const read = await call(tariffApi.addText, { body: { text: written, isDryRun: true } }).catch(() => null);
    const terms = read?.current?.terms;
    const simple = terms === undefined ? null : draftOf(terms);
    if (read === null || simple === null) return;
    setDraft(simple);
    if (nameAsId(name) !== read.id) setName(read.id);
    setText(null);
  }

  async function saved(made: { id: string }) {
    const place = where.placeName;
    const problem = await where.hold(made.id).then(
      () => null,
      (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown))),
    );
    if (problem !== null) return setUnheld({ id: made.id, place, problem });
    tell(where.isNowhere ? t('tariff.savedOnly', { name: made.id }) : t('tariff.savedHeld', { name: made.id, place }));
    await navigate({ to: '/tariffs/$id', params: { id: made.id }, search: where.isNowhere ? { tab: 'where' } : {} });
  }

  if (unheld !== null) return <NotHeld {...unheld} />;
  return (
    <>
      <Tabs
        label={t('tariff.newTitle')}
        tabs={[
          { name: 'simple', title: t('tariff.tab.simple') },
          { name: 'text', title: t('tariff.tab.text') },
        ]}
        chosen={tab}
        onChoose={(next) => void choose(next)}
      />
      <div id="tab-panel" role="tabpanel">
        {tab === 'text' ? (
          <TextEditor
            text={text ?? ofForm.data ?? ''}
            onText={setText}
            submit={t('tariff.save')}
            whyNot={may.told}
            onSaved={saved}
            below={where.field}
          />
        ) : (
          <TariffEditor
            draft={draft}
            onDraft={(changed) => {
              setDraft(changed);
              setText(null);
            }}
            id={id}
            submit={t('tariff.save')}
            whyNot={
              may.told ??
              (id === '' ? t('tariff.whyNot.name') : isTaken ? t('tariff.whyNot.taken') : where.whyNot(draft.currency))
            }
            onSaved={saved}
            above={
              <>
                {text !== null && <p className="quiet">{t('tariff.textKept')}</p>}
                <TextInput
                  mb="md"
                  label={t('tariff.form.name')}
                  description={id === '' || id === name ? undefined : t('tariff.form.nameAs', { id })}
                  required
                  autoComplete="off"
                  maxLength={60}
                  value={name}
                  onChange={({ currentTarget }) => setName(currentTarget.value)}
                />
              </>
            }
            below={where.field}
          />
        )}
      </div>
    </>
  );
}

/** It is saved, yet does not hold where it was meant to. */
function NotHeld({ id, place, problem }: Unheld) {
  const { t } = useTranslation();
  return (
    <ProblemNote title={t('tariff.savedNotHeld', { name: id, place })} problem={problem}>
      <p>
        <ButtonLink to="/tariffs/$id" params={{ id }} search={{ tab: 'where' }}>
          {t('tariff.tab.where')}
        </ButtonLink>
      </p>
    </ProblemNote>
  );
}

const nowhere = 'nowhere';
const everywhere = 'everywhere';

/** Where a new tariff will hold. What holds there already is named with the place, and gives way to it. */
function useWhere(firstSite: string | undefined) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const sites = useSites().data?.sites ?? [];
  const held = useAssignments().data?.assignments ?? [];
  const placeOf = (place: string) => (place === everywhere ? {} : { siteId: place });
  const [chosen, setPlace] = useState<string | null>(null);
  const isFirstThere = firstSite !== undefined && sites.some(({ id }) => id === firstSite);
  // What everybody pays is not taken away unless somebody says so.
  const usual = rivalOf(held, {}) === undefined ? everywhere : nowhere;
  const place = chosen ?? (isFirstThere ? firstSite : usual);
  const site = sites.find(({ id }) => id === place);
  const nameOf = (name: string, value: string) => {
    const other = rivalOf(held, placeOf(value));
    return other === undefined ? name : t('tariff.form.instead', { place: name, other: other.tariffId });
  };

  async function hold(tariffId: string): Promise<void> {
    if (place === nowhere) return;
    const wanted = { tariffId, ...placeOf(place) };
    const other = rivalOf(held, wanted);
    try {
      await assignTariff(wanted, other);
    } finally {
      await queries.invalidateQueries({ queryKey: ['assignments'] });
    }
  }

  return {
    isNowhere: place === nowhere,
    placeName: site?.name ?? t('access.everywhere'),
    hold,
    /** A site takes tariffs in its own currency only. */
    whyNot: (currency: string) =>
      site === undefined || site.currency === currency
        ? undefined
        : t('tariff.whyNot.otherCurrency', { site: site.name, currency: site.currency }),
    field: (
      <div className="tariff-where">
        <Choice
          label={t('tariff.form.where')}
          description={t('tariff.form.whereHelp')}
          value={place}
          options={[
            { value: nowhere, label: t('tariff.form.nowhere') },
            { value: everywhere, label: nameOf(t('access.everywhere'), everywhere) },
            ...sites.map(({ id, name }) => ({ value: id, label: nameOf(name, id) })),
          ]}
          onChange={setPlace}
        />
      </div>
    ),
  };
}
