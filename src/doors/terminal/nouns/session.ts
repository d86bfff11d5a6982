import type { Command } from 'commander';
import { sessionFlagOrder } from '#contract/sessions/flags.ts';
import type { Session } from '#contract/sessions/session.ts';
import { type CommandKit, choice } from '../command-kit.ts';
import type { Terminal } from '../terminal.ts';
import { asksStation } from './station-control.ts';

// Written out, as the others: loading the contract's schemas would delay every command.
const states = ['running', 'ended', 'merged'] as const satisfies Session['state'][];

export function addSession(program: Command, { terminal, runs, asks, shows }: CommandKit): void {
  const { help } = terminal.text;
  const session = program.command('session').description(help.session);
  runs(
    filters(shows(session.command('list').description(help.sessionList)), terminal)
      .option('--limit <number>', help.limit)
      .option('--watch', help.watch),
    async ({ options }) => (await import('../commands/session-list.ts')).sessionList(terminal, options),
  );
  runs(
    shows(session.command('show').description(help.sessionShow).argument('<id>', help.sessionId)),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/session-show.ts')).sessionShow(terminal, { ...options, id }),
  );
  runs(
    asksStation(
      shows(session.command('start').description(help.sessionStart).argument('<station>', help.stationId)),
      terminal,
    )
      .option('--connector <number>', help.connector)
      .option('--token <token>', help.token)
      .option('--token-id <id>', help.tokenId),
    async ({ args: [station = ''], options }) =>
      (await import('../commands/session-control.ts')).sessionStart(terminal, { ...options, station }),
  );
  runs(
    asksStation(
      shows(session.command('stop').description(help.sessionStop).argument('<id>', help.sessionId)),
      terminal,
    ),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/session-control.ts')).sessionStop(terminal, { ...options, id }),
  );
  runs(
    shows(session.command('receipt').description(help.sessionReceipt).argument('<id>', help.sessionId)).option(
      '--out <file>',
      help.receiptOut,
    ),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/session-receipt.ts')).sessionReceipt(terminal, { ...options, id }),
  );
  runs(
    shows(
      session
        .command('correct')
        .description(help.sessionCorrect)
        .argument('<id>', help.sessionId)
        .argument('<amount>', help.correctAmount),
    )
      .requiredOption('--reason <text>', help.correctReason)
      .allowUnknownOption(), // "-5,00" is no option; any other that is unknown is one argument too many
    async ({ args: [id = '', amount = ''], options }) => {
      const { reason } = options as { reason: string };
      return (await import('../commands/session-correct.ts')).sessionCorrect(terminal, {
        ...options,
        id,
        amount,
        reason,
      });
    },
  );
  runs(
    filters(asks(session.command('export').description(help.sessionExport)), terminal)
      .addOption(choice('--format <format>', help.sessionFormat, ['csv', 'jsonl']))
      .option('--json', help.sessionJson)
      .option('--out <file>', help.sessionOut),
    async ({ options }) => (await import('../commands/session-export.ts')).sessionExport(terminal, options),
  );
}

/** Which sessions; for a list and for an export alike. */
function filters(command: Command, { text: { help } }: Terminal): Command {
  return command
    .option('--station <id>', help.sessionStation)
    .option('--evse <number>', help.sessionEvse)
    .addOption(choice('--state <state>', help.sessionState, states))
    .option('--token <token>', help.sessionToken)
    .option('--token-hash <hash>', help.sessionTokenHash)
    .option('--since <duration>', help.sessionSince)
    .option('--from <time>', help.sessionFrom)
    .option('--to <time>', help.sessionTo)
    .option('--month <month>', help.sessionMonth)
    .addOption(choice('--flag <flag>', help.sessionFlag, sessionFlagOrder))
    .option('--flagged', help.sessionFlagged)
    .option('--min-kwh <energy>', help.sessionMinimum);
}
