import type { Command } from 'commander';
import { reservationStatuses } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';
import { limit } from './shared-flags.ts';

export function addReservation(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/reservation.ts'));
  addVerbs(program.command('reservation').description(help.reservation), {
    list: {
      about: help.reservationList,
      options: {
        '--status <status>': { about: help.reservationStatus, choices: reservationStatuses },
        '--station <id>': help.atStation,
        '--site <site>': help.reservedSite,
        '--token <token>': help.reservedToken,
        ...limit(help),
      },
      run: run('reservationList'),
    },
    add: {
      about: help.reservationAdd,
      args: { '<station>': help.stationId, '<token>': help.knownToken },
      options: {
        '--evse <number>': help.reserveEvse,
        '--connector-type <type>': help.reserveType,
        '--group <group>': help.reserveGroup,
        '--at <time>': help.reserveAt,
        '--minutes <number>': help.reserveMinutes,
      },
      run: run('reservationAdd'),
    },
    cancel: {
      about: help.reservationCancel,
      args: { '<station>': help.stationId, '<number>': help.reservationId },
      run: run('reservationCancel'),
    },
  });
}
