import { setTimeout as pause } from 'node:timers/promises';
import { SigecError } from '#base/errors.ts';
import type { KeepLocalList, ListKeeping, ListMode, LocalList, LocalListRow } from '#contract/access/local-list.ts';
import { localListApi } from '#contract/api/local-lists.ts';
import { stationApi } from '#contract/api/stations.ts';
import { openApi } from '../api.ts';
import { longestWaitSeconds } from '../ask-stations.ts';
import { done, failed, refusedByStation, stationOffline } from '../exit-code.ts';
import { json } from '../json.ts';
import type { Tone } from '../paint.ts';
import { readNumber } from '../read-input.ts';
import type { ServerOptions } from '../server-address.ts';
import { showList, tableLines } from '../show-list.ts';
import { shownTime } from '../shown-time.ts';
import type { Cell, Table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

type ShowOptions = ServerOptions & { json?: boolean };

/** How the list of tokens at every station stands. */
export async function localLists(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(localListApi.list);
  const { none } = terminal.text.localList;
  return showList(terminal, options, { value: list, none, table: () => tableOf(terminal, list.lists) });
}

function tableOf(terminal: Terminal, lists: readonly LocalListRow[]): Table {
  const { text } = terminal;
  const { columns, modes } = text.localList;
  return {
    columns: [
      { title: columns.station, isFlexible: true },
      { title: columns.state, isFlexible: true },
      { title: columns.tokens, isRight: true },
      { title: columns.version, isRight: true },
      { title: columns.leftOut, isFlexible: true, isOptional: true },
      { title: columns.mode, isOptional: true },
      { title: columns.nextTry, isOptional: true },
    ],
    rows: lists.map((list): Cell[] => [
      { text: list.stationId, tone: 'strong' },
      { text: stateWords(terminal, list), tone: tones[list.state] },
      String(list.tokens),
      list.version === null ? '' : String(list.version),
      leftOut(terminal, list),
      modes[list.mode],
      list.nextTryAt === null ? '' : shownTime(terminal, list.nextTryAt),
    ]),
  };
}

const tones = {
  'in-sync': 'good',
  pending: 'warning',
  refused: 'bad',
  'version-mismatch': 'bad',
  unsupported: 'quiet',
  off: 'quiet',
  manual: 'warning',
} as const satisfies Record<ListKeeping['state'], Tone>;

/** "pending: the station is offline" */
function stateWords({ text }: Terminal, { state, because, said }: ListKeeping): string {
  const { states, because: reasons } = text.localList;
  const why = [...(because === null ? [] : [reasons[because]]), ...(said === null ? [] : [said])].join(', ');
  return why === '' ? states[state] : `${states[state]}: ${why}`;
}

function leftOut({ text }: Terminal, { tooLong: long, noRoom: outside }: ListKeeping): string {
  const { tooLong, noRoom } = text.localList;
  const parts = [...(long === 0 ? [] : [tooLong(String(long))]), ...(outside === 0 ? [] : [noRoom(String(outside))])];
  return parts.join(', ');
}

/** One station, token by token. */
export async function localListOf(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const list = await openApi(terminal, options).call(localListApi.get, { params: { id: options.id } });
  if (options.json) {
    terminal.out(json(list));
    return done;
  }
  terminal.out(stateLine(terminal, list));
  const { columns, entries: words } = terminal.text.localList;
  const rows = list.entries.map(({ tokenId, label, state }): Cell[] => [tokenId, label ?? '', words[state]]);
  const titles = [{ title: columns.token }, { title: columns.label }, { title: columns.entry }];
  if (rows.length > 0) terminal.out(['', ...tableLines(terminal, { columns: titles, rows })].join('\n'));
  return done;
}

function stateLine(terminal: Terminal, { stationId, keeping }: LocalList): string {
  const sentence = terminal.text.localList.synced(stationId, stateWords(terminal, keeping));
  return terminal.paint(tones[keeping.state], visible(sentence));
}

export type LocalListSyncOptions = ShowOptions & {
  id: string;
  mode?: Exclude<ListMode, 'pinned' | 'manual'>;
  wait?: string;
};

/** Tries at once to bring the list of a station into sync, and waits for it; with a mode, kept that way from now on. */
export async function localListSync(terminal: Terminal, options: LocalListSyncOptions): Promise<number> {
  const api = openApi(terminal, options);
  const seconds = readNumber(terminal, { name: '--wait', value: options.wait ?? '15' }, [0, longestWaitSeconds]);
  const [before, { link }] = await Promise.all([
    api.call(localListApi.get, { params: { id: options.id } }),
    api.call(stationApi.get, { params: { id: options.id } }),
  ]);
  let list = await api.call(localListApi.setMode, {
    params: { id: options.id },
    body: wantedOf(terminal, options, before),
  });
  const isOffline = link.state !== 'online'; // then it is told once it is back, which nobody waits for here
  const deadline = isOffline ? 0 : performance.now() + seconds * 1000;
  while (!isSettled(list, before) && performance.now() < deadline) {
    await pause(pollMs);
    list = await api.call(localListApi.get, { params: { id: options.id } });
  }
  const { state } = list.keeping;
  const because = isOffline && state === 'pending' ? 'offline' : list.keeping.because;
  const keeping = { ...list.keeping, because };
  terminal.out(options.json ? json({ ...list, keeping }) : stateLine(terminal, { ...list, keeping }));
  if (state === 'refused' || state === 'version-mismatch') return refusedByStation;
  if (state !== 'pending') return done;
  return isOffline ? stationOffline : failed;
}

const pollMs = 250;

/** In step, or tried again since then. */
function isSettled({ keeping }: LocalList, before: LocalList): boolean {
  if (keeping.state === 'pending') return false;
  const isTried = keeping.nextTryAt !== before.keeping.nextTryAt || keeping.since !== before.keeping.since;
  return (keeping.state !== 'refused' && keeping.state !== 'version-mismatch') || isTried;
}

function wantedOf(terminal: Terminal, { id, mode }: LocalListSyncOptions, known: LocalList): KeepLocalList {
  if (mode !== undefined) return { mode };
  const { mode: before } = known.keeping;
  if (before === 'off' || before === 'manual')
    throw new SigecError('CONFLICT', terminal.text.localList.isOff(visible(id)));
  if (before === 'auto') return { mode: 'auto' };
  const tokenIds = known.entries.filter(({ state }) => state !== 'surplus').map(({ tokenId }) => tokenId);
  return { mode: 'pinned', tokenIds };
}
