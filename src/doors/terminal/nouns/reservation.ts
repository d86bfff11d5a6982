import type { Command } from 'commander';
import type { ReservationStatus } from '#contract/access/reservation.ts';
import { type CommandKit, choice } from '../command-kit.ts';

const statuses = [
  'planned',
  'asked',
  'active',
  'refused',
  'used',
  'cancelled',
  'expired',
  'removed',
  'no-session',
] as const satisfies ReservationStatus[];

/** Places kept free for somebody. */
export function addReservation(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const reservation = program.command('reservation').description(help.reservation);
  const of = (verb: string, about: string) => shows(reservation.command(verb).description(about));
  runs(
    of('list', help.reservationList)
      .addOption(choice('--status <status>', help.reservationStatus, statuses))
      .option('--station <id>', help.reservedStation)
      .option('--site <site>', help.reservedSite)
      .option('--token <token>', help.reservedToken)
      .option('--limit <number>', help.limit),
    async ({ options }) => (await import('../commands/reservation.ts')).reservationList(terminal, options),
  );
  runs(
    of('add', help.reservationAdd)
      .argument('<station>', help.stationId)
      .argument('<token>', help.knownToken)
      .option('--evse <number>', help.reserveEvse)
      .option('--connector-type <type>', help.reserveType)
      .option('--group <group>', help.reserveGroup)
      .option('--at <time>', help.reserveAt)
      .option('--minutes <number>', help.reserveMinutes),
    async ({ args: [station = '', token = ''], options }) =>
      (await import('../commands/reservation.ts')).reservationAdd(terminal, { ...options, station, token }),
  );
  runs(
    of('cancel', help.reservationCancel).argument('<station>', help.stationId).argument('<number>', help.reservationId),
    async ({ args: [station = '', number = ''], options }) =>
      (await import('../commands/reservation.ts')).reservationCancel(terminal, { ...options, station, number }),
  );
}
