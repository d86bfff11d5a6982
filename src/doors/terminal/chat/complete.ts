import { stationApi } from '#contract/api/stations.ts';
import type { Chat } from './chat.ts';
import { commandNames } from './slash/run-command.ts';
import type { Slash } from './slash/slash.ts';
import { isSlashName, slashes } from './slash/slashes.ts';

const maxStations = 30;

/** What Tab offers: words after a slash and what may follow them, and in a question the ids of stations. */
export function completerFor(chat: Chat): (line: string) => Promise<[found: string[], end: string]> {
  return async (line) => {
    const end = /\S*$/.exec(line)?.[0] ?? '';
    const offered = await offeredFor(chat, line, end);
    return [offered.filter((word) => word.toLowerCase().startsWith(end.toLowerCase())), end];
  };
}

async function offeredFor(chat: Chat, line: string, end: string): Promise<string[]> {
  if (!line.startsWith('/')) return stationIds(chat, end);
  if (line === end) return [...Object.keys(slashes), ...commandNames(chat.terminal)].map((name) => `/${name}`);
  const [, name = '', before = ''] = /^\/(\S+)\s+(.*?)\S*$/.exec(line) ?? [];
  if (!isSlashName(name)) return stationIds(chat, end);
  const { complete }: Slash = slashes[name];
  return before === '' && complete !== undefined ? await complete(chat) : [];
}

/** A letter alone says nothing about a station. */
async function stationIds({ api }: Chat, begun: string): Promise<string[]> {
  if (begun.length < 2) return [];
  const { stations } = await api.call(stationApi.list, { query: { search: begun, limit: maxStations } });
  return stations.map(({ id }) => id);
}
