import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

/** The assistant in the terminal. */
export function addChat(program: Command, { terminal, runs, asks, readsSettings }: CommandKit): void {
  const { help } = terminal.text;
  const common = (command: Command) =>
    readsSettings(asks(command))
      .option('--model <model>', help.chatModel)
      .option('--read-only', help.chatReadOnly)
      .option('-c, --continue', help.chatContinue)
      .option('--resume <id>', help.chatResume);
  const chat = common(program.command('chat').description(help.chat))
    .option('-p, --print <question>', help.chatPrint)
    .option('--yes', help.askYes)
    .option('--json', help.askJson);
  runs(chat, async ({ options }) => {
    const { print, ...others } = options as { print?: string };
    if (print !== undefined) return (await import('../commands/ask.ts')).ask(terminal, { ...others, question: print });
    return (await import('../commands/chat.ts')).chat(terminal, others);
  });
  const ask = common(program.command('ask').description(help.ask).argument('[question...]', help.askQuestion))
    .option('--yes', help.askYes)
    .option('--json', help.askJson);
  runs(ask, async ({ args, options }) =>
    (await import('../commands/ask.ts')).ask(terminal, { ...options, question: args.join(' ') }),
  );
}
