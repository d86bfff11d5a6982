import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from './data-table.tsx';
import { nextOrder, type Order } from './sort-rows.ts';

type Props<Row> = {
  columns: readonly Column<Row>[];
  /** Whether there is more than one row, and all of them are here. */
  canSort: boolean;
  order: Order | null;
  onOrder: (order: Order | null) => void;
};

/** Names of the columns. Where a column has values, its name sorts by them. */
export function TableHead<Row>({ columns, canSort, order, onOrder }: Props<Row>) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        {columns.map(({ head, kind, value }, column) => {
          const isSorted = order?.column === column;
          return (
            <th
              key={head}
              scope="col"
              className={kind}
              {...(isSorted && { 'aria-sort': order.isDown ? ('descending' as const) : ('ascending' as const) })}
            >
              {head === '' && <VisuallyHidden>{t('table.actions')}</VisuallyHidden>}
              {canSort && value !== undefined ? (
                <button
                  type="button"
                  className="sort-button"
                  onClick={() => onOrder(nextOrder(order, { column, isNumber: kind === 'number' }))}
                >
                  {head}
                  <span aria-hidden="true">{isSorted ? (order.isDown ? ' ↓' : ' ↑') : ''}</span>
                </button>
              ) : (
                head
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
