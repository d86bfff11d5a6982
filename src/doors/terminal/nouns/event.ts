import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

export function addEvent(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const event = program.command('event').description(help.event);
  runs(
    shows(event.command('list').description(help.eventList))
      .option('--since <duration>', help.since)
      .option('--limit <number>', help.limit),
    async ({ options }) => (await import('../commands/event-list.ts')).eventList(terminal, options),
  );
  runs(shows(event.command('follow').description(help.eventFollow)), async ({ options }) =>
    (await import('../commands/event-follow.ts')).eventFollow(terminal, options),
  );
}
