import type { Command } from 'commander';
import { principalKinds, roles } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';

export function addKey(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/key.ts'));
  addVerbs(program.command('key').description(help.keys), {
    create: {
      about: help.keyCreate,
      args: { '<name>': help.keyName },
      options: {
        '--kind <kind>': { about: help.kind, choices: principalKinds, isRequired: true },
        '--role <role>': { about: help.role, choices: roles, isRequired: true },
        '--scope <scope>': { about: help.scope, repeats: 'list' },
        '--site <site>': { about: help.keySite, repeats: 'list' },
        '--expires <duration>': help.expires,
        '--approves-by-elicitation': help.approvesByElicitation,
      },
      run: run('keyCreate'),
    },
    list: { about: help.keyList, run: run('keyList') },
    revoke: { about: help.keyRevoke, args: { '<id>': help.keyId }, run: run('keyRevoke') },
  });
}
