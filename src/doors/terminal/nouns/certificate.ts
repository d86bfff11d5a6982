import type { Command } from 'commander';
import { authorityRoles, revocationReasons } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';

export function addCertificate(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/certificate.ts'));
  const authority = from(() => import('../commands/authority.ts'));
  const noun = program.command('certificate').description(help.certificate);
  const role = { '<role>': { about: help.authorityRole, choices: authorityRoles } };
  addVerbs(noun, {
    list: { about: help.certificateList, args: { '<station>': help.stationId }, run: run('certificateList') },
    expiring: {
      about: help.certificateExpiring,
      options: { '--days <number>': help.certificateDays },
      run: run('certificateExpiring'),
    },
    renewals: { about: help.certificateRenewals, run: run('certificateRenewals') },
    renew: {
      about: help.certificateRenew,
      args: { '[stations...]': help.renewStations },
      run: run('certificateRenew'),
    },
    revoke: {
      about: help.certificateRevoke,
      args: { '<serial>': help.certificateSerial },
      options: { '--reason <reason>': { about: help.revokeReason, choices: revocationReasons } },
      run: run('certificateRevoke'),
    },
  });
  addVerbs(noun.command('authority').description(help.authority), {
    list: { about: help.authorityList, run: authority('authorityList') },
    show: { about: help.authorityShow, args: role, run: authority('authorityShow') },
    import: {
      about: help.authorityImport,
      args: role,
      options: {
        '--certificate <file>': { about: help.authorityCertificate, isRequired: true },
        '--private-key <file>': { about: help.authorityKey, isRequired: true },
        '--passphrase-file <file>': help.authorityPassphrase,
      },
      run: authority('authorityImport'),
    },
    renew: { about: help.authorityRenew, args: role, run: authority('authorityRenew') },
  });
}
