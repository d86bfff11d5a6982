import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';
import { limit } from './shared-flags.ts';

export function addEvent(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/event.ts'));
  addVerbs(program.command('event').description(help.event), {
    list: {
      about: help.eventList,
      options: { '--since <duration>': help.since, ...limit(help) },
      run: run('eventList'),
    },
    show: { about: help.eventShow, args: { '<id>': help.eventId }, run: run('eventShow') },
    follow: { about: help.eventFollow, run: run('eventFollow') },
  });
}
