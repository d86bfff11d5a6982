import type { Command } from 'commander';
import { auditOutcomes } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';
import { limit } from './shared-flags.ts';

export function addAudit(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/audit.ts'));
  addVerbs(program.command('audit').description(help.audit), {
    list: {
      about: help.auditList,
      options: {
        '--principal <key>': help.auditPrincipal,
        '--action <beginning>': help.auditAction,
        '--outcome <outcome>': { about: help.auditOutcome, choices: auditOutcomes },
        ...limit(help),
      },
      run: run('auditList'),
    },
    verify: {
      about: help.auditVerify,
      reach: 'settings',
      options: { '--json': help.json },
      run: run('auditVerify'),
    },
  });
}
