import { costOf } from '#assistant/conversation/budget.ts';
import type { Usage } from '#assistant/conversation/message.ts';
import type { TurnEnding } from '#assistant/conversation/turn-event.ts';
import { durationWords } from './call-words.ts';
import type { Chat } from './chat.ts';

/** "1,234 tokens read, 56 written, 0.012 USD" */
export function usageWords({ terminal, agent, price }: Chat, usage: Usage): string {
  const { language, text } = terminal;
  const cost = costOf(usage, price);
  const money =
    cost === null ? '' : `, ${cost.toLocaleString(language, { maximumFractionDigits: 4 })} ${agent.prices.currency}`;
  const { inputTokens, outputTokens } = usage;
  return `${text.chat.tokens(inputTokens.toLocaleString(language), outputTokens.toLocaleString(language))}${money}`;
}

/** Under an answer that somebody charges for. */
export function usageLine(chat: Chat, { usage, tookMs, answeredBy }: TurnEnding): string | undefined {
  if (chat.agent.mind.isModel && answeredBy === 'interpreter')
    return `${chat.terminal.text.chat.free} · ${durationWords(chat.terminal, tookMs)}`;
  if (!chat.agent.mind.isModel || usage.inputTokens + usage.outputTokens === 0) return undefined;
  return `${usageWords(chat, usage)} · ${durationWords(chat.terminal, tookMs)}`;
}
