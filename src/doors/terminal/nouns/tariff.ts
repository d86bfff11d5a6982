import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

export function addTariff(program: Command, { help, addVerbs, from }: CommandKit): void {
  const show = from(() => import('../commands/tariff-show.ts'));
  const change = from(() => import('../commands/tariff-change.ts'));
  const args = { '<tariff>': help.tariffId };
  const file = { '<file>': help.tariffFile };
  addVerbs(program.command('tariff').description(help.tariff), {
    list: { about: help.tariffList, run: show('tariffList') },
    show: { about: help.tariffShow, args, run: show('tariffShow') },
    check: { about: help.tariffCheck, args: file, run: change('tariffCheck') },
    set: { about: help.tariffSet, args: file, options: { '--from <time>': help.tariffFrom }, run: change('tariffSet') },
    try: {
      about: help.tariffTry,
      args,
      options: {
        '--minutes <number>': { about: help.tryMinutes, isRequired: true },
        '--kwh <energy>': { about: help.tryKwh, isRequired: true },
        '--at <time>': help.tryBegins,
        '--idle <number>': help.tryIdle,
        '--site <site>': help.tryClock,
      },
      run: change('tariffTry'),
    },
    assign: {
      about: help.tariffAssign,
      args,
      options: {
        '--everywhere': help.assignEverywhere,
        '--site <site>': help.assignSite,
        '--station <id>': help.assignStation,
        '--connector <number>': help.assignConnector,
        '--group <group>': help.assignGroup,
        '--from <time>': help.assignFrom,
        '--until <time>': help.assignUntil,
      },
      run: change('tariffAssign'),
    },
    assignments: { about: help.tariffAssignments, run: show('tariffAssignments') },
    unassign: {
      about: help.tariffUnassign,
      args: { '<assignment>': help.assignmentId },
      run: change('tariffUnassign'),
    },
    retire: {
      about: help.tariffRetire,
      args,
      options: { '--force': help.tariffRetireForce },
      run: change('tariffRetire'),
    },
  });
}
