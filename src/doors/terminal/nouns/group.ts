import type { Command } from 'commander';
import type { CommandKit, Flags, Help } from '../command-kit.ts';
import { atATime, places, validity } from './shared-flags.ts';

export function addGroup(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/group.ts'));
  const args = { '<group>': help.groupId };
  addVerbs(program.command('group').description(help.group), {
    list: { about: help.groupList, run: run('groupList') },
    show: { about: help.groupShow, args, run: run('groupShow') },
    add: {
      about: help.groupAdd,
      args: { '<name>': help.itsName },
      options: { ...rules(help), '--value <value>': help.groupValue },
      run: run('groupAdd'),
    },
    change: {
      about: help.groupChange,
      args,
      options: { '--name <name>': help.itsName, ...rules(help) },
      after: help.emptyTakesAway,
      run: run('groupChange'),
    },
    block: { about: help.groupVerbs.block, args, run: run('groupBlock', { isBlocked: true }) },
    unblock: { about: help.groupVerbs.unblock, args, run: run('groupBlock', { isBlocked: false }) },
    remove: { about: help.groupRemove, args, run: run('groupRemove') },
  });
}

function rules(help: Help): Flags {
  return {
    ...places(help),
    ...atATime(help),
    '--master-pass': help.masterPass,
    '--no-master-pass': help.noMasterPass,
    ...validity(help),
  };
}
