import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import { stationApi } from '#contract/api/stations.ts';
import { call } from '../api/call.ts';
import { firstRows } from '../api/first-requests.ts';
import { usePrincipal } from '../api/principal.ts';
import { LiveFeed } from './live-feed.ts';
import { type BoardView, StationBoard } from './station-board.ts';

type Live = { feed: LiveFeed; board: StationBoard };

const LiveContext = createContext<Live | null>(null);

/** What happens to stations and has a sentence. */
export const stationKinds = [
  'station-connected',
  'station-went-offline',
  'station-booted',
  'connector-status',
  'station-accepted',
  'station-pending',
] as const;
/** One connection and one board for all pages: a page that opens later finds everything already there. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [live, setLive] = useState<Live | null>(null);

  useEffect(() => {
    const end = new AbortController();
    const feed = new LiveFeed();
    const board = new StationBoard(
      {
        readPage: (after, signal) =>
          call(stationApi.list, {
            query: { limit: after === null ? firstRows : 1000, after: after ?? undefined },
            signal,
          }),
        readStation: (id, signal) => call(stationApi.get, { params: { id }, signal }),
      },
      end.signal,
    );
    let wasLost = false;
    feed.listen({
      // The connection stands before the stations are read, so that no change falls between the two.
      onLive: () => {
        board.reload();
        if (wasLost) void queries.invalidateQueries(); // nobody knows what was missed, on any page
        wasLost = false;
      },
      // Where something between us and the server blocks event streams, stations still show, only not live.
      onStatus: () => {
        wasLost ||= feed.status.state === 'lost';
        if (feed.status.state === 'lost' && board.view.total === null) board.reload();
      },
      onIdentity: () => void queries.invalidateQueries({ queryKey: ['me'] }),
      onStations: (changed) => board.hear(changed),
    });
    board.listen(() => {
      if (board.view.problem?.code === 'NOT_SIGNED_IN') void queries.invalidateQueries({ queryKey: ['me'] });
    });
    feed.run(end.signal);
    void board.begin(); // what fails is read again, once the connection stands
    const stopRefreshing = refreshWhileSeen(board);
    setLive({ feed, board });
    return () => {
      end.abort();
      stopRefreshing();
    };
  }, [queries]);

  const who = usePrincipal()?.id ?? null;
  const [connectedAs, setConnectedAs] = useState(who);
  useEffect(() => {
    if (live === null || connectedAs === who) return;
    setConnectedAs(who);
    live.feed.reconnect();
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' }); // others see something else
  }, [live, who, connectedAs, queries]);

  return live === null ? null : <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): Live {
  const live = use(LiveContext);
  if (live === null) throw new Error('useLive stands outside of LiveProvider');
  return live;
}

export function useBoard(): BoardView {
  const { board } = useLive();
  return useSyncExternalStore(
    (listener) => board.listen(listener),
    () => board.view,
  );
}

/** Heartbeats are no events: "last seen" is read anew once a minute, more rarely when there are many stations. */
function refreshWhileSeen(board: StationBoard): () => void {
  let readAt = Date.now();
  const timer = setInterval(() => {
    const everyMs = Math.max(60_000, board.view.stations.length * 30);
    if (document.hidden || Date.now() - readAt < everyMs) return;
    readAt = Date.now();
    board.reload();
  }, 5_000);
  return () => clearInterval(timer);
}
