import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EnergySite } from '#contract/energy/site-energy.ts';
import type { Site } from '#contract/stations/site.ts';
import { useEnergySites, useEnergyStatus } from '../../api/energy-queries.ts';
import { useSites } from '../../api/site-queries.ts';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import './energy.css';
import './energy-texts.ts';
import { modeTone } from './mode-tone.ts';
import { usePlanWords } from './use-plan-words.ts';

type Row = { site: Site; energy: EnergySite | null };

/** All sites: those whose energy is planned first, and how to begin with the others. */
export function EnergyPage() {
  const { t } = useTranslation();
  const sites = useSites();
  const energy = useEnergySites();
  const rows = useMemo(() => rowsOf(sites.data?.sites, energy.data?.sites), [sites.data, energy.data]);
  const columns = useColumns();
  const isNew = rows?.every((row) => row.energy === null) ?? false;
  return (
    <>
      <PageHead title={t('energy.title')} note={t('energy.help')} />
      {isNew && <Lesson hasSites={(rows ?? []).length > 0} />}
      {rows?.length !== 0 && (
        <DataTable
          label={t('energy.title')}
          columns={columns}
          rows={rows}
          problem={sites.error ?? energy.error}
          idOf={({ site }) => site.id}
          none={t('sites.none')}
        />
      )}
    </>
  );
}

function rowsOf(sites: readonly Site[] | undefined, energy: readonly EnergySite[] | undefined): Row[] | undefined {
  if (sites === undefined || energy === undefined) return undefined;
  const bySite = new Map(energy.map((each) => [each.siteId, each]));
  const rows = sites.map((site) => ({ site, energy: bySite.get(site.id) ?? null }));
  return [...rows.filter((row) => row.energy !== null), ...rows.filter((row) => row.energy === null)];
}

/** What the page is for and how one begins. */
function Lesson({ hasSites }: { hasSites: boolean }) {
  const { t } = useTranslation();
  return (
    <Card title={t('energy.lesson.title')}>
      <p>{t('energy.lesson.what')}</p>
      <ol className="energy-steps">
        <li>{t('energy.lesson.one')}</li>
        <li>{t('energy.lesson.two')}</li>
        <li>{t('energy.lesson.three')}</li>
      </ol>
      {!hasSites && <ButtonLink to="/sites">{t('energy.lesson.toSites')}</ButtonLink>}
    </Card>
  );
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('sites.column.name'),
      kind: 'main',
      cell: ({ site }) => (
        <Link to="/energy/$id" params={{ id: site.id }} className="row-link">
          {site.name}
        </Link>
      ),
    },
    {
      head: t('energy.mode.title'),
      cell: ({ energy }) =>
        energy === null ? (
          <span className="none">{t('energy.notDrawn')}</span>
        ) : (
          <Chip tone={modeTone[energy.mode]}>{t(`energy.mode.${energy.mode}`)}</Chip>
        ),
    },
    {
      head: t('energy.figure.charging'),
      cell: ({ energy }) => (energy === null ? dash : <PowerNow id={energy.siteId} />),
    },
    { head: t('energy.state'), cell: ({ energy }) => (energy === null ? dash : <StateNow id={energy.siteId} />) },
    { head: t('access.stations'), kind: 'number', cell: ({ site }) => site.stationCount },
    {
      head: '',
      kind: 'actions',
      cell: ({ site, energy }) => (
        <ButtonLink
          to="/energy/$id"
          params={{ id: site.id }}
          variant="default"
          size="compact-sm"
          aria-label={t(energy === null ? 'energy.drawNamed' : 'energy.openNamed', { name: site.name })}
        >
          {t(energy === null ? 'energy.drawIt' : 'energy.open')}
        </ButtonLink>
      ),
    },
  ];
}

/** "18.2 of 43.5 kW": a site is asked for itself, and only while its row can be seen. */
function PowerNow({ id }: { id: string }) {
  const { t } = useTranslation();
  const words = usePlanWords();
  const { data } = useEnergyStatus(id, true);
  if (data === undefined) return dash;
  const power = words.power(data.chargingW);
  return data.limitW === null ? power : t('energy.ofLimit', { power, limit: words.power(data.limitW) });
}

function StateNow({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data } = useEnergyStatus(id, true);
  if (data === undefined) return dash;
  const silent = data.meters.filter(({ isSilent }) => isSilent).length;
  const unsafe = data.nodes.filter(({ isSafe }) => !isSafe).length;
  if (silent + unsafe === 0) return <Chip tone="good">{t('energy.allSafe')}</Chip>;
  return (
    <span className="energy-findings">
      {unsafe > 0 && <Chip tone="bad">{t('energy.unsafeCount', { count: unsafe })}</Chip>}
      {silent > 0 && <Chip tone="door">{t('energy.silentCount', { count: silent })}</Chip>}
    </span>
  );
}
