import { setTimeout as pause } from 'node:timers/promises';
import { SigecError } from '#base/errors.ts';
import type { KeepLocalList, ListKeeping, LocalList } from '#contract/access/local-list.ts';
import { localListApi } from '#contract/api/local-lists.ts';
import { stationApi } from '#contract/api/stations.ts';
import { openApi } from '../api.ts';
import { longestWaitSeconds } from '../ask-stations.ts';
import { done, failed, refusedByStation, stationOffline } from '../exit-code.ts';
import type { Tone } from '../paint.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { show, showList, strong, tableLines, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';
import { visible } from '../visible.ts';

/** How the list of tokens at every station stands, or at one of them. */
export function localListStatus(terminal: Terminal, options: ShowOptions & { id?: string }): Promise<number> {
  const { id } = options;
  return id === undefined ? allLists(terminal, options) : oneList(terminal, { ...options, id });
}

async function allLists(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(localListApi.list);
  const { titles, localList: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.lists, [
        [titles.station, ({ stationId }) => strong(stationId), 'flexible'],
        [titles.standing, (kept) => ({ text: stateWords(terminal, kept), tone: tones[kept.state] }), 'flexible'],
        [titles.tokens, ({ tokens }) => tokens, 'right'],
        [titles.version, ({ version }) => version, 'right'],
        [titles.leftOut, (kept) => leftOut(terminal, kept), 'flexible optional'],
        [titles.mode, ({ mode }) => words.modes[mode], 'optional'],
        [titles.nextTry, ({ nextTryAt }) => nextTryAt && shownTime(terminal, nextTryAt), 'optional'],
      ]),
  });
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
async function oneList(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const list = await openApi(terminal, options).call(localListApi.get, { params: { id: options.id } });
  const { titles, localList: words } = terminal.text;
  const table = tableOf(list.entries, [
    [titles.token, ({ tokenId }) => tokenId],
    [titles.label, ({ label }) => label],
    [titles.entry, ({ state }) => words.entries[state]],
  ]);
  return show(terminal, options, list, () => [
    stateLine(terminal, list),
    ...(list.entries.length === 0 ? [] : ['', ...tableLines(terminal, table)]),
  ]);
}

function stateLine(terminal: Terminal, { stationId, keeping }: LocalList): string {
  return terminal.paint(tones[keeping.state], visible(`${stationId}: ${stateWords(terminal, keeping)}`));
}

type SyncOptions = ShowOptions & Texts<'wait'> & { id: string; mode?: 'auto' | 'off' };

/** Tries at once to bring the list of a station into sync, and waits for it; with a mode, kept that way from now on. */
export async function localListSync(terminal: Terminal, options: SyncOptions): Promise<number> {
  const api = openApi(terminal, options);
  const seconds = optionReader(terminal, options).number('wait', [0, longestWaitSeconds]) ?? 15;
  const params = { id: options.id };
  const [before, { link }] = await Promise.all([
    api.call(localListApi.get, { params }),
    api.call(stationApi.get, { params }),
  ]);
  let list = await api.call(localListApi.setMode, { params, body: wantedOf(terminal, options, before) });
  const isOffline = link.state !== 'online'; // then it is told once it is back, which nobody waits for here
  const deadline = isOffline ? 0 : performance.now() + seconds * 1000;
  while (!isSettled(list, before) && performance.now() < deadline) {
    await pause(pollMs);
    list = await api.call(localListApi.get, { params });
  }
  const { state } = list.keeping;
  const because = isOffline && state === 'pending' ? 'offline' : list.keeping.because;
  const kept = { ...list, keeping: { ...list.keeping, because } };
  await show(terminal, options, kept, () => [stateLine(terminal, kept)]);
  if (state === 'refused' || state === 'version-mismatch') return refusedByStation;
  if (state !== 'pending') return done;
  return isOffline ? stationOffline : failed;
}

const pollMs = 250;

/** In sync, or tried again since then. */
function isSettled({ keeping }: LocalList, before: LocalList): boolean {
  if (keeping.state === 'pending') return false;
  const isTried = keeping.nextTryAt !== before.keeping.nextTryAt || keeping.since !== before.keeping.since;
  return (keeping.state !== 'refused' && keeping.state !== 'version-mismatch') || isTried;
}

function wantedOf(terminal: Terminal, { id, mode }: SyncOptions, known: LocalList): KeepLocalList {
  if (mode !== undefined) return { mode };
  const { mode: before } = known.keeping;
  if (before === 'off' || before === 'manual')
    throw new SigecError('CONFLICT', terminal.text.localList.isOff(visible(id)));
  if (before === 'auto') return { mode: 'auto' };
  const tokenIds = known.entries.filter(({ state }) => state !== 'surplus').map(({ tokenId }) => tokenId);
  return { mode: 'pinned', tokenIds };
}
