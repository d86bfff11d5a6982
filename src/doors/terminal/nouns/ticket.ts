import type { Command } from 'commander';
import { logKinds } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';
import { limit } from './shared-flags.ts';

/** Work at stations, and the logs that speak for it. */
export function addTicket(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/ticket.ts'));
  addVerbs(program.command('ticket').description(help.ticket), {
    list: {
      about: help.ticketList,
      options: { '--station <id>': help.onlyStation, '--all': help.ticketAll, ...limit(help) },
      run: run('ticketList'),
    },
    open: {
      about: help.ticketOpen,
      args: { '<station>': help.ticketStation, '<title>': help.ticketTitle },
      options: {
        '--mrec <code>': help.ticketMrec,
        '--severity <word>': help.ticketSeverity,
        '--note <text>': help.ticketNote,
      },
      run: run('ticketOpen'),
    },
    change: {
      about: help.ticketChange,
      args: { '<ticket>': help.ticketId },
      options: {
        '--state <word>': help.ticketState,
        '--cause <word>': help.ticketCause,
        '--assign <name>': help.ticketAssign,
        '--part <name>': { about: help.ticketPart, repeats: 'whole' },
        '--note <text>': help.ticketNote,
      },
      run: run('ticketChange'),
    },
  });
  const ofLogs = from(() => import('../commands/log-file.ts'));
  addVerbs(program.command('log').description(help.log), {
    list: { about: help.logList, args: { '<station>': help.logStation }, run: ofLogs('logList') },
    ask: {
      about: help.logAsk,
      args: { '<station>': help.logStation },
      options: {
        '--kind <kind>': { about: help.logFileKind, choices: logKinds, usual: 'diagnostics' },
        '--ftp': help.logFtp,
      },
      run: ofLogs('logAsk'),
    },
    show: { about: help.logShow, args: { '<log>': help.logId }, run: ofLogs('logShow') },
  });
}
