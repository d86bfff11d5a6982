import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNote } from './problem-note.tsx';
import './table.css';

export type Column<Row> = {
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
  problem?: Error | null;
  /** What could not be done where there is a problem. */
  failed?: string;
  /** The rest of the list. */
  more?: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
};

export const dash = <span className="none">–</span>;

/** A list of at most some hundred rows; a phone shows each as a card. */
export function DataTable<Row>({
  label,
  columns,
  idOf,
  isOver,
  none,
  problem = null,
  failed,
  more,
  ...rest
}: Props<Row>) {
  const { t } = useTranslation();
  const rows = rest.rows ?? (problem === null ? undefined : []);
  const hasFoot = rows !== undefined && rows.length > 0 && columns.some(({ foot }) => foot !== undefined);
  return (
    <>
      {problem !== null && <ProblemNote {...(failed !== undefined && { title: failed })} problem={problem} />}
      <div className="table-sheet">
        <table className="data-table" aria-label={label} aria-busy={rows === undefined}>
          <thead>
            <tr>
              {columns.map(({ head, kind }) => (
                <th key={head} scope="col" className={kind}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows?.map((row) => (
              <tr key={idOf(row)} className={isOver?.(row) === true ? 'is-over' : undefined}>
                {columns.map(({ head, kind, cell }) => (
                  <td key={head} className={kind} data-label={kind === 'main' || kind === 'actions' ? undefined : head}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {hasFoot && (
            <tfoot>
              <tr>
                {columns.map(({ head, kind, foot }) => (
                  <td key={head} className={kind} data-label={kind === 'main' ? undefined : head}>
                    {foot}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
        {rows === undefined &&
          ['a', 'b', 'c'].map((row) => <Skeleton key={row} height={34} my={11} mx="md" w="auto" />)}
        {rows?.length === 0 && <div className="table-none">{none}</div>}
        {more?.hasNextPage === true && (
          <p className="table-end">
            <Button
              variant="default"
              size="compact-md"
              fz="sm"
              loading={more.isFetchingNextPage}
              onClick={() => void more.fetchNextPage()}
            >
              {t('form.more')}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}
