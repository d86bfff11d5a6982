import { connectedAgentApi } from '#contract/api/connected-agents.ts';
import { openApi } from '../api.ts';
import type { ShowOptions } from '../read-options.ts';
import { show, showList, strong, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';
import { visible } from '../visible.ts';

/** Agents that are connected over OAuth. */
export async function agentList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(connectedAgentApi.list);
  const { titles, agent: words, key } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.agents, [
        [titles.keyId, ({ id }) => strong(id)],
        [titles.name, ({ name }) => name, 'flexible'],
        [titles.host, ({ host }) => host, 'flexible'],
        [titles.role, ({ role }) => key.role[role]],
        [titles.person, ({ personName }) => personName, 'flexible optional'],
        [titles.since, ({ grantedAt }) => shownTime(terminal, grantedAt)],
        [titles.lastUsed, ({ lastUsedAt }) => shownTime(terminal, lastUsedAt), 'optional'],
      ]),
  });
}

export async function agentDisconnect(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const agent = await openApi(terminal, options).call(connectedAgentApi.disconnect, { params: { id: options.id } });
  return show(terminal, options, agent, () => [terminal.text.agent.ended(visible(agent.name), agent.id)]);
}
