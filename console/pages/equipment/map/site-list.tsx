import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../parts/links.tsx';
import { numberText } from '../../../text/quantities.ts';
import { stateOf } from '../station-state.ts';
import type { PlacedSite } from './map-pins.ts';
import { StationMark } from './station-mark.tsx';

type Props = { sites: readonly PlacedSite[]; onClose?: () => void };

const shownAtOnce = 50;

/** What stands at a site, as a list beside the map. */
export function SiteList({ sites, onClose }: Props) {
  const { t, i18n } = useTranslation();
  return (
    <aside className="map-list" aria-label={t('fleetMap.there')}>
      {onClose !== undefined && <CloseButton className="map-close" aria-label={t('shell.close')} onClick={onClose} />}
      {sites.map(({ site, stations }) => (
        <section key={site.id} aria-label={site.name}>
          <h2>
            <TextLink to="/sites/$id" params={{ id: site.id }} fz="inherit" c="inherit">
              {site.name}
            </TextLink>
          </h2>
          <ul>
            {stations.slice(0, shownAtOnce).map((station) => (
              <li key={station.id}>
                <TextLink to="/equipment/$id" params={{ id: station.id }} fz="inherit">
                  <StationMark state={stateOf(station)} />
                  {station.id}
                </TextLink>
                <span className="quiet">{t(`fleetMap.state.${stateOf(station)}`)}</span>
              </li>
            ))}
          </ul>
          <TextLink to="/equipment" search={{ site: site.id }} fz="sm">
            {t('fleetMap.inTable', { formatted: numberText(stations.length, i18n.language, 0) })}
          </TextLink>
        </section>
      ))}
    </aside>
  );
}
