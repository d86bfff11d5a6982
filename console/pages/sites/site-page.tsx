import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { siteApi } from '#contract/api/sites.ts';
import type { SiteDetail } from '#contract/stations/site.ts';
import { useGroups } from '../../api/access-queries.ts';
import { send } from '../../api/call.ts';
import { useSite } from '../../api/site-queries.ts';
import { useAssignments } from '../../api/tariff-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { Card } from '../../parts/card.tsx';
import { Fact } from '../../parts/facts.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useChange } from '../../parts/use-change.ts';
import { addressText } from './address-text.ts';
import { useHoursText } from './hours-text.ts';
import { SiteDialog } from './site-dialog.tsx';
import { SiteEnergyCard } from './site-energy-card.tsx';
import { SiteMap } from './site-map.tsx';
import { SiteStations } from './site-stations.tsx';

const route = getRouteApi('/sites/$id');

export function SitePage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <OfOne query={useSite(id)} gone={t('sites.notThere')} back={<ButtonLink to="/sites">{t('sites.back')}</ButtonLink>}>
      {(site) => <Loaded key={id} site={site} />}
    </OfOne>
  );
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
        <div>
          <SiteStations site={site} />
          <SiteEnergyCard siteId={site.id} />
        </div>
        <div>
          <SiteFacts site={site} />
          <SiteMap site={site} />
        </div>
      </div>
      {open === 'edit' && <SiteDialog site={site} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveDialog site={site} onClose={() => setOpen(null)} />}
    </>
  );
}

function RemoveDialog({ site: { id, name }, onClose }: { site: SiteDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const remove = useChange({
    send: () => send(siteApi.remove, { params: { id } }),
    touches: ['sites'],
    said: () => t('sites.removed', { name }),
    onDone: () => navigate({ to: '/sites' }),
  });
  return (
    <FormDialog
      title={t('sites.removeTitle', { name })}
      submit={t('sites.remove')}
      save={remove}
      onClose={onClose}
      explain={t('sites.removeExplain')}
      isGrave
    />
  );
}

/** Where it is, when it is open, who is admitted, and what holds there. */
function SiteFacts({ site }: { site: SiteDetail }) {
  const { t } = useTranslation();
  const groups = useGroups().data?.groups;
  const hoursText = useHoursText();
  const assigned = useAssignments().data?.assignments.filter(({ siteId }) => siteId === site.id) ?? [];
  const { address, admits, offlinePolicy } = site;
  return (
    <Card title={t('session.facts')}>
      <dl className="facts">
        <Fact name={t('sites.column.address')}>{addressText(address)}</Fact>
        <Fact name={t('sites.field.timeZone')}>{site.timeZone}</Fact>
        <Fact name={t('sites.field.currency')}>{site.currency}</Fact>
        <Fact name={t('sites.field.hours')}>
          {hoursText(site.openingHours)}
          {site.isClosedOutside && <small>{t('sites.field.closedOutside')}</small>}
        </Fact>
        <Fact name={t('sites.field.admits')}>
          {admits === 'everyone'
            ? t('sites.admitsEveryone')
            : admits.map((id) => groups?.find((group) => group.id === id)?.name ?? id).join(', ')}
        </Fact>
        <Fact name={t('sites.field.offline')}>
          {offlinePolicy === null ? t('sites.offline.asIs') : t(`sites.offline.${offlinePolicy}`)}
        </Fact>
        <Fact name={t('tariffs.title')}>
          {assigned.length === 0 ? (
            <TextLink to="/tariffs/new" search={{ site: site.id }} fz="inherit">
              {t('sites.noTariff')}
            </TextLink>
          ) : (
            assigned.map(({ id, tariffId }) => (
              <TextLink key={id} to="/tariffs/$id" params={{ id: tariffId }} fz="inherit" display="block">
                {tariffId}
              </TextLink>
            ))
          )}
        </Fact>
        {site.tariffFallbackText !== null && <Fact name={t('sites.field.tariffText')}>{site.tariffFallbackText}</Fact>}
        {site.costFallbackText !== null && <Fact name={t('sites.field.costText')}>{site.costFallbackText}</Fact>}
      </dl>
    </Card>
  );
}
