import { Alert } from '@mantine/core';
import { Marker } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Site } from '#contract/stations/site.ts';
import type { Station } from '#contract/stations/station.ts';
import { ButtonLink, TextLink } from '../../../parts/links.tsx';
import { numberText } from '../../../text/quantities.ts';
import { stationStates } from '../station-state.ts';
import { MapPin } from './map-pin.tsx';
import { countStates, type Pin, pinsAt, placeStations } from './map-pins.ts';
import { SiteList } from './site-list.tsx';
import { StationMark } from './station-mark.tsx';
import { boundsOf, useMap } from './use-map.ts';
import './map.css';

type Props = {
  stations: readonly Station[];
  sites: readonly Site[];
  areSitesKnown: boolean;
  /** How near it is at first. */
  nearest?: number;
};

/** Where stations stand and in what state they are. Whatever stands there leads to its page. */
export function StationMap({ stations, sites, areSitesKnown, nearest }: Props) {
  const { t } = useTranslation();
  const element = useRef<HTMLDivElement>(null);
  const placed = useMemo(() => placeStations(stations, sites), [stations, sites]);
  const { map, zoom, hasFailed } = useMap(element, placed.sites, nearest);
  const pins = useMemo(() => (map === null ? [] : pinsAt(placed.sites, zoom)), [map, placed.sites, zoom]);
  const [openIds, setOpenIds] = useState<readonly string[]>([]);
  const open = placed.sites.filter(({ site }) => openIds.includes(site.id));

  function show(pin: Pin) {
    setOpenIds(pin.sites.map(({ site }) => site.id));
    if (map === null || pin.sites.length === 1) return;
    map.fitBounds(boundsOf(pin.sites), { padding: 110, maxZoom: map.getZoom() + 4, duration: 400 });
  }

  if (areSitesKnown && placed.sites.length === 0) return <NoPlace />;
  return (
    <div className="station-map">
      {hasFailed && <Alert color="orange">{t('fleetMap.failed')}</Alert>}
      <div className={open.length > 0 ? 'map-frame has-list' : 'map-frame'}>
        <div ref={element} className="map" role="group" aria-label={t('fleetMap.label')} hidden={hasFailed} />
        {hasFailed ? (
          <SiteList sites={placed.sites} />
        ) : (
          open.length > 0 && <SiteList sites={open} onClose={() => setOpenIds([])} />
        )}
      </div>
      {map !== null &&
        pins.map((pin) => (
          <MapMarker key={pin.key} map={map} pin={pin}>
            <MapPin pin={pin} onOpen={show} />
          </MapMarker>
        ))}
      <Legend stations={stations} />
      {placed.elsewhere.length > 0 && <Elsewhere count={placed.elsewhere.length} />}
    </div>
  );
}

type MarkerProps = { map: NonNullable<ReturnType<typeof useMap>['map']>; pin: Pin; children: React.ReactNode };

/** Held at its place by the map, drawn by React. */
function MapMarker({ map, pin: { longitude, latitude }, children }: MarkerProps) {
  const [element] = useState(() => {
    const made = document.createElement('div');
    made.className = 'map-pin';
    return made;
  });
  useEffect(() => {
    const marker = new Marker({ element }).setLngLat([longitude, latitude]).addTo(map);
    for (const name of ['aria-label', 'role', 'tabindex']) element.removeAttribute(name); // what is in it says what it is
    return () => void marker.remove();
  }, [map, element, longitude, latitude]);
  return createPortal(children, element);
}

/** Which shape and colour is what, and how many there are of each. */
function Legend({ stations }: { stations: readonly Station[] }) {
  const { t, i18n } = useTranslation();
  const counts = new Map(countStates(stations).map(({ state, count }) => [state, count]));
  return (
    <ul className="map-legend" aria-label={t('fleetMap.legend')}>
      {stationStates
        .filter((state) => counts.has(state))
        .map((state) => (
          <li key={state}>
            <StationMark state={state} />
            {t(`fleetMap.state.${state}`)} <strong>{numberText(counts.get(state) ?? 0, i18n.language, 0)}</strong>
          </li>
        ))}
    </ul>
  );
}

function Elsewhere({ count }: { count: number }) {
  const { t, i18n } = useTranslation();
  return (
    <p className="quiet map-note">
      {t('fleetMap.elsewhere', { count, formatted: numberText(count, i18n.language, 0) })}{' '}
      <TextLink to="/sites" fz="inherit">
        {t('sites.title')}
      </TextLink>
    </p>
  );
}

function NoPlace() {
  const { t } = useTranslation();
  return (
    <div className="no-match">
      <h2>{t('fleetMap.none')}</h2>
      <p className="quiet">{t('fleetMap.noneHelp')}</p>
      <ButtonLink to="/sites" variant="default">
        {t('sites.title')}
      </ButtonLink>
    </div>
  );
}
