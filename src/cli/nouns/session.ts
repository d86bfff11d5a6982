import type { Command } from 'commander';
import type { Session } from '#contract/session.ts';
import { type CommandKit, choice } from '../command-kit.ts';
import { asksStation } from './station-control.ts';

const states = ['running', 'ended'] as const satisfies Session['state'][];

export function addSession(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const session = program.command('session').description(help.session);
  runs(
    shows(session.command('list').description(help.sessionList))
      .option('--station <id>', help.sessionStation)
      .addOption(choice('--state <state>', help.sessionState, states))
      .option('--limit <number>', help.limit),
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
}
