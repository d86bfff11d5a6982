import type { Command } from 'commander';
import { tokenTypes } from '#contract/word-lists.ts';
import type { CommandKit, Flags, Help } from '../command-kit.ts';
import { limit, validity } from './shared-flags.ts';

export function addToken(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/token.ts'));
  const args = { '<token>': help.knownToken };
  addVerbs(program.command('token').description(help.tokens), {
    list: {
      about: help.tokenList,
      options: {
        '--driver <driver>': help.tokenOfDriver,
        '--group <group>': help.ofGroup,
        '--blocked': help.blockedOnly,
        ...limit(help),
      },
      run: run('tokenList'),
    },
    show: { about: help.tokenShow, args, run: run('tokenShow') },
    add: {
      about: help.tokenAdd,
      args: { '[value]': help.newToken },
      options: {
        ...facts(help),
        '--type <type>': { about: help.tokenType, choices: tokenTypes },
        '--blocked': help.addBlocked,
      },
      run: run('tokenAdd'),
    },
    change: {
      about: help.tokenChange,
      args,
      options: facts(help),
      after: help.emptyTakesAway,
      run: run('tokenChange'),
    },
    block: { about: help.tokenVerbs.block, args, run: run('tokenBlock', { isBlocked: true }) },
    unblock: { about: help.tokenVerbs.unblock, args, run: run('tokenBlock', { isBlocked: false }) },
    remove: { about: help.tokenRemove, args, run: run('tokenRemove') },
    'top-up': {
      about: help.tokenTopUp,
      args: { ...args, '<amount>': help.topUpAmount, '<currency>': help.topUpCurrency },
      options: { '--provider <name>': help.paymentProvider },
      run: from(() => import('../commands/own-payment.ts'))('tokenTopUp'),
    },
    import: {
      about: help.tokenImport,
      args: { '<file>': help.importFile },
      options: { '--dry-run': help.importDryRun },
      run: from(() => import('../commands/token-import.ts'))('tokenImport'),
    },
    try: {
      about: help.tokenTry,
      args: { '<token>': help.knownToken, '<station>': help.stationId },
      options: {
        '--evse <number>': help.tryEvse,
        '--at <time>': help.tryAt,
        '--type <type>': { about: help.tryType, choices: tokenTypes },
      },
      run: from(() => import('../commands/token-try.ts'))('tokenTry'),
    },
    refusals: {
      about: help.refusals,
      options: {
        '--station <id>': help.atStation,
        '--token <token>': help.refusedToken,
        '--driver <driver>': help.refusedDriver,
        '--since <duration>': help.since,
        ...limit(help),
      },
      run: run('tokenRefusals'),
    },
  });
}

function facts(help: Help): Flags {
  return {
    '--driver <driver>': help.toDriver,
    '--group <group>': help.inGroup,
    '--note <text>': help.note,
    ...validity(help),
    '--language <language>': help.driverLanguage,
    '--tariff <tariff>': help.ownTariff,
    '--credit <amount>': help.credit,
  };
}
