import type { Command } from 'commander';
import { revocationReasons } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';

export function addContract(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/contract.ts'));
  const noun = program.command('contract').description(help.contract);
  addVerbs(noun, {
    list: {
      about: help.contractList,
      options: { '--driver <driver>': help.contractOfDriver, '--token <token>': help.contractOfToken },
      run: run('contractList'),
    },
    issue: {
      about: help.contractIssue,
      args: { '<pcid>': help.contractPcid },
      options: {
        '--driver <driver>': help.contractForDriver,
        '--emaid <emaid>': help.contractEmaid,
        '--token <token>': help.contractForToken,
      },
      run: run('contractIssue'),
    },
    revoke: {
      about: help.contractRevoke,
      args: { '<contract>': help.contractId },
      options: { '--reason <reason>': { about: help.revokeReason, choices: revocationReasons } },
      run: run('contractRevoke'),
    },
  });
  addVerbs(noun.command('vehicle').description(help.contractVehicle), {
    list: { about: help.contractVehicleList, run: run('contractVehicleList') },
    register: {
      about: help.contractVehicleRegister,
      options: {
        '--certificate <file>': help.contractVehicleCertificate,
        '--csr <file>': help.contractVehicleCsr,
        '--note <text>': help.contractVehicleNote,
      },
      run: run('contractVehicleRegister'),
    },
    remove: {
      about: help.contractVehicleRemove,
      args: { '<vehicle>': help.contractVehicleId },
      run: run('contractVehicleRemove'),
    },
  });
}
