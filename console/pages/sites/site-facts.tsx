import { useTranslation } from 'react-i18next';
import type { SiteDetail } from '#contract/stations/site.ts';
import { useAssignments, useGroups } from '../../live/queries.ts';
import { Fact } from '../../parts/facts.tsx';
import { TextLink } from '../../parts/links.tsx';
import { addressText } from './address-text.ts';
import { useHoursText } from './hours-text.ts';

/** Where it is, when it is open, who is admitted, and what holds there. */
export function SiteFacts({ site }: { site: SiteDetail }) {
  const { t } = useTranslation();
  const groups = useGroups().data?.groups;
  const hoursText = useHoursText();
  const assigned = useAssignments().data?.assignments.filter(({ siteId }) => siteId === site.id) ?? [];
  const { address, position, admits, offlinePolicy } = site;
  return (
    <section className="card" aria-labelledby="site-facts">
      <h2 id="site-facts">{t('session.facts')}</h2>
      <dl className="facts">
        <Fact name={t('sites.column.address')}>{addressText(address)}</Fact>
        {position !== null && (
          <Fact name={t('sites.position')}>
            {position.latitude}, {position.longitude}
          </Fact>
        )}
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
    </section>
  );
}
