import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';
import { limit } from './shared-flags.ts';

export function addPartner(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/partner.ts'));
  const runObjects = from(() => import('../commands/partner-objects.ts'));
  const runAhead = from(() => import('../commands/partner-ahead.ts'));
  const named = { '<partner>': help.partnerName };
  addVerbs(program.command('partner').description(help.partner), {
    list: { about: help.partnerList, run: run('partnerList') },
    add: {
      about: help.partnerAdd,
      args: { '<name>': help.partnerName },
      options: {
        '--party <party>': { about: help.partnerParty, repeats: 'list', isRequired: true },
        '--tariff <tariff>': help.partnerTariff,
        '--hub': help.partnerHub,
      },
      run: run('partnerAdd'),
    },
    connect: {
      about: help.partnerConnect,
      args: named,
      options: {
        '--versions <url>': { about: help.partnerUrl, isRequired: true },
        '--token <token>': { about: help.partnerToken, isRequired: true },
      },
      run: run('partnerConnect'),
    },
    invite: { about: help.partnerInvite, args: named, run: run('partnerInvite') },
    show: { about: help.partnerShow, args: named, run: run('partnerShow') },
    rotate: { about: help.partnerRotate, args: named, run: run('partnerRotate') },
    remove: { about: help.partnerRemove, args: named, run: run('partnerRemove') },
    set: {
      about: help.partnerSet,
      args: named,
      options: {
        '--tariff <tariff>': help.partnerTariff,
        '--tolerance <amount>': help.partnerTolerance,
        '--site <site>': { about: help.partnerSites, repeats: 'list' },
        '--share-tokens <word>': { about: help.partnerShareTokens, choices: ['on', 'off'] },
        '--party <party>': { about: help.partnerParty, repeats: 'list' },
      },
      run: run('partnerSet'),
    },
    publish: {
      about: help.partnerPublish,
      args: { '<site>': help.partnerSite },
      options: {
        '--standard <standard>': { about: help.partnerStandard, usual: 'IEC_62196_T2' },
        '--format <format>': { about: help.partnerFormat, choices: ['SOCKET', 'CABLE'], usual: 'SOCKET' },
        '--power <power>': {
          about: help.partnerPower,
          choices: ['AC_1_PHASE', 'AC_3_PHASE', 'DC'],
          usual: 'AC_3_PHASE',
        },
        '--volts <number>': { about: help.partnerVolts, usual: '400' },
        '--amps <number>': { about: help.partnerAmps, usual: '32' },
      },
      run: run('partnerPublish'),
    },
    withdraw: { about: help.partnerWithdraw, args: { '<site>': help.partnerSite }, run: run('partnerWithdraw') },
    locations: { about: help.partnerLocations, args: named, options: limit(help), run: run('partnerLocations') },
    sessions: { about: help.partnerSessions, args: named, options: limit(help), run: runObjects('partnerSessions') },
    tariffs: { about: help.partnerTariffs, args: named, options: limit(help), run: runObjects('partnerTariffs') },
    cdrs: { about: help.partnerCdrs, args: named, options: limit(help), run: run('partnerCdrs') },
    exchanges: {
      about: help.partnerExchanges,
      args: named,
      options: { '--failures': help.partnerFailures, ...limit(help) },
      run: run('partnerExchanges'),
    },
    pull: { about: help.partnerPull, args: named, run: run('partnerPull') },
    reserve: {
      about: help.partnerReserve,
      args: { ...named, '<token>': help.knownToken },
      options: {
        '--location <id>': { about: help.partnerLocation, isRequired: true },
        '--evse-uid <uid>': help.partnerEvse,
        '--party <party>': help.partnerOwner,
        '--minutes <number>': { about: help.partnerMinutes, usual: '30' },
      },
      run: runObjects('partnerReserve'),
    },
    unreserve: {
      about: help.partnerUnreserve,
      args: { ...named, '<reservation>': help.partnerReservation },
      run: runObjects('partnerUnreserve'),
    },
    bookings: { about: help.partnerBookings, args: named, options: limit(help), run: runAhead('partnerBookings') },
    book: {
      about: help.partnerBook,
      args: { ...named, '<token>': help.knownToken },
      options: {
        '--location <id>': { about: help.partnerLocation, isRequired: true },
        '--from <time>': { about: help.partnerFrom, isRequired: true },
        '--to <time>': { about: help.partnerTo, isRequired: true },
        '--evse-uid <uid>': help.partnerEvse,
        '--party <party>': help.partnerOwner,
      },
      run: runAhead('partnerBook'),
    },
    unbook: {
      about: help.partnerUnbook,
      args: { ...named, '<booking>': help.partnerBooking },
      run: runAhead('partnerUnbook'),
    },
    terminals: { about: help.partnerTerminals, args: named, options: limit(help), run: runAhead('partnerTerminals') },
    assign: {
      about: help.partnerAssign,
      args: { ...named, '<terminal>': help.partnerTerminal },
      options: {
        '--site <site>': { about: help.partnerTerminalSite, repeats: 'list' },
        '--evse-uid <uid>': { about: help.partnerEvse, repeats: 'list' },
      },
      run: runAhead('partnerAssign'),
    },
    captures: { about: help.partnerCaptures, args: named, options: limit(help), run: runAhead('partnerCaptures') },
    limit: {
      about: help.partnerLimit,
      args: { ...named, '<session>': help.partnerSession },
      options: { '--watts <number>': help.partnerWatts, '--amps <number>': help.partnerLimitAmps },
      run: runObjects('partnerLimit'),
    },
    start: {
      about: help.partnerStart,
      args: { ...named, '<token>': help.knownToken },
      options: {
        '--location <id>': { about: help.partnerLocation, isRequired: true },
        '--evse-uid <uid>': help.partnerEvse,
        '--party <party>': help.partnerOwner,
      },
      run: run('partnerStart'),
    },
  });
}
