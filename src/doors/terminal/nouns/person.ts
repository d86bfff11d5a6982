import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

export function addPerson(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/person.ts'));
  const person = { '<id>': help.personId };
  addVerbs(program.command('person').description(help.people), {
    list: { about: help.personList, run: run('personList') },
    invite: {
      about: help.personInvite,
      args: { '<email>': help.personEmail },
      options: {
        '--role <role>': { about: help.personRole, repeats: 'list', isRequired: true },
        '--name <name>': help.personName,
      },
      run: run('personInvite'),
    },
    roles: {
      about: help.personRoles,
      args: person,
      options: { '--role <role>': { about: help.personRole, repeats: 'list', isRequired: true } },
      run: run('personRoles'),
    },
    disable: { about: help.personDisable, args: person, run: run('personDisable') },
    enable: { about: help.personEnable, args: person, run: run('personEnable') },
    link: { about: help.personLink, args: person, run: run('personLink') },
    'sign-out': { about: help.personSignOut, args: person, run: run('personSignOut') },
    remove: { about: help.personRemove, args: person, run: run('personRemove') },
  });
  addVerbs(program.command('invitation').description(help.invitations), {
    list: { about: help.invitationList, run: run('invitationList') },
    revoke: { about: help.invitationRevoke, args: { '<id>': help.invitationId }, run: run('invitationRevoke') },
  });
}
