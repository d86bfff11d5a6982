import type { Command } from 'commander';
import { sessionFlagOrder } from '#contract/sessions/flags.ts';
import { sessionStates } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';
import { asked, limit, sessionFile } from './shared-flags.ts';

export function addSession(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/session.ts'));
  const show = from(() => import('../commands/session-show.ts'));
  const args = { '<id>': help.sessionId };
  const filters = {
    '--station <id>': help.sessionStation,
    '--evse <number>': help.sessionEvse,
    '--state <state>': { about: help.sessionState, choices: sessionStates },
    '--token <token>': help.sessionToken,
    '--token-hash <hash>': help.sessionTokenHash,
    '--since <duration>': help.sessionSince,
    '--from <time>': help.sessionFrom,
    '--to <time>': help.sessionTo,
    '--month <month>': help.sessionMonth,
    '--flag <flag>': { about: help.sessionFlag, choices: sessionFlagOrder },
    '--flagged': help.sessionFlagged,
    '--min-kwh <energy>': help.sessionMinimum,
  };
  addVerbs(program.command('session').description(help.session), {
    list: {
      about: help.sessionList,
      options: { ...filters, ...limit(help), '--watch': help.watch },
      run: run('sessionList'),
    },
    show: { about: help.sessionShow, args, run: show('sessionShow') },
    start: {
      about: help.sessionStart,
      args: { '<station>': help.stationId },
      options: {
        ...asked(help),
        '--connector <number>': help.connector,
        '--token <token>': help.token,
        '--token-id <id>': help.tokenId,
      },
      run: run('sessionStart'),
    },
    stop: { about: help.sessionStop, args, options: asked(help), run: run('sessionStop') },
    receipt: {
      about: help.sessionReceipt,
      args,
      options: { '--out <file>': help.receiptOut },
      run: show('sessionReceipt'),
    },
    correct: {
      about: help.sessionCorrect,
      args: { ...args, '<amount>': help.correctAmount },
      options: { '--reason <text>': { about: help.correctReason, isRequired: true } },
      allows: 'unknown-options', // "-5,00" is no option; any other that is unknown is one argument too many
      run: run('sessionCorrect'),
    },
    export: {
      about: help.sessionExport,
      reach: 'server',
      options: { ...filters, ...sessionFile(help) },
      run: run('sessionExport'),
    },
  });
}
