import { Checkbox, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { campaignApi } from '#contract/api/campaigns.ts';
import type { Campaign, CampaignDetails, CampaignStation } from '#contract/campaigns/campaign.ts';
import { call } from '../../api/call.ts';
import { useCampaign, useFirmwareImages } from '../../api/campaign-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { Moment } from '../../parts/moment.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useChange } from '../../parts/use-change.ts';
import { CampaignChip, CampaignStationChip } from './campaign-chip.tsx';
import './campaign-texts.ts';
import { CampaignStages } from './campaign-stages.tsx';

const route = getRouteApi('/campaigns/$id');
type Order = 'pause' | 'resume' | 'stop' | 'cancel';
const orders = {
  running: ['pause', 'cancel', 'stop'],
  paused: ['resume', 'cancel', 'stop'],
} as const satisfies Partial<Record<Campaign['state'], readonly Order[]>>;
const ordersIn = (state: Campaign['state']): readonly Order[] =>
  state === 'running' || state === 'paused' ? orders[state] : [];

/** One campaign: how far it is, every station with its reason, and how to stop it. */
export function CampaignPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <OfOne
      query={useCampaign(id)}
      gone={t('campaigns.notThere')}
      failed={t('campaigns.readFailed')}
      back={<ButtonLink to="/campaigns">{t('campaigns.title')}</ButtonLink>}
    >
      {(details) => <Loaded key={id} details={details} />}
    </OfOne>
  );
}

function Loaded({ details: { campaign, stations } }: { details: CampaignDetails }) {
  const { t } = useTranslation();
  const [order, setOrder] = useState<Order | null>(null);
  const { name, state } = campaign;
  return (
    <>
      <BackLink to="/campaigns">{t('campaigns.title')}</BackLink>
      <PageHead title={name} note={<Summary campaign={campaign} />}>
        {ordersIn(state).length > 0 && <MayNote scope="campaigns:operate" />}
        {ordersIn(state).map((each) => (
          <ActionButton
            key={each}
            scope={each === 'resume' ? 'campaigns:change' : 'campaigns:operate'}
            {...(each === 'stop' ? { color: 'red' } : each !== 'resume' && { variant: 'default' })}
            onClick={() => setOrder(each)}
          >
            {t(`campaigns.order.${each}`)}
          </ActionButton>
        ))}
      </PageHead>
      <CampaignStages campaign={campaign} stations={stations} />
      <DataTable
        label={t('campaigns.stations')}
        columns={useColumns()}
        rows={stations}
        file="campaign"
        idOf={({ stationId }) => stationId}
        none={t('campaigns.reachesNone')}
      />
      {order !== null && <OrderDialog campaign={campaign} order={order} onClose={() => setOrder(null)} />}
    </>
  );
}

function Summary({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { state, stop, why, action } = campaign;
  const images = useFirmwareImages().data?.images;
  const image = action.kind === 'firmware' ? images?.find(({ id }) => id === action.imageId) : undefined;
  const what =
    action.kind === 'settings'
      ? action.variables.map((each) => `${each.name} = ${each.value}`).join(', ')
      : image && `${image.vendor} ${image.version}`;
  return (
    <>
      <CampaignChip state={state} /> {[t(`campaigns.kind.${action.kind}`), what].filter(Boolean).join(': ')}
      {stop !== null && ` · ${t(`campaigns.stop.${stop}`)}`}
      {why !== null && ` · “${why}”`}
    </>
  );
}

type OrderProps = { campaign: Campaign; order: Order; onClose: () => void };

function OrderDialog({ campaign: { id, name, action, touched }, order, onClose }: OrderProps) {
  const { t } = useTranslation();
  const isEnd = order === 'stop' || order === 'cancel';
  // Settings are known as they were; firmware goes back where the campaign names an image.
  const knowsBefore = action.kind === 'firmware' ? action.rollbackImageId !== null : action.kind === 'settings';
  const canRollBack = isEnd && touched > 0 && knowsBefore;
  const [rollBack, setRollBack] = useState(order === 'stop');
  const [why, setWhy] = useState('');
  const change = useChange({
    send: () =>
      call(campaignApi[order], {
        params: { id },
        body: { rollBack: canRollBack && rollBack, ...(why.trim() !== '' && { why: why.trim() }) },
      }),
    touches: ['campaigns'],
    said: ({ state }) => t('campaigns.ordered', { name, state: t(`campaigns.state.${state}`) }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('campaigns.orderNamed', { order: t(`campaigns.order.${order}`), name })}
      submit={t(`campaigns.order.${order}`)}
      save={change}
      onClose={onClose}
      cancel={t('campaigns.leave')}
      explain={t(`campaigns.explain.${order}`)}
      isGrave={order === 'stop'}
    >
      {canRollBack && (
        <Checkbox
          label={t('campaigns.rollBackToo', { count: touched })}
          checked={rollBack}
          onChange={({ currentTarget }) => setRollBack(currentTarget.checked)}
        />
      )}
      {order !== 'resume' && (
        <TextInput
          label={t('campaigns.why')}
          maxLength={300}
          value={why}
          onChange={({ currentTarget }) => setWhy(currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

function useColumns(): readonly Column<CampaignStation>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('form.station'),
      value: ({ stationId }) => stationId,
      kind: 'main',
      cell: ({ stationId }) => (
        <TextLink to="/equipment/$id" params={{ id: stationId }} fw={600}>
          {stationId}
        </TextLink>
      ),
    },
    {
      head: t('campaigns.column.stage'),
      value: ({ stage }) => stage,
      cell: ({ stage }) => (stage === 0 ? t('campaigns.canary') : stage + 1),
    },
    {
      head: t('campaigns.column.state'),
      cell: ({ state, reason, waitsFor }) => (
        <div>
          <CampaignStationChip state={state} />
          {reason !== null && <small>{t(`campaigns.reason.${reason}`)}</small>}
          {waitsFor !== null && <small>{t(`campaigns.wait.${waitsFor}`)}</small>}
        </div>
      ),
    },
    {
      head: t('campaigns.column.version'),
      cell: ({ versionBefore, versionNow }) =>
        versionBefore === null || versionBefore === versionNow
          ? (versionNow ?? dash)
          : `${versionBefore} → ${versionNow ?? '?'}`,
    },
    {
      head: t('campaigns.column.since'),
      value: ({ changedAt }) => changedAt,
      cell: ({ changedAt }) => <Moment time={changedAt} says="ago" />,
    },
  ];
}
