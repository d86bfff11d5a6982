import { usageWords } from '../usage-words.ts';
import type { Slash } from './slash.ts';

export const usage: Slash = {
  async run(chat) {
    const { terminal, conversation, last } = chat;
    const { lastAnswer, wholeConversation, noPrice } = terminal.text.chat;
    if (last !== undefined) terminal.out(`${lastAnswer}: ${usageWords(chat, last.ending.usage)}`);
    terminal.out(`${wholeConversation}: ${usageWords(chat, conversation.usage)}`);
    if (chat.agent.mind.isModel && chat.price === undefined) terminal.out(terminal.paint('quiet', noPrice));
  },
};
