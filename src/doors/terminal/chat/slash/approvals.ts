import { SigecError } from '#base/errors.ts';
import { proposalApi } from '#contract/api/proposals.ts';
import { visible } from '../../visible.ts';
import type { Chat } from '../chat.ts';
import type { Slash } from './slash.ts';

/** What was allowed, and what waits for somebody. */
export const approvals: Slash = {
  takes: '[forget SERVER TOOL]',
  complete: () => ['forget'],
  async run(chat, [verb, server, tool]) {
    const { terminal, agent, conversation } = chat;
    const { allowed } = terminal.text.chat;
    if (verb !== undefined) {
      if (verb !== 'forget' || server === undefined || tool === undefined)
        throw new SigecError('INVALID_INPUT', allowed.howToForget);
      await agent.allowances.forget(server, tool);
      conversation.allowedTools = conversation.allowedTools.filter((kept) => !kept.startsWith(`${server}/${tool}#`));
      terminal.out(allowed.forgotten(visible(tool), visible(server)));
      return;
    }
    const always = await agent.allowances.list();
    const session = conversation.allowedTools.map((kept) => kept.replace(/#[^#]*$/, ''));
    if (always.length + session.length === 0) terminal.out(allowed.none);
    for (const kept of always) terminal.out(`${visible(`${kept.server}/${kept.tool}`)}  ${allowed.always}`);
    for (const kept of session) terminal.out(`${visible(kept)}  ${allowed.session}`);
    if (conversation.isTainted) terminal.out(terminal.paint('warning', allowed.tainted));
    await tellWaiting(chat);
  },
};

/** Only where the system can be asked. */
async function tellWaiting({ terminal, api }: Chat): Promise<void> {
  const { text, command } = terminal;
  const list = await api.call(proposalApi.list, { query: { state: 'proposed', limit: 20 } }).catch(() => undefined);
  if (list === undefined || list.waiting === 0) return;
  terminal.out(text.proposal.waiting(String(list.waiting)));
  for (const { id, title, targets } of list.proposals)
    terminal.out(`  ${visible(title)}  ${targets.map(visible).join(', ')}  ${command} proposal approve ${id}`);
}
