import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { bookApi } from '#contract/api/books.ts';
import type { BookOrder } from '#contract/bookshop/book.ts';
import { usePrincipal } from '../../api/principal.ts';
import { useRead } from '../../api/queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { minorText } from '../../text/money.ts';
import { OrderChip } from './order-chip.tsx';

export function OrdersTab() {
  const { t } = useTranslation();
  const isSignedIn = usePrincipal() !== null;
  const options = { enabled: isSignedIn };
  const { data, error } = useRead(['book-orders'], bookApi.orders, { query: { limit: 200 } }, options);
  const columns = useColumns();
  if (!isSignedIn) return <p className="quiet">{t('books.ordersSignIn')}</p>;
  return (
    <DataTable
      label={t('books.tab.orders')}
      columns={columns}
      rows={data?.orders}
      problem={error}
      idOf={({ id }) => id}
      none={t('books.noOrders')}
    />
  );
}

function useColumns(): readonly Column<BookOrder>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      head: t('books.number'),
      kind: 'main',
      cell: ({ id, number }) => (
        <Link to="/books/orders/$id" params={{ id }} className="row-link">
          {t('books.orderNumber', { number })}
        </Link>
      ),
    },
    { head: t('devices.column.state'), cell: (order) => <OrderChip order={order} /> },
    {
      head: t('books.tab.shelf'),
      cell: ({ lines }) => lines.map(({ title, quantity }) => `${quantity} × ${title}`).join(', '),
    },
    { head: t('books.shipping'), cell: ({ shipping }) => t(`books.shippings.${shipping}`) },
    { head: t('books.placed'), cell: ({ placedAt }) => <Moment time={placedAt} says="ago" /> },
    {
      head: t('books.total'),
      kind: 'number',
      cell: ({ totalCents, currency }) => minorText(totalCents, currency, i18n.language),
    },
  ];
}
