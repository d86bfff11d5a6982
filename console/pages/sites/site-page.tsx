import { Skeleton, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { siteApi } from '#contract/api/sites.ts';
import type { SiteDetail } from '#contract/stations/site.ts';
import { ApiProblem, send } from '../../live/call.ts';
import { useSite } from '../../live/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import '../../parts/card.css';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useTell } from '../../parts/told.tsx';
import { SiteDialog } from './site-dialog.tsx';
import { SiteFacts } from './site-facts.tsx';
import { SiteStations } from './site-stations.tsx';

const route = getRouteApi('/sites/$id');

export function SitePage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data: site, error } = useSite(id);
  if (site !== undefined) return <Loaded key={id} site={site} />;
  if (error instanceof ApiProblem && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT')) {
    return (
      <Notice title={t('sites.notThere')}>
        <ButtonLink to="/sites">{t('sites.back')}</ButtonLink>
      </Notice>
    );
  }
  return error === null ? <Skeleton height={220} radius={12} /> : <ProblemNote problem={error} />;
}

function Loaded({ site }: { site: SiteDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const whyNot = site.stations.length + site.devices.length === 0 ? undefined : t('sites.notEmpty');
  return (
    <>
      <BackLink to="/sites">{t('sites.back')}</BackLink>
      <PageHead title={site.name}>
        <MayNote scope="sites:change" />
        <ButtonLink to="/reports" search={{ site: site.id }} variant="default" size="compact-md" fz="sm">
          {t('sites.figures')}
        </ButtonLink>
        <ActionButton scope="sites:change" variant="default" onClick={() => setOpen('edit')}>
          {t('form.edit')}
        </ActionButton>
        <ActionButton
          scope="sites:change"
          variant="outline"
          color="red"
          whyNot={whyNot}
          onClick={() => setOpen('remove')}
        >
          {t('sites.remove')}
        </ActionButton>
      </PageHead>
      <div className="columns-two">
        <SiteStations site={site} />
        <SiteFacts site={site} />
      </div>
      {open === 'edit' && <SiteDialog site={site} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveDialog site={site} onClose={() => setOpen(null)} />}
    </>
  );
}

function RemoveDialog({ site, onClose }: { site: SiteDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const tell = useTell();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => send(siteApi.remove, { params: { id: site.id } }),
    onSuccess: async () => {
      tell(t('sites.removed', { name: site.name }));
      await navigate({ to: '/sites' });
      await queries.invalidateQueries({ queryKey: ['sites'], exact: true });
    },
  });
  return (
    <FormDialog
      title={t('sites.removeTitle', { name: site.name })}
      isOpen
      onClose={onClose}
      onSubmit={() => remove.mutate()}
      submit={t('sites.remove')}
      isSending={remove.isPending}
      problem={remove.error}
      isGrave
    >
      <Text size="sm">{t('sites.removeExplain')}</Text>
    </FormDialog>
  );
}
