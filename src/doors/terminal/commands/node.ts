import { systemApi } from '#contract/api/system.ts';
import type { ShownNode } from '#contract/nodes.ts';
import { openApi } from '../api.ts';
import type { ShowOptions } from '../read-options.ts';
import { type Cell, show, showList, strong, type Table, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';
import { visible } from '../visible.ts';

export async function nodeList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(systemApi.nodes);
  return showList(terminal, options, {
    value: list,
    none: terminal.text.node.none,
    table: () => table(terminal, list.nodes),
  });
}

/** Sends the stations of a node, or of all nodes of the machine that answers, to other nodes. */
export async function drain(terminal: Terminal, options: ShowOptions & { node?: string }): Promise<number> {
  const api = openApi(terminal, options);
  const body = options.node === undefined ? {} : { nodeIds: [options.node] };
  const list = await api.call(systemApi.drainNodes, { body });
  const drained = list.nodes.filter(({ state }) => state === 'draining');
  return show(terminal, options, list, () => [terminal.text.node.draining(String(drained.length))]);
}

function table(terminal: Terminal, nodes: readonly ShownNode[]): Table {
  const { titles, node: words } = terminal.text;
  return tableOf(nodes, [
    [titles.node, ({ id }) => strong(id)],
    [titles.machine, ({ host }) => visible(host), 'flexible'],
    [titles.state, (node) => stateOf(terminal, node)],
    [titles.stations, ({ stations }) => stations, 'right'],
    [titles.keeper, ({ isKeeper }) => (isKeeper ? words.yes : ''), 'optional'],
    [titles.version, ({ version }) => visible(version), 'optional'],
    [titles.began, ({ startedAt }) => shownTime(terminal, startedAt), 'optional'],
  ]);
}

const tones = { up: 'good', draining: 'warning', silent: 'bad' } as const;

function stateOf({ text }: Terminal, { state }: ShownNode): Cell {
  return { text: text.node.state[state], tone: tones[state] };
}
