import type { Command } from 'commander';
import type { Message } from '#contract/stations/message.ts';
import { type CommandKit, choice } from '../command-kit.ts';

const outcomes = [
  'answered',
  'error',
  'no-answer',
  'heard',
  'unreadable',
  'connected',
  'disconnected',
] as const satisfies Message['outcome'][];

/** What was said, from the flight recorder. */
export function addStationMessages(station: Command, { terminal, runs, asks }: CommandKit): void {
  const { help } = terminal.text;
  runs(
    asks(station.command('messages').description(help.messages).argument('<id>', help.stationId))
      .option('--follow', help.messagesFollow)
      .option('--action <name>', help.messageAction)
      .addOption(choice('--outcome <outcome>', help.messageOutcome, outcomes))
      .option('--since <duration>', help.since)
      .option('--limit <number>', help.limit)
      .option('--raw', help.messagesRaw)
      .option('--json', help.messagesJson),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/station-messages.ts')).stationMessages(terminal, { ...options, id }),
  );
}

export function addReplay(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  runs(
    shows(program.command('replay').description(help.replay).argument('<files...>', help.replayFiles)).option(
      '--ocpp-url <address>',
      help.replayOcppUrl,
    ),
    async ({ args: files, options }) =>
      (await import('../commands/replay.ts')).replayFiles(terminal, { ...options, files }),
  );
}
