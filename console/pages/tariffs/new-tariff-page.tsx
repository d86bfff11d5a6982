import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tariffApi } from '#contract/api/tariffs.ts';
import type { TariffTerms } from '#contract/billing/tariff-terms.ts';
import { call } from '../../api/call.ts';
import { useSites } from '../../api/site-queries.ts';
import { useAssignments, useTariffs } from '../../api/tariff-queries.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { nameAsId } from '../../parts/name-as-id.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useTell } from '../../parts/told.tsx';
import { useMay } from '../../parts/use-may.ts';
import { usualCurrency } from '../../text/currency.ts';
import { DrawEditor } from './draw-editor.tsx';
import { drawnOf, drawnTerms, firstDrawn, whyNotDrawn } from './drawn-tariff.ts';
import { draftOf, firstDraft, termsOf, whyNotTariff } from './simple-tariff.ts';
import { TariffEditor, useRowNames } from './tariff-editor.tsx';
import { tariffText } from './tariff-text.ts';
import { TextEditor } from './text-editor.tsx';
import { useWhere } from './use-where.tsx';

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

type Tab = 'simple' | 'draw' | 'text';

/** One tariff, written in a form, drawn, or as text: whoever goes from one to the other takes along what is written. */
function NewTariff() {
  const { t, i18n } = useTranslation();
  const { tab = 'simple', site } = route.useSearch();
  const goTo = route.useNavigate();
  const navigate = useNavigate();
  const tell = useTell();
  const may = useMay('tariffs:change');
  const sites = useSites().data?.sites ?? [];
  const currency = (sites.find(({ id }) => id === site) ?? sites[0])?.currency ?? usualCurrency(i18n.language);
  const [simple, setSimple] = useState(() => firstDraft(currency));
  const [drawn, setDrawn] = useState(() => firstDrawn(currency, t('tariff.day')));
  /** What the picture cannot show, such as taxes of the form. */
  const [kept, setKept] = useState<TariffTerms | undefined>();
  /** Which of the two was changed last. */
  const [form, setForm] = useState<'simple' | 'draw'>('simple');
  const [name, setName] = useState('');
  /** Written by hand; null: the text says what the form says. */
  const [text, setText] = useState<string | null>(null);
  const [unheld, setUnheld] = useState<Unheld | null>(null);
  const where = useWhere(site);
  const id = nameAsId(name);
  const isTaken = useTariffs().data?.tariffs.some((tariff) => tariff.id === id) ?? false;
  const rowNames = useRowNames();
  const ofForm = formTerms();
  const textOfForm = useQuery({
    queryKey: ['text-of-form', id, ofForm],
    queryFn: () => (ofForm === null ? '' : tariffText(id, ofForm)),
    enabled: tab === 'text',
  });

  function formTerms(): TariffTerms | null {
    if (form === 'draw') return whyNotDrawn(drawn) === null ? drawnTerms(drawn, kept) : null;
    return whyNotTariff(simple) === null ? termsOf(simple, rowNames) : null;
  }

  async function choose(next: Tab) {
    if (next !== 'text') takeAlong(next, text === null ? ofForm : await termsOfText(text));
    await goTo({ search: (before) => ({ ...before, tab: next === 'simple' ? undefined : next }), replace: true });
  }

  async function termsOfText(written: string): Promise<TariffTerms | null> {
    const read = await call(tariffApi.addText, { body: { text: written, isDryRun: true } }).catch(() => null);
    if (read !== null && nameAsId(name) !== read.id) setName(read.id);
    return read?.current?.terms ?? null;
  }

  /** What says more than a form can show stays where it was written. */
  function takeAlong(next: 'simple' | 'draw', terms: TariffTerms | null) {
    if (terms === null) return;
    const asSimple = next === 'simple' ? draftOf(terms) : null;
    const asDrawn = next === 'draw' ? drawnOf(terms, t('tariff.day')) : null;
    if (asSimple !== null) setSimple(asSimple);
    if (asDrawn !== null) {
      setDrawn(asDrawn);
      setKept(terms);
    }
    if (asSimple === null && asDrawn === null) return;
    setForm(next);
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
  const whyNot = (used: string) =>
    may.told ?? (id === '' ? t('tariff.whyNot.name') : isTaken ? t('tariff.whyNot.taken') : where.whyNot(used));
  const change = (which: 'simple' | 'draw') => {
    setForm(which);
    setText(null);
  };
  const above = (
    <>
      {text !== null && <p className="quiet">{t('tariff.textKept')}</p>}
      {text === null && tab !== 'text' && tab !== form && ofForm !== null && (
        <p className="quiet">{t('tariff.formKept', { tab: t(`tariff.tab.${form}`) })}</p>
      )}
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
  );
  return (
    <>
      <Tabs
        label={t('tariff.newTitle')}
        tabs={(['simple', 'draw', 'text'] as const).map((each) => ({ name: each, title: t(`tariff.tab.${each}`) }))}
        chosen={tab}
        onChoose={(next) => void choose(next)}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'text' && (
          <TextEditor
            text={text ?? textOfForm.data ?? ''}
            onText={setText}
            submit={t('tariff.save')}
            whyNot={may.told}
            onSaved={saved}
            below={where.field}
          />
        )}
        {tab === 'draw' && (
          <DrawEditor
            draft={drawn}
            onDraft={(changed) => {
              setDrawn(changed);
              change('draw');
            }}
            id={id}
            {...(kept !== undefined && { kept })}
            submit={t('tariff.save')}
            whyNot={whyNot(drawn.currency)}
            onSaved={saved}
            above={above}
            below={where.field}
          />
        )}
        {tab === 'simple' && (
          <TariffEditor
            draft={simple}
            onDraft={(changed) => {
              setSimple(changed);
              change('simple');
            }}
            id={id}
            submit={t('tariff.save')}
            whyNot={whyNot(simple.currency)}
            onSaved={saved}
            above={above}
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
