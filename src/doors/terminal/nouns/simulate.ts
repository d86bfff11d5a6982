import type { Command } from 'commander';
import { ocppVersions } from '#contract/word-lists.ts';
import type { CommandKit, Verb } from '../command-kit.ts';

export function addSimulate(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/simulate.ts'));
  const ofSite = from(() => import('../commands/simulate-site.ts'));
  // Its --url is where stations connect, so the address of the API that may stand before the command is left aside.
  const apart = { reach: 'nothing', isApart: true } satisfies Partial<Verb>;
  const life = {
    '--url <address>': help.ocppUrl,
    '--password <password>': help.password,
    '--duration <duration>': help.duration,
    '--heartbeat <duration>': help.heartbeat,
    '--status-every <duration>': help.statusEvery,
  };
  addVerbs(program.command('simulate').description(help.simulate), {
    fleet: {
      about: help.fleet,
      args: { '<n>': help.fleetCount },
      ...apart,
      options: {
        '--version <version>': { about: help.ocppVersions, repeats: 'list' },
        '--prefix <text>': help.prefix,
        '--journal <file>': help.journal,
        '--connect-per-second <number>': help.connectPerSecond,
        '--token <value>': { about: help.driverTokens, repeats: 'list' },
        '--sample-every <duration>': help.sampleEvery,
        '--oddity <name>': { about: help.oddity, repeats: 'list' },
        '--fault <name>': help.fault,
        '--fault-life <duration>': help.faultLife,
        '--profile-quirk <name>': { about: help.profileQuirk, repeats: 'list' },
        '--overnight': help.overnight,
        ...life,
      },
      run: run('simulateFleet'),
    },
    devices: {
      about: help.simulatedDevices,
      args: { '<n>': help.simulatedDeviceCount },
      ...apart,
      options: {
        '--board <name>': { about: help.deviceBoards, repeats: 'list' },
        '--transport <name>': help.deviceTransport,
        '--url <address>': help.devicesUrl,
        '--first-id <address>': help.deviceFirstId,
        '--keep <file>': help.deviceKeep,
        '--duration <duration>': help.duration,
      },
      run: run('simulateDevices'),
    },
    station: {
      about: help.simulatedStation,
      args: { '<id>': help.stationId },
      ...apart,
      options: { '--version <version>': { about: help.ocppVersion, choices: ocppVersions, usual: '2.0.1' }, ...life },
      run: run('simulateStation'),
    },
    site: {
      about: help.simulatedSite,
      args: { '<site>': help.siteId },
      options: {
        '--solar <kw>': help.simulatedSiteSolar,
        '--load <kw>': help.simulatedSiteLoad,
        '--every <duration>': help.simulatedSiteEvery,
        '--duration <duration>': help.duration,
      },
      run: ofSite('simulateSite'),
    },
    prices: {
      about: help.simulatedPrices,
      ...apart,
      options: {
        '--format <format>': { about: help.simulatedPriceFormat, choices: ['csv', 'json', 'entsoe'], usual: 'csv' },
        '--hours <n>': help.simulatedPriceHours,
        '--time-zone <zone>': help.simulatedPriceZone,
        '--currency <code>': help.simulatedPriceCurrency,
      },
      run: ofSite('simulatePrices'),
    },
    vehicle: {
      about: help.simulatedVehicle,
      args: { '<pcid>': help.contractPcid },
      options: {
        '--station <id>': { about: help.simulatedVehicleStation, usual: 'PNC-1' },
        '--version <version>': { about: help.ocppVersion, choices: ocppVersions, usual: '2.0.1' },
        '--ocpp <address>': help.ocppUrl,
        '--password <password>': help.password,
        '--driver <driver>': help.contractForDriver,
        '--validation <who>': { about: help.simulatedValidation, choices: ['central', 'station'], usual: 'central' },
        '--iso15118 <part>': { about: help.simulatedVehiclePart, choices: ['2', '20'], usual: '2' },
      },
      run: from(() => import('../commands/simulate-vehicle.ts'))('simulateVehicle'),
    },
  });
}
