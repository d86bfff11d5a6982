import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './table.css';

export type Column<Row> = {
  name: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** What the row is about; numbers stand at the right; actions take no more room than they need. */
  kind?: 'main' | 'number' | 'actions';
  /** Under the column, for all rows together. */
  foot?: ReactNode;
};

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  idOf: (row: Row) => string;
  /** Steps back, such as what has ended or is blocked. */
  isOver?: (row: Row) => boolean;
  /** Said where there is no row. */
  none: ReactNode;
  more?: { hasMore: boolean; isLoading: boolean; onMore: () => void };
};

/** A list of at most some hundred rows; a phone shows each as a card. */
export function DataTable<Row>({ label, columns, rows, idOf, isOver, none, more }: Props<Row>) {
  const { t } = useTranslation();
  const hasFoot = rows !== undefined && rows.length > 0 && columns.some(({ foot }) => foot !== undefined);
  return (
    <div className="table-sheet">
      <table className="data-table" aria-label={label} aria-busy={rows === undefined}>
        <thead>
          <tr>
            {columns.map(({ name, head, kind }) => (
              <th key={name} scope="col" className={kind}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={idOf(row)} className={isOver?.(row) === true ? 'is-over' : undefined}>
              {columns.map(({ name, head, kind, cell }) => (
                <td key={name} className={kind} data-label={kind === 'main' || kind === 'actions' ? undefined : head}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasFoot && (
          <tfoot>
            <tr>
              {columns.map(({ name, head, kind, foot }) => (
                <td key={name} className={kind} data-label={kind === 'main' ? undefined : head}>
                  {foot}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {rows === undefined && ['a', 'b', 'c'].map((row) => <Skeleton key={row} height={34} my={11} mx="md" w="auto" />)}
      {rows?.length === 0 && <div className="table-none">{none}</div>}
      {more?.hasMore === true && (
        <p className="table-end">
          <Button variant="default" size="compact-md" fz="sm" loading={more.isLoading} onClick={more.onMore}>
            {t('form.more')}
          </Button>
        </p>
      )}
    </div>
  );
}
