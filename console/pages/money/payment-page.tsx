import './money-texts.ts';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { moneyApi } from '#contract/api/money.ts';
import type { moneyPaymentDetails } from '#contract/money/payment.ts';
import { call } from '../../api/call.ts';
import { useMoneyPayment } from '../../api/money-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Fact } from '../../parts/facts.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useChange } from '../../parts/use-change.ts';
import { dayTime, exactTime } from '../../text/time.ts';
import { paymentTones } from './payment-tones.ts';
import { leftOf, RefundDialog } from './refund-dialog.tsx';
import { Sum } from './sum.tsx';
import { usePurpose } from './use-purpose.ts';

const route = getRouteApi('/money/$id');
type Details = z.infer<typeof moneyPaymentDetails>;

/** One payment: what was agreed, what was asked of the provider, and what moved. */
export function PaymentPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <OfOne
      query={useMoneyPayment(id)}
      gone={t('money.notThere')}
      failed={t('money.readFailed')}
      back={<ButtonLink to="/money">{t('money.backToList')}</ButtonLink>}
    >
      {(payment) => <Loaded key={id} payment={payment} />}
    </OfOne>
  );
}

function Loaded({ payment }: { payment: Details }) {
  const { t, i18n } = useTranslation();
  const purposeOf = usePurpose();
  const [isRefunding, setIsRefunding] = useState(false);
  const { id, state, createdAt, method, provider, currency, trouble, reference } = payment;
  const look = useChange({
    send: () => call(moneyApi.look, { params: { id } }),
    touches: ['money'],
    said: () => t('money.looked'),
  });
  const amounts = [
    [t('money.consent'), payment.consent],
    [t('money.held'), payment.authorized],
    [t('money.received'), payment.received],
    [t('money.kept'), payment.allocated],
    [t('money.refunded'), payment.refunded],
    [t('money.owed'), String(Number(payment.refundOwed) - Number(payment.refunded))],
    [t('money.clawedBack'), payment.clawedBack],
    [t('money.fees'), payment.fees],
  ] as const;
  return (
    <>
      <BackLink to="/money">{t('money.backToList')}</BackLink>
      <PageHead title={`${t('money.payment')} · ${dayTime(createdAt, i18n.language)}`} note={`${method} (${provider})`}>
        <MayNote scope="payments:change" />
        <ActionButton scope="payments:change" variant="default" loading={look.isPending} onClick={() => look.mutate()}>
          {t('money.look')}
        </ActionButton>
        <ActionButton
          scope="payments:change"
          whyNot={leftOf(payment) > 0 ? undefined : t('money.nothingLeft')}
          onClick={() => setIsRefunding(true)}
        >
          {t('money.refund')}
        </ActionButton>
      </PageHead>
      <div className="columns-two">
        <div>
          <Operations payment={payment} />
          <Movements payment={payment} />
        </div>
        <Card title={t('money.facts')}>
          <dl className="facts">
            <Fact name={t('money.state')}>
              <Chip tone={paymentTones[state]}>{t(`money.states.${state}`)}</Chip>
            </Fact>
            {amounts.map(([name, amount]) => (
              <Fact key={name} name={name}>
                <Sum amount={amount} currency={currency} />
              </Fact>
            ))}
            <Fact name={t('money.for')}>
              {purposeOf(payment.purpose)} {payment.subject}
            </Fact>
            <Fact name={t('money.reference')}>{reference}</Fact>
            {trouble !== null && <Fact name={t('money.trouble')}>{trouble}</Fact>}
            {payment.openItems
              .filter(({ closedAt }) => closedAt === null)
              .map(({ id: item, kind }) => (
                <Fact key={item} name={t('money.item')}>
                  {kind in openKinds ? t(`money.items.${kind as keyof typeof openKinds}`) : kind}
                </Fact>
              ))}
            <Fact name={t('money.when')}>{exactTime(createdAt, i18n.language)}</Fact>
          </dl>
        </Card>
      </div>
      {isRefunding && <RefundDialog payment={payment} onClose={() => setIsRefunding(false)} />}
    </>
  );
}

const openKinds = {
  shortfall: true,
  'refund-refused': true,
  'capture-refused': true,
  'hold-ending': true,
  unsettled: true,
  'claw-back': true,
  'unknown-movement': true,
  'missing-movement': true,
  'different-amount': true,
};
const kinds = {
  begin: true,
  capture: true,
  increase: true,
  cancel: true,
  refund: true,
  in: true,
  'claw-back': true,
  fee: true,
};

function useKind() {
  const { t } = useTranslation();
  return (kind: string) => (kind in kinds ? t(`money.kinds.${kind as keyof typeof kinds}`) : kind);
}

function Operations({ payment: { operations, currency } }: { payment: Details }) {
  const { t } = useTranslation();
  return (
    <Card title={t('money.operations')}>
      <DataTable
        label={t('money.operations')}
        rows={operations}
        idOf={({ id }) => id}
        none={t('money.noOperations')}
        columns={useOperationColumns(currency)}
      />
    </Card>
  );
}

function Movements({ payment: { movements, currency } }: { payment: Details }) {
  const { t } = useTranslation();
  return (
    <Card title={t('money.movements')}>
      <DataTable
        label={t('money.movements')}
        rows={movements}
        idOf={({ id }) => id}
        none={t('money.noMovements')}
        columns={useMovementColumns(currency)}
      />
    </Card>
  );
}

function useOperationColumns(currency: string): readonly Column<Details['operations'][number]>[] {
  const { t, i18n } = useTranslation();
  const kindOf = useKind();
  const fates = { asked: true, done: true, refused: true, moot: true };
  return [
    { head: t('money.kind'), kind: 'main', cell: ({ kind }) => kindOf(kind) },
    {
      head: t('money.amount'),
      kind: 'number',
      cell: ({ amount }) => <Sum amount={amount} currency={currency} />,
    },
    {
      head: t('money.state'),
      cell: ({ state, why }) =>
        [state in fates ? t(`money.asked.${state as keyof typeof fates}`) : state, why].filter(Boolean).join(': '),
    },
    { head: t('money.when'), cell: ({ askedAt }) => dayTime(askedAt, i18n.language) },
  ];
}

function useMovementColumns(currency: string): readonly Column<Details['movements'][number]>[] {
  const { t, i18n } = useTranslation();
  const kindOf = useKind();
  return [
    {
      head: t('money.kind'),
      kind: 'main',
      cell: ({ kind, id }) => (
        <div>
          {kindOf(kind)}
          <small>{id}</small>
        </div>
      ),
    },
    {
      head: t('money.amount'),
      kind: 'number',
      cell: ({ amount }) => <Sum amount={amount} currency={currency} />,
    },
    { head: t('money.when'), cell: ({ at }) => dayTime(at, i18n.language) },
  ];
}
