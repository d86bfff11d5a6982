import { Skeleton, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tariffApi } from '#contract/api/tariffs.ts';
import type { TariffDetail } from '#contract/billing/tariff.ts';
import { ApiProblem, send } from '../../live/call.ts';
import { useTariff } from '../../live/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useTell } from '../../parts/told.tsx';
import { AssignmentsCard } from './assignments-card.tsx';
import { ChangeTariff } from './change-tariff.tsx';
import { usePriceWords } from './price-words.ts';
import { TariffOverview } from './tariff-overview.tsx';
import { TryPanel } from './try-panel.tsx';

const route = getRouteApi('/tariffs/$id');

const tabs = ['prices', 'where', 'try', 'change', 'text'] as const;

export function TariffPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data: tariff, error } = useTariff(id);
  if (tariff !== undefined) return <Loaded key={id} tariff={tariff} />;
  if (error instanceof ApiProblem && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT')) {
    return (
      <Notice title={t('tariff.notThere')}>
        <ButtonLink to="/tariffs">{t('tariff.back')}</ButtonLink>
      </Notice>
    );
  }
  return error === null ? <Skeleton height={220} radius={12} /> : <ProblemNote problem={error} />;
}

function Loaded({ tariff }: { tariff: TariffDetail }) {
  const { t } = useTranslation();
  const { tab = 'prices' } = route.useSearch();
  const navigate = route.useNavigate();
  const words = usePriceWords();
  const [isRetiring, setIsRetiring] = useState(false);
  const version = tariff.current ?? tariff.versions[0];
  const isRetired = tariff.retiredAt !== null;
  const choose = (name: (typeof tabs)[number]) =>
    void navigate({ search: name === 'prices' ? {} : { tab: name }, replace: true });
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
        {(tab === 'change' || tab === 'text') && (
          <ChangeTariff tariff={tariff} isText={tab === 'text'} onDone={() => choose('prices')} />
        )}
      </div>
      {isRetiring && <RetireDialog tariff={tariff} onClose={() => setIsRetiring(false)} />}
    </>
  );
}

function RetireDialog({ tariff, onClose }: { tariff: TariffDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const retire = useMutation({
    mutationFn: (isForced: boolean) =>
      send(tariffApi.retire, { params: { id: tariff.id }, query: { force: isForced } }),
    onSuccess: () => {
      tell(t('tariff.retiredNow', { name: tariff.id }));
      onClose();
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['tariffs'] });
      await queries.invalidateQueries({ queryKey: ['assignments'] });
    },
  });
  // It said where the tariff still holds; whoever asks once more has read it.
  const isHeld = retire.error instanceof ApiProblem && retire.error.code === 'CONFLICT';
  return (
    <FormDialog
      title={t('tariff.retireTitle', { name: tariff.id })}
      isOpen
      onClose={onClose}
      onSubmit={() => retire.mutate(isHeld)}
      submit={t(isHeld ? 'tariff.retireAnyway' : 'tariff.retire')}
      isSending={retire.isPending}
      problem={retire.error}
      isGrave
    >
      <Text size="sm">{t('tariff.retireExplain')}</Text>
    </FormDialog>
  );
}
