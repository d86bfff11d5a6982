import type { Command } from 'commander';
import { logKinds } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';
import { limit, sessionFile } from './shared-flags.ts';

/** Work at stations, and the logs that speak for it. */
export function addTicket(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/ticket.ts'));
  const change = from(() => import('../commands/ticket-change.ts'));
  const one = { '<ticket>': help.ticketId };
  const which = {
    '--station <id>': help.onlyStation,
    '--site <site>': help.onlySite,
    '--state <word>': help.ticketState,
  };
  const evidence = { '--evidence <kind:id>': { about: help.ticketEvidence, repeats: 'whole' as const } };
  const note = { '--note <text>': help.ticketNote };
  addVerbs(program.command('ticket').description(help.ticket), {
    list: {
      about: help.ticketList,
      options: { ...which, '--all': help.ticketAll, ...limit(help) },
      run: run('ticketList'),
    },
    show: { about: help.ticketShow, args: one, run: run('ticketShow') },
    open: {
      about: help.ticketOpen,
      args: { '<station>': help.ticketStation, '<title>': help.ticketTitle },
      options: {
        '--mrec <code>': help.ticketMrec,
        '--severity <word>': help.ticketSeverity,
        '--connector <number>': help.connector,
        '--assign <name>': help.ticketAssign,
        ...evidence,
        ...note,
      },
      run: change('ticketOpen'),
    },
    change: {
      about: help.ticketChange,
      args: one,
      options: {
        '--state <word>': help.ticketState,
        '--cause <word>': help.ticketCause,
        '--title <text>': help.ticketTitle,
        '--mrec <code>': help.ticketMrec,
        '--severity <word>': help.ticketSeverity,
        '--assign <name>': help.ticketAssign,
        '--part <name>': { about: help.ticketPart, repeats: 'whole' },
        ...evidence,
        ...note,
      },
      run: change('ticketChange'),
    },
    note: { about: help.ticketAddNote, args: { ...one, '<text>': help.ticketNote }, run: change('ticketAddNote') },
    part: {
      about: help.ticketAddPart,
      args: { ...one, '<name>': help.ticketPart },
      options: { '--number <number>': help.ticketPartNumber, '--count <number>': help.ticketPartCount },
      run: change('ticketPart'),
    },
    close: {
      about: help.ticketClose,
      args: one,
      options: { '--cause <word>': help.ticketCause, ...note },
      run: change('ticketClose'),
    },
    export: {
      about: help.ticketExport,
      reach: 'server',
      options: { ...which, '--from <time>': help.ticketFrom, '--to <time>': help.ticketTo, ...sessionFile(help) },
      run: run('ticketExport'),
    },
    repairs: {
      about: help.ticketRepairs,
      options: {
        '--station <id>': help.onlyStation,
        '--site <site>': help.onlySite,
        '--since <duration>': help.ticketSince,
      },
      run: run('ticketRepairs'),
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
