import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tariffApi } from '#contract/api/tariffs.ts';
import type { TariffDetail } from '#contract/billing/tariff.ts';
import { ApiProblem, send } from '../../api/call.ts';
import { useTariff } from '../../api/tariff-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useTell } from '../../parts/told.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useMay } from '../../parts/use-may.ts';
import { AssignmentsCard } from './assignments-card.tsx';
import { DrawEditor } from './draw-editor.tsx';
import { type DrawnDraft, drawnOf } from './drawn-tariff.ts';
import { usePriceWords } from './price-words.ts';
import { draftOf, type SimpleDraft } from './simple-tariff.ts';
import { TariffEditor } from './tariff-editor.tsx';
import { TariffOverview } from './tariff-overview.tsx';
import { tariffText } from './tariff-text.ts';
import { TextEditor } from './text-editor.tsx';
import { TryPanel } from './try-panel.tsx';

const route = getRouteApi('/tariffs/$id');

const tabs = ['prices', 'where', 'try', 'change', 'draw', 'text'] as const;
type ChangeTab = 'change' | 'draw' | 'text';

export function TariffPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <OfOne
      query={useTariff(id)}
      gone={t('tariff.notThere')}
      back={<ButtonLink to="/tariffs">{t('tariff.back')}</ButtonLink>}
    >
      {(tariff) => <Loaded key={id} tariff={tariff} />}
    </OfOne>
  );
}

function Loaded({ tariff }: { tariff: TariffDetail }) {
  const { t } = useTranslation();
  const { tab = 'prices' } = route.useSearch();
  const navigate = route.useNavigate();
  const words = usePriceWords();
  const [isRetiring, setIsRetiring] = useState(false);
  const version = tariff.current ?? tariff.versions[0];
  const isRetired = tariff.retiredAt !== null;
  const choose = (name: (typeof tabs)[number]) => void navigate({ search: name === 'prices' ? {} : { tab: name } });
  return (
    <>
      <BackLink to="/tariffs">{t('tariff.back')}</BackLink>
      <PageHead
        title={tariff.id}
        note={isRetired ? t('tariff.isRetired') : version === undefined ? undefined : words.brief(version.terms)}
      >
        <MayNote scope="tariffs:change" />
        <ActionButton
          scope="tariffs:change"
          variant="outline"
          color="red"
          whyNot={isRetired ? t('tariff.isRetired') : undefined}
          onClick={() => setIsRetiring(true)}
        >
          {t('tariff.retire')}
        </ActionButton>
      </PageHead>
      <Tabs
        label={tariff.id}
        tabs={tabs.map((name) => ({ name, title: t(`tariff.tab.${name}`) }))}
        chosen={tab}
        onChoose={choose}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'prices' && <TariffOverview tariff={tariff} />}
        {tab === 'where' && <AssignmentsCard tariff={tariff} />}
        {tab === 'try' && <TryPanel tariff={tariff} />}
        {(tab === 'change' || tab === 'draw' || tab === 'text') && (
          <ChangeTariff tariff={tariff} tab={tab} onDone={() => choose('prices')} />
        )}
      </div>
      {isRetiring && <RetireDialog tariff={tariff} onClose={() => setIsRetiring(false)} />}
    </>
  );
}

function RetireDialog({ tariff: { id }, onClose }: { tariff: TariffDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const retire = useChange({
    send: (isForced: boolean) => send(tariffApi.retire, { params: { id }, query: { force: isForced } }),
    touches: ['tariffs', 'assignments'],
    said: () => t('tariff.retiredNow', { name: id }),
    onDone: onClose,
  });
  // It said where the tariff still holds; whoever asks once more has read it.
  const isHeld = retire.error instanceof ApiProblem && retire.error.code === 'CONFLICT';
  return (
    <FormDialog
      title={t('tariff.retireTitle', { name: id })}
      submit={t(isHeld ? 'tariff.retireAnyway' : 'tariff.retire')}
      save={{ ...retire, mutate: () => retire.mutate(isHeld) }}
      onClose={onClose}
      explain={t('tariff.retireExplain')}
      isGrave
    />
  );
}

type Props = { tariff: TariffDetail; tab: ChangeTab; onDone: () => void };

/** A change is a new version from now on; running sessions keep the one they began with. */
function ChangeTariff({ tariff, tab, onDone }: Props) {
  const { t } = useTranslation();
  const tell = useTell();
  const may = useMay('tariffs:change');
  const newest = tariff.versions[0];
  const [draft, setDraft] = useState<SimpleDraft | null>(() => (newest === undefined ? null : draftOf(newest.terms)));
  const [drawn, setDrawn] = useState<DrawnDraft | null>(() =>
    newest === undefined ? null : drawnOf(newest.terms, t('tariff.day')),
  );
  const [written, setWritten] = useState<string | null>(null);
  const text = useQuery({
    queryKey: ['tariffs', tariff.id, 'text', newest?.version],
    queryFn: () => (newest === undefined ? '' : tariffText(tariff.id, newest.terms)),
    enabled: tab === 'text',
  });
  if (newest === undefined) return null;
  const whyNot = may.told ?? (tariff.retiredAt === null ? undefined : t('tariff.isRetired'));
  const done = () => {
    tell(t('tariff.changed', { name: tariff.id }));
    onDone();
  };
  if (tab === 'text') {
    return text.data === undefined ? (
      <Skeleton height={300} />
    ) : (
      <TextEditor
        text={written ?? text.data}
        onText={setWritten}
        submit={t('tariff.saveVersion')}
        whyNot={whyNot}
        onSaved={done}
      />
    );
  }
  const above = <p className="quiet">{t('tariff.changeHelp')}</p>;
  // What the short form cannot show, the picture often can.
  if (drawn !== null && (tab === 'draw' || draft === null)) {
    return (
      <DrawEditor
        draft={drawn}
        onDraft={setDrawn}
        id={tariff.id}
        kept={newest.terms}
        submit={t('tariff.saveVersion')}
        whyNot={whyNot}
        onSaved={done}
        above={above}
      />
    );
  }
  if (draft === null || tab === 'draw') {
    return (
      <p>
        {t(tab === 'draw' ? 'tariff.notDrawn' : 'tariff.tooRich')}{' '}
        <TextLink to="/tariffs/$id" params={{ id: tariff.id }} search={{ tab: 'text' }}>
          {t('tariff.tab.text')}
        </TextLink>
      </p>
    );
  }
  return (
    <TariffEditor
      draft={draft}
      onDraft={setDraft}
      id={tariff.id}
      kept={{ texts: newest.terms.texts }}
      submit={t('tariff.saveVersion')}
      whyNot={whyNot}
      onSaved={done}
      above={above}
    />
  );
}
