import { estimatedTokens } from '#assistant/conversation/compact.ts';
import { settings } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import { displayWidth, padToWidth } from '../../display-width.ts';
import { json } from '../../json.ts';
import type { Terminal } from '../../terminal.ts';
import { visible } from '../../visible.ts';
import type { Chat } from '../chat.ts';
import { cleanText } from '../clean-text.ts';
import { paintWords, wordsOf, wrapWords } from '../markdown/words.ts';
import { usageWords } from '../usage-words.ts';
import { approvals } from './approvals.ts';
import { clear, conversations, exportConversation, resume } from './conversations.ts';
import { permissions } from './permissions.ts';
import { prompts, resources, servers, tools } from './servers.ts';
import type { Slash } from './slash.ts';

const usage: Slash = {
  async run(chat) {
    const { terminal, conversation, last } = chat;
    const { lastAnswer, wholeConversation, noPrice } = terminal.text.chat;
    if (last !== undefined) terminal.out(`${lastAnswer}: ${usageWords(chat, last.ending.usage)}`);
    terminal.out(`${wholeConversation}: ${usageWords(chat, conversation.usage)}`);
    if (chat.agent.mind.isModel && chat.price === undefined) terminal.out(terminal.paint('quiet', noPrice));
  },
};

/** How full the conversation is before it is summed up. */
function contextWords({ terminal, agent, conversation }: Chat): string {
  const most = agent.config.llmContextTokens;
  const used = estimatedTokens(conversation.messages);
  const { language, text } = terminal;
  const share = (used / most).toLocaleString(language, { style: 'percent' });
  return text.chat.context(used.toLocaleString(language), most.toLocaleString(language), share);
}

const context: Slash = {
  run: async (chat) => chat.terminal.out(contextWords(chat)),
};

const plan: Slash = {
  async run({ terminal, agent }) {
    const { planOn, planOff } = terminal.text.chat;
    agent.plans.isOn = !agent.plans.isOn;
    terminal.out(agent.plans.isOn ? planOn : planOff);
  },
};

const compact: Slash = {
  async run(chat) {
    const { terminal, agent, conversation } = chat;
    const isShorter = await chat.whileCancellable((signal) => agent.compact(conversation, signal));
    terminal.out(isShorter ? contextWords(chat) : terminal.text.chat.nothingToCompact);
  },
};

const model: Slash = {
  takes: '[PROVIDER/MODEL]',
  complete: () => settings.llmProvider.accepts.split(', '),
  async run({ terminal, agent }, [name]) {
    const { chat } = terminal.text;
    if (name !== undefined) await agent.useModel(name);
    const { mind } = agent;
    const who = mind.isModel ? visible(mind.name) : chat.noModel;
    terminal.out(name === undefined ? chat.answeredBy(who) : chat.nowAnsweredBy(who));
  },
};

const details: Slash = {
  takes: '[NUMBER]',
  complete: ({ last }) => (last?.view.calls ?? []).map((_, index) => String(index + 1)),
  async run({ terminal, last }, [number]) {
    const { text, paint } = terminal;
    const calls = last?.view.calls ?? [];
    if (calls.length === 0) return terminal.out(text.chat.noCalls);
    const chosen = number === undefined ? calls : calls.slice(Number(number) - 1, Number(number));
    if (chosen.length === 0) throw new SigecError('NOT_FOUND', text.chat.noSuchCall(String(calls.length)));
    for (const { call, server, title, ended } of chosen) {
      terminal.out(`${paint('strong', visible(call.name))}  ${visible(title)}  ${paint('quiet', visible(server))}`);
      terminal.out(json(call.arguments));
      if (ended !== undefined) terminal.out(paint(ended.isError ? 'bad' : 'quiet', cleanText(ended.text)));
    }
  },
};

const help: Slash = {
  async run({ terminal }) {
    const { text, paint } = terminal;
    const rows = Object.entries(slashes as Record<string, Slash>).map(([name, { takes = '' }]) => ({
      typed: `/${name} ${takes}`.trim(),
      about: text.chat.slashes[name as keyof typeof text.chat.slashes],
    }));
    const width = Math.max(...rows.map(({ typed }) => displayWidth(typed)));
    for (const { typed, about } of rows) {
      const [first = '', ...more] = wrapped(terminal, about, width + 2);
      terminal.out(`${paint('quiet', padToWidth(typed, width))}  ${first}`);
      for (const line of more) terminal.out(`${' '.repeat(width + 2)}${line}`);
    }
    terminal.out('');
    for (const sentence of text.chat.help.split('\n')) terminal.out(wrapped(terminal, sentence, 0).join('\n'));
  },
};

const leave: Slash = { run: () => Promise.resolve('leave') };

/** What can be typed after a slash; commands of `sigec` can too. */
export const slashes = {
  help,
  servers,
  tools,
  resources,
  prompts,
  model,
  approvals,
  permissions,
  details,
  resume,
  conversations,
  export: exportConversation,
  usage,
  context,
  compact,
  plan,
  clear,
  quit: leave,
} satisfies Record<string, Slash>;

export type SlashName = keyof typeof slashes;

export function isSlashName(name: string): name is SlashName {
  return Object.hasOwn(slashes, name);
}

/** Whole words in what the screen has left beside an indentation. */
function wrapped({ size, paint }: Terminal, sentence: string, indent: number): string[] {
  const room = Math.max(20, (size()?.columns ?? 200) - indent);
  return wrapWords(wordsOf([{ text: sentence }]), room).map((line) => paintWords(line, paint));
}
