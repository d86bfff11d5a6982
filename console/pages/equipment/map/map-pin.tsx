import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { TextLink } from '../../../parts/links.tsx';
import { numberText } from '../../../text/quantities.ts';
import { stateOf, stateTone } from '../station-state.ts';
import { countStates, type Pin, type StateCounts } from './map-pins.ts';
import { StationMark } from './station-mark.tsx';

/** So many stations are shown one by one. */
const fewStations = 12;

type Props = {
  pin: Pin;
  /** Goes nearer, or lists what stands there. */
  onOpen: (pin: Pin) => void;
};

/** A site with its stations, each leading to its page; where they are many, or several sites, what states they are in. */
export function MapPin({ pin, onOpen }: Props) {
  const { t } = useTranslation();
  const [first] = pin.sites;
  if (first === undefined) return null;
  const { site, stations } = first;
  if (pin.sites.length > 1 || stations.length > fewStations) return <Group pin={pin} onOpen={onOpen} />;
  return (
    <section className="map-site" aria-label={site.name}>
      <UnstyledButton
        className="map-site-name"
        onClick={() => onOpen(pin)}
        title={t('fleetMap.list', { site: site.name })}
      >
        {site.name}
      </UnstyledButton>
      <span className="map-marks">
        {stations.map((station) => (
          <MarkLink key={station.id} station={station} />
        ))}
      </span>
    </section>
  );
}

function MarkLink({ station }: { station: Station }) {
  const { t } = useTranslation();
  const state = stateOf(station);
  const told = t('fleetMap.station', { station: station.id, state: t(`fleetMap.state.${state}`) });
  return (
    <TextLink to="/equipment/$id" params={{ id: station.id }} className="map-mark" aria-label={told} title={told}>
      <StationMark state={state} />
    </TextLink>
  );
}

function Group({ pin, onOpen }: Props) {
  const { t, i18n } = useTranslation();
  const stations = pin.sites.flatMap((each) => each.stations);
  const counts = countStates(stations);
  const count = (value: number) => numberText(value, i18n.language, 0);
  const name = pin.sites[0]?.site.name ?? '';
  const where = pin.sites.length === 1 ? name : t('fleetMap.andMore', { site: name, count: pin.sites.length - 1 });
  const states = counts.map((each) => `${count(each.count)} ${t(`fleetMap.state.${each.state}`)}`).join(', ');
  const [worst] = counts;
  return (
    <UnstyledButton
      className="map-group"
      aria-label={t('fleetMap.group', { where, stations: count(stations.length), states })}
      title={`${where}: ${states}`}
      style={{ background: ringOf(counts) }}
      onClick={() => onOpen(pin)}
    >
      <span className="map-group-count">{count(stations.length)}</span>
      {worst !== undefined && <StationMark state={worst.state} />}
    </UnstyledButton>
  );
}

function ringOf(counts: StateCounts): string {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  let from = 0;
  const parts = counts.map(({ state, count }) => {
    const to = from + (count / all) * 360;
    const part = `var(--${stateTone[state]}-dot) ${from}deg ${to}deg`;
    from = to;
    return part;
  });
  return `conic-gradient(${parts.join(', ')})`;
}
