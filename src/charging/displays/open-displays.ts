import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { DisplayContent, DisplayMessageList } from '#contract/stations/display.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import {
  type DisplayRow,
  displayMessages,
  displayReports,
  displayRequests,
  nextDisplayId,
  readDisplayMessages,
  readShownIds,
} from './display-store.ts';

export type Displays = ReturnType<typeof openDisplays>;

export type DisplayReport = {
  stationId: string;
  requestId: number;
  messages: readonly { id: number; content: DisplayContent }[];
  isLast: boolean;
  at: Date;
};

type Needs = { pool: Pool; ledger: Ledger; clock: Clock };

export function openDisplays(needs: Needs) {
  const { pool, ledger, clock } = needs;
  return {
    nextId: (stationId: string) => nextDisplayId(pool, stationId),
    async recordSet({ stationId, id, content }: { stationId: string; id: number; content: DisplayContent }): Promise<void> {
      const at = clock.now();
      await ledger.commit({
        events: [{ kind: 'display-message-set', stationId, happenedAt: at, body: { id, ...factsOf(content) } }],
        writes: [write(displayMessages, { stationId, side: 'wanted', id, at, content })],
      });
    },
    async recordCleared({ stationId, id }: { stationId: string; id: number }): Promise<void> {
      const at = clock.now();
      const gone = { stationId, id, at, content: null };
      await ledger.commit({
        events: [{ kind: 'display-message-cleared', stationId, happenedAt: at, body: { id } }],
        writes: [
          write(displayMessages, { ...gone, side: 'wanted' }),
          write(displayMessages, { ...gone, side: 'shown' }),
        ],
      });
    },
  /** A report will follow; one of everything tells what is gone by leaving it out. */
    async recordAsked({ stationId, requestId, isForAll }: { stationId: string; requestId: number; isForAll: boolean }): Promise<void> {
      const askedAt = clock.now();
      await ledger.commit({ writes: [write(displayRequests, { stationId, requestId, isForAll, askedAt })] });
    },
    recordReport: (report: DisplayReport) => recordReport(needs, report),
  /** The station has none of the messages it was asked for. `ids` null: none at all. */
    async recordNone({ stationId, ids }: { stationId: string; ids: readonly number[] | null }): Promise<void> {
      const at = clock.now();
      const gone = await readShownIds(pool, stationId, ids);
      await ledger.commit({
        events: [{ kind: 'display-messages-gone', stationId, happenedAt: at, body: { ids } }],
        writes: gone.map((id) => write(displayMessages, { stationId, side: 'shown', id, at, content: null })),
      });
    },
    of: (stationId: string) => readDisplayMessages(pool, stationId),
  };
}

/** A message may greet somebody by name, and the ledger never forgets: its texts stand in their table alone. */
function factsOf({ texts, ...facts }: DisplayContent) {
  return { ...facts, texts: texts.length };
}

async function recordReport({ ledger }: Needs, report: DisplayReport): Promise<void> {
  const { stationId, requestId, messages, isLast, at } = report;
  const rows = messages.map(({ id, content }): DisplayRow => ({ stationId, side: 'shown', id, at, content }));
  const kind = isLast ? 'display-messages-reported' : 'display-messages-report-part';
  await ledger.commit({
    events: [{ kind, stationId, happenedAt: at, body: { requestId, ids: messages.map(({ id }) => id) } }],
    writes: [
      ...rows.map((row) => write(displayMessages, row)),
      ...(isLast ? [write(displayReports, { stationId, requestId, at })] : []),
    ],
    whenRefused: 'set-aside',
  });
}
