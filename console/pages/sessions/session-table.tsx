import { Skeleton } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionListView } from '../../live/session-list.ts';
import '../../parts/table.css';
import { useTopOf } from '../../parts/use-top-of.ts';
import { SessionRow } from './session-row.tsx';
import './session-table.css';

const columns = ['session', 'state', 'energy', 'cost', 'power', 'duration', 'token', 'flags'] as const;
const numbers: readonly string[] = ['energy', 'cost', 'power', 'duration'];

/** So many rows before the end the next ones are asked for. */
const ahead = 30;

/** All sessions that fit, of which only the visible rows exist. */
export function SessionTable({ view, onMore }: { view: SessionListView; onMore: () => void }) {
  const { t } = useTranslation();
  const { sessions, isLoading, hasMore } = view;
  const body = useRef<HTMLDivElement>(null);
  const top = useTopOf(body);
  // oxlint-disable-next-line react/incompatible-library -- the React compiler, which it would confuse, is not used here
  const rows = useWindowVirtualizer<HTMLElement>({
    count: sessions.length,
    estimateSize: () => 61,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => sessions[index]?.id ?? index,
  });
  const visible = rows.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  const isNearEnd = hasMore && !isLoading && last >= sessions.length - ahead;
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, onMore]);
  return (
    <div
      role="table"
      className="table-sheet session-table"
      aria-label={t('sessions.table')}
      aria-rowcount={hasMore ? -1 : sessions.length + 1}
      aria-busy={isLoading}
    >
      <div role="rowgroup" className="table-columns session-columns">
        <div role="row" className="row" aria-rowindex={1}>
          {columns.map((column) => (
            <div
              key={column}
              role="columnheader"
              className={`head-${column}${numbers.includes(column) ? ' number' : ''}`}
            >
              {t(`sessions.column.${column}`)}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={body} className="table-body session-body" style={{ height: rows.getTotalSize() }}>
        {visible.map(({ index, start }) => {
          const session = sessions[index];
          return (
            session !== undefined && (
              <SessionRow
                key={session.id}
                session={session}
                index={index}
                top={start - top}
                measure={rows.measureElement}
              />
            )
          );
        })}
      </div>
      {isLoading && sessions.length === 0 && <Waiting />}
      {sessions.length > 0 && <p className="table-end">{hasMore ? t('sessions.loadingMore') : t('sessions.theEnd')}</p>}
    </div>
  );
}

function Waiting() {
  return ['a', 'b', 'c', 'd', 'e', 'f'].map((row) => <Skeleton key={row} height={36} my={12} mx="md" w="auto" />);
}
