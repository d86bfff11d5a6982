import { Button, Skeleton } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNote } from './problem-note.tsx';
import { type Order, sortRows, type Value } from './sort-rows.ts';
import './table.css';
import { TableFile } from './table-file.tsx';
import { TableHead } from './table-head.tsx';
import { useTopOf } from './use-top-of.ts';

export type Column<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** What stands behind the cell: rows can be sorted by it, and a file holds it. Times as the server writes them. */
  value?: (row: Row) => Value;
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
  isOver?: ((row: Row) => boolean) | undefined;
  /** Said where there is no row. */
  none: ReactNode;
  problem?: Error | null;
  /** What could not be done where there is a problem. */
  failed?: string;
  /** The rest of the list. */
  more?: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** The name of the file that the rows can be had as. */
  file?: string;
};

export const dash = <span className="none">–</span>;

/** So many rows and only those that can be seen are drawn. */
const longTable = 120;

/** A phone shows each row as a card. What could not be read is not said to be empty. */
export function DataTable<Row>({
  label,
  columns,
  idOf,
  isOver,
  none,
  problem = null,
  failed,
  more,
  file,
  ...rest
}: Props<Row>) {
  const { t } = useTranslation();
  const [order, setOrder] = useState<Order | null>(null);
  const canSort = (rest.rows?.length ?? 0) > 1 && more?.hasNextPage !== true;
  const valueOf = canSort && order !== null ? columns[order.column]?.value : undefined;
  const sorted = rest.rows && valueOf && sortRows(rest.rows, valueOf, order?.isDown === true);
  const rows = sorted ?? rest.rows ?? (problem === null ? undefined : []);
  const isLong = rows !== undefined && rows.length > longTable;
  const Body = isLong ? LongBody : ShortBody;
  const hasFoot = rows !== undefined && rows.length > 0 && columns.some(({ foot }) => foot !== undefined);
  return (
    <>
      {problem !== null && <ProblemNote {...(failed !== undefined && { title: failed })} problem={problem} />}
      <div className={rest.rows?.length === 0 ? 'table-sheet table-empty' : 'table-sheet'}>
        <table
          className={isLong ? 'data-table long-table' : 'data-table'}
          aria-label={label}
          aria-busy={rows === undefined}
          {...(isLong && { 'aria-rowcount': rows.length + 1 })}
        >
          <TableHead columns={columns} canSort={canSort} order={order} onOrder={setOrder} />
          <Body rows={rows ?? []} columns={columns} idOf={idOf} isOver={isOver} />
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
        {rest.rows?.length === 0 && <div className="table-none">{none}</div>}
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
      {file !== undefined && rows !== undefined && more?.hasNextPage !== true && (
        <TableFile name={file} columns={columns} rows={rows} />
      )}
    </>
  );
}

type BodyProps<Row> = Pick<Props<Row>, 'columns' | 'idOf' | 'isOver'> & { rows: readonly Row[] };

function ShortBody<Row>({ rows, idOf, ...rest }: BodyProps<Row>) {
  return (
    <tbody>
      {rows.map((row) => (
        <TableRow key={idOf(row)} row={row} {...rest} />
      ))}
    </tbody>
  );
}

/** What stands above and below what can be seen is one empty row each, as high as what it stands for. */
function LongBody<Row>({ rows, columns, idOf, isOver }: BodyProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const top = useTopOf(body);
  // oxlint-disable-next-line react/incompatible-library -- the React compiler, which it would confuse, is not used here
  const virtual = useWindowVirtualizer<HTMLElement>({
    count: rows.length,
    estimateSize: () => 42,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => (rows[index] === undefined ? index : idOf(rows[index])),
  });
  const visible = virtual.getVirtualItems();
  const above = (visible[0]?.start ?? top) - top;
  const below = virtual.getTotalSize() - ((visible.at(-1)?.end ?? top) - top);
  return (
    <tbody ref={body}>
      {above > 0 && <Space height={above} columns={columns.length} />}
      {visible.map(({ index, key }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <TableRow
            key={key}
            row={row}
            index={index}
            measure={virtual.measureElement}
            columns={columns}
            isOver={isOver}
          />
        );
      })}
      {below > 0 && <Space height={below} columns={columns.length} />}
    </tbody>
  );
}

function Space({ height, columns }: { height: number; columns: number }) {
  return (
    <tr className="table-space" role="presentation" style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is empty, and no control */}
      <td colSpan={columns} />
    </tr>
  );
}

type RowProps<Row> = Pick<Props<Row>, 'columns' | 'isOver'> & {
  row: Row;
  index?: number;
  measure?: (element: HTMLElement | null) => void;
};

function TableRow<Row>({ row, columns, isOver, index, measure }: RowProps<Row>) {
  return (
    <tr
      className={isOver?.(row) === true ? 'is-over' : undefined}
      {...(index !== undefined && { 'data-index': index, 'aria-rowindex': index + 2 })}
      {...(measure !== undefined && { ref: measure })}
    >
      {columns.map(({ head, kind, cell }) => (
        <td key={head} className={kind} data-label={kind === 'main' || kind === 'actions' ? undefined : head}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}
