import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteDetail } from '#contract/stations/site.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { Card } from '../../parts/card.tsx';
import { plainNumber } from '../../text/quantities.ts';
import './site-page.css';

const StationMap = lazy(async () => ({ default: (await import('../equipment/map/station-map.tsx')).StationMap }));

/** Without the streets the map is of no use nearer than this. */
const nearest = 4;

/** Where a site is, with the state of its stations. */
export function SiteMap({ site }: { site: SiteDetail }) {
  const { t, i18n } = useTranslation();
  const { stations } = useBoard();
  const here = useMemo(() => stations.filter(({ place }) => place?.siteId === site.id), [stations, site.id]);
  const { position } = site;
  if (position === null) return null;
  const number = (value: number) => plainNumber(value, i18n.language);
  return (
    <Card title={t('sites.where')} className="site-map">
      {here.length > 0 && (
        <Suspense fallback={<Skeleton height={220} />}>
          <StationMap stations={here} sites={[site]} areSitesKnown nearest={nearest} />
        </Suspense>
      )}
      <p className="quiet site-position">
        {t('sites.position')}: {number(position.latitude)}°, {number(position.longitude)}°
      </p>
    </Card>
  );
}
