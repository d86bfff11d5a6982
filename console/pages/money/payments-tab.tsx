import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type MoneyPayment, paymentState } from '#contract/money/payment.ts';
import { useMoneyPayments } from '../../api/money-queries.ts';
import { Chip } from '../../parts/chip.tsx';
import { Choice } from '../../parts/choice.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { dayTime } from '../../text/time.ts';
import { paymentTones } from './payment-tones.ts';
import { Sum } from './sum.tsx';
import { usePurpose } from './use-purpose.ts';

const route = getRouteApi('/money');

/** Payments at providers, newest first. */
export function PaymentsTab() {
  const { t } = useTranslation();
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error } = useMoneyPayments(state);
  return (
    <>
      <div className="filter-row">
        <Choice
          label={t('money.state')}
          none={t('money.anyState')}
          value={state ?? ''}
          options={paymentState.options.map((value) => ({ value: value as string, label: t(`money.states.${value}`) }))}
          onChange={(chosen) =>
            void navigate({
              search: chosen === '' ? {} : { state: chosen as MoneyPayment['state'] },
              replace: true,
            })
          }
        />
      </div>
      <DataTable
        label={t('money.tab.payments')}
        columns={useColumns()}
        rows={data?.payments}
        problem={error}
        failed={t('money.readFailed')}
        idOf={({ id }) => id}
        isOver={({ state: each }) => each === 'expired' || each === 'canceled'}
        none={t('money.none')}
      />
    </>
  );
}

function useColumns(): readonly Column<MoneyPayment>[] {
  const { t, i18n } = useTranslation();
  const purposeOf = usePurpose();
  return [
    {
      head: t('money.when'),
      kind: 'main',
      cell: ({ id, createdAt, subject, purpose }) => (
        <div>
          <Link to="/money/$id" params={{ id }} className="row-link">
            {dayTime(createdAt, i18n.language)}
          </Link>
          <small>
            {purposeOf(purpose)} {subject.slice(0, 8)}
          </small>
        </div>
      ),
    },
    {
      head: t('money.state'),
      cell: ({ state }) => <Chip tone={paymentTones[state]}>{t(`money.states.${state}`)}</Chip>,
    },
    { head: t('money.method'), cell: ({ method, provider }) => `${method} (${provider})` },
    {
      head: t('money.consent'),
      kind: 'number',
      cell: ({ consent, currency }) => <Sum amount={consent} currency={currency} />,
    },
    {
      head: t('money.received'),
      kind: 'number',
      cell: ({ received, currency }) => <Sum amount={received} currency={currency} />,
    },
    {
      head: t('money.kept'),
      kind: 'number',
      cell: ({ allocated, currency }) => <Sum amount={allocated} currency={currency} />,
    },
    {
      head: t('money.refunded'),
      kind: 'number',
      cell: ({ refunded, currency }) => <Sum amount={refunded} currency={currency} />,
    },
  ];
}
