import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { energyApi } from '#contract/api/energy.ts';
import type { EnergyStatus } from '#contract/energy/energy-plan.ts';
import type { StoredLimit, StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import { call } from '../../api/call.ts';
import { useEnergyLimits, useEnergyPlan, useEnergyStatus } from '../../api/energy-queries.ts';
import { ActionButton, RowButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import { DayOf, Moment } from '../../parts/moment.tsx';
import { useChange } from '../../parts/use-change.ts';
import { LimitDialog } from './limit-dialog.tsx';
import { nodeName } from './site-drawing.ts';
import { usePlanWords } from './use-plan-words.ts';

/** The limits and what flows under them, the meters, limits for a while, and what is learned of the stations. */
export function NetworkTab({ settings }: { settings: StoredSiteEnergy }) {
  const { t } = useTranslation();
  const isPlanned = settings.mode !== 'off';
  const { data, error } = useEnergyStatus(settings.siteId, true);
  return (
    <>
      <Card title={t('energy.nodes.title')}>
        <p className="quiet energy-about">{t('energy.nodes.help')}</p>
        <DataTable
          label={t('energy.nodes.title')}
          columns={useNodeColumns(settings)}
          rows={data?.nodes}
          problem={data === undefined ? error : null}
          idOf={({ nodeId }) => nodeId}
          none={t('energy.nodes.none')}
        />
      </Card>
      <LimitsCard settings={settings} isPlanned={isPlanned} />
      <Card title={t('energy.meters.title')}>
        <DataTable
          label={t('energy.meters.title')}
          columns={useMeterColumns(settings)}
          rows={data?.meters}
          idOf={({ meterId }) => meterId}
          none={t('energy.meters.none')}
        />
      </Card>
      <Card title={t('energy.abilities.title')}>
        <p className="quiet energy-about">{t('energy.abilities.help')}</p>
        <DataTable
          label={t('energy.abilities.title')}
          columns={useAbilityColumns(settings)}
          rows={data?.stations}
          idOf={({ stationId }) => stationId}
          none={t('energy.abilities.none')}
        />
      </Card>
    </>
  );
}

function useNodeColumns({ tree }: StoredSiteEnergy): readonly Column<EnergyStatus['nodes'][number]>[] {
  const { t } = useTranslation();
  const words = usePlanWords();
  const both = (amperes: number | null, watts: number | null) =>
    amperes === null && watts === null
      ? dash
      : [amperes === null ? null : words.amperes(amperes), watts === null ? null : words.power(watts)]
          .filter((part) => part !== null)
          .join(' · ');
  return [
    {
      head: t('energy.nodes.node'),
      kind: 'main',
      cell: ({ nodeId, name }) => {
        const node = tree.nodes.find(({ id }) => id === nodeId);
        return (
          <div>
            <strong>{name ?? (node === undefined ? nodeId : nodeName(node))}</strong>
            {node !== undefined && <small>{t(`energy.kind.${node.kind}`)}</small>}
          </div>
        );
      },
    },
    {
      head: t('energy.limit'),
      kind: 'number',
      cell: ({ limitA, limitW }) => {
        const lines = [...new Set(limitA ?? [])];
        if (lines.length > 1) return lines.map(words.amperes).join(' / ');
        return both(lines[0] ?? null, limitW);
      },
    },
    {
      head: t('energy.nodes.measured'),
      kind: 'number',
      cell: ({ measuredW }) => (measuredW === null ? dash : words.power(measuredW)),
    },
    {
      head: t('energy.nodes.worst'),
      kind: 'number',
      cell: ({ worstCaseA, worstCaseW }) => both(worstCaseA, worstCaseW),
    },
    {
      head: t('energy.nodes.safe'),
      cell: ({ isSafe, limitA, limitW }) =>
        limitA === null && limitW === null ? (
          <span className="none">{t('energy.nodes.unlimited')}</span>
        ) : (
          <Chip tone={isSafe ? 'good' : 'bad'} title={t(isSafe ? 'energy.nodes.safeHelp' : 'energy.nodes.unsafeHelp')}>
            {t(isSafe ? 'energy.nodes.isSafe' : 'energy.nodes.isUnsafe')}
          </Chip>
        ),
    },
  ];
}

function useMeterColumns({ tree }: StoredSiteEnergy): readonly Column<EnergyStatus['meters'][number]>[] {
  const { t } = useTranslation();
  const words = usePlanWords();
  return [
    {
      head: t('energy.meters.meter'),
      kind: 'main',
      cell: ({ meterId, name, nodeId }) => {
        const node = tree.nodes.find(({ id }) => id === nodeId);
        return (
          <div>
            <strong>{name ?? meterId}</strong>
            <small>{node === undefined ? nodeId : nodeName(node)}</small>
          </div>
        );
      },
    },
    {
      head: t('energy.meters.kind'),
      cell: ({ kind }) => t(`energy.meters.kinds.${kind as 'grid' | 'load' | 'pv' | 'battery'}`),
    },
    {
      head: t('energy.meters.power'),
      kind: 'number',
      cell: ({ powerW }) => (powerW === null ? dash : words.power(powerW)),
    },
    {
      head: t('energy.meters.read'),
      cell: ({ readAt, isSilent, error }) => (
        <div>
          {readAt === null ? t('energy.meters.never') : <Moment time={readAt} says="ago" />}{' '}
          {isSilent && <Chip tone="bad">{t('energy.meters.silent')}</Chip>}
          {error !== null && <small>{words.sentence(error)}</small>}
        </div>
      ),
    },
    { head: t('energy.meters.counts'), kind: 'number', cell: ({ countsW }) => words.power(countsW) },
  ];
}

function LimitsCard({ settings, isPlanned }: { settings: StoredSiteEnergy; isPlanned: boolean }) {
  const { t } = useTranslation();
  const { data, error } = useEnergyLimits(settings.siteId);
  const plan = useEnergyPlan(settings.siteId, isPlanned).data;
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card
      title={t('energy.limits.list')}
      actions={
        <ActionButton scope="sites:change" onClick={() => setIsAdding(true)}>
          {t('energy.limits.add')}
        </ActionButton>
      }
    >
      <DataTable
        label={t('energy.limits.list')}
        columns={useLimitColumns(settings)}
        rows={data?.limits}
        problem={error}
        idOf={({ nodeId, setBy, from, setAt }) => `${nodeId} ${setBy} ${from} ${setAt}`}
        none={t('energy.limits.none')}
      />
      {isAdding && <LimitDialog settings={settings} plan={plan} onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

function useLimitColumns({ siteId, tree }: StoredSiteEnergy): readonly Column<StoredLimit>[] {
  const { t } = useTranslation();
  const words = usePlanWords();
  const remove = useChange({
    send: (nodeId: string) => call(energyApi.removeLimit, { params: { id: siteId, nodeId } }),
    touches: ['energy'],
    said: () => t('energy.limits.removed'),
  });
  const nameOf = (id: string) => {
    const node = tree.nodes.find((each) => each.id === id);
    return node === undefined ? id : nodeName(node);
  };
  return [
    {
      head: t('energy.limits.node'),
      kind: 'main',
      cell: ({ nodeId, why }) => (
        <div>
          <strong>{nameOf(nodeId)}</strong>
          {why !== null && <small>{why}</small>}
        </div>
      ),
    },
    {
      head: t('energy.limit'),
      kind: 'number',
      cell: ({ limitA, limitW, exportLimitW }) =>
        [
          ...(limitA === null ? [] : [words.amperes(limitA)]),
          ...(limitW === null ? [] : [words.power(limitW)]),
          ...(exportLimitW === undefined ? [] : [t('energy.limits.export', { power: words.power(exportLimitW) })]),
        ].join(' · '),
    },
    {
      head: t('energy.limits.from'),
      cell: ({ from }) => (from === null ? t('energy.limits.atOnce') : <DayOf time={from} />),
    },
    {
      head: t('energy.limits.until'),
      cell: ({ until }) => (until === null ? t('energy.limits.open') : <DayOf time={until} />),
    },
    {
      head: t('energy.limits.by'),
      cell: ({ source, setBy }) => (
        <div>
          {t(`energy.limits.source.${source}`)}
          <small>{setBy}</small>
        </div>
      ),
    },
    {
      head: '',
      kind: 'actions',
      cell: ({ nodeId }) => (
        <RowButton
          scope="sites:change"
          aria-label={t('energy.limits.removeOf', { name: nameOf(nodeId) })}
          onClick={() => remove.mutate(nodeId)}
        >
          {t('energy.limits.remove')}
        </RowButton>
      ),
    },
  ];
}

function useAbilityColumns({ siteId }: StoredSiteEnergy): readonly Column<EnergyStatus['stations'][number]>[] {
  const { t } = useTranslation();
  const words = usePlanWords();
  const unlearn = useChange({
    send: (stationId: string) => call(energyApi.unlearn, { params: { id: siteId, stationId } }),
    touches: ['energy'],
    said: () => t('energy.abilities.forgotten'),
  });
  return [
    {
      head: t('form.station'),
      kind: 'main',
      cell: ({ stationId }) => (
        <TextLink to="/equipment/$id" params={{ id: stationId }} fw={600}>
          {stationId}
        </TextLink>
      ),
    },
    { head: t('energy.abilities.unit'), cell: ({ unit }) => unit },
    { head: t('energy.abilities.purpose'), cell: ({ purpose }) => t(`energy.abilities.purposes.${purpose}`) },
    { head: t('energy.abilities.periods'), kind: 'number', cell: ({ maxPeriods }) => maxPeriods },
    { head: t('energy.abilities.levels'), kind: 'number', cell: ({ maxStackLevel }) => maxStackLevel },
    {
      head: t('energy.abilities.pilots'),
      cell: ({ pilotsA }) => (pilotsA === null ? t('energy.abilities.any') : pilotsA.map(words.amperes).join(', ')),
    },
    {
      head: t('energy.abilities.findings'),
      cell: ({ findings, checkedAt, isOfModel }) => (
        <div className="energy-findings">
          {findings.length === 0 && (
            <span className="none">
              {t(checkedAt === null ? 'energy.abilities.unchecked' : 'energy.abilities.fine')}
            </span>
          )}
          {findings.map((finding) => (
            <Chip key={finding} tone={finding === 'ignores-profiles' ? 'bad' : 'door'}>
              {t(`energy.finding.${finding}`)}
            </Chip>
          ))}
          {isOfModel && <small>{t('energy.abilities.ofModel')}</small>}
          {checkedAt !== null && (
            <small>
              <Moment time={checkedAt} says="ago" />
            </small>
          )}
        </div>
      ),
    },
    {
      head: '',
      kind: 'actions',
      cell: ({ stationId, findings, pilotsA, isOfModel }) =>
        (findings.length > 0 || pilotsA !== null) &&
        !isOfModel && (
          <RowButton
            scope="sites:change"
            aria-label={t('energy.abilities.forgetOf', { name: stationId })}
            onClick={() => unlearn.mutate(stationId)}
          >
            {t('energy.abilities.forget')}
          </RowButton>
        ),
    },
  ];
}
