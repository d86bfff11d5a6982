import type { Command } from 'commander';
import type { CommandKit, Flags, Help } from '../command-kit.ts';
import { atATime, limit, places } from './shared-flags.ts';

export function addDriver(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/driver.ts'));
  const args = { '<driver>': help.driverId };
  addVerbs(program.command('driver').description(help.driver), {
    list: {
      about: help.driverList,
      options: { '--search <text>': help.driverSearch, '--group <group>': help.ofGroup, ...limit(help) },
      run: run('driverList'),
    },
    show: { about: help.driverShow, args, run: run('driverShow') },
    add: {
      about: help.driverAdd,
      args: { '<name>': help.driverName },
      options: person(help),
      run: run('driverAdd'),
    },
    change: {
      about: help.driverChange,
      args,
      options: {
        '--name <name>': help.driverName,
        ...person(help),
        '--places-as-group': help.placesAsGroup,
        '--sessions-as-group': help.sessionsAsGroup,
      },
      after: help.emptyTakesAway,
      run: run('driverChange'),
    },
    block: { about: help.driverVerbs.block, args, run: run('driverBlock', { isBlocked: true }) },
    unblock: { about: help.driverVerbs.unblock, args, run: run('driverBlock', { isBlocked: false }) },
    forget: { about: help.driverForget, args, options: { '--yes': help.forgetYes }, run: run('driverForget') },
  });
}

function person(help: Help): Flags {
  return {
    '--email <address>': help.email,
    '--phone <number>': help.phone,
    '--note <text>': help.note,
    '--language <language>': help.driverLanguage,
    '--group <group>': help.inGroup,
    ...places(help),
    ...atATime(help),
  };
}
