import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

export function addChat(program: Command, { help, addVerbs, from }: CommandKit): void {
  const ask = from(() => import('../commands/ask.ts'))('ask');
  const chat = from(() => import('../commands/chat.ts'))('chat');
  const common = {
    '--model <model>': help.chatModel,
    '--read-only': help.chatReadOnly,
    '-c, --continue': help.chatContinue,
    '--resume <id>': help.chatResume,
  };
  const script = { '--yes': help.askYes, '--json': help.askJson };
  addVerbs(program, {
    chat: {
      about: help.chat,
      reach: 'server-settings',
      options: { ...common, '-p, --print <question>': help.chatPrint, ...script },
      run: ({ print, ...options }) => (print === undefined ? chat(options) : ask({ ...options, question: [print] })),
    },
    ask: {
      about: help.ask,
      args: { '[question...]': help.askQuestion },
      reach: 'server-settings',
      options: { ...common, ...script },
      run: ask,
    },
  });
}
