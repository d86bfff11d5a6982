import type { Command } from 'commander';
import { vehicleOrders } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';
import { limit } from './shared-flags.ts';

export function addVehicles(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/vehicles.ts'));
  addVerbs(program.command('vehicles').alias('vehicle').description(help.vehicles), {
    list: {
      about: help.vehiclesList,
      args: { '[words...]': help.vehicleWords },
      options: {
        '--brand <names>': help.vehicleBrand,
        '--model <names>': help.vehicleModel,
        '--body <names>': help.vehicleBody,
        '--price-max <amount>': help.vehiclePriceMax,
        '--year-min <year>': help.vehicleYearMin,
        '--km-max <km>': help.vehicleKmMax,
        '--fuel <fuel>': help.vehicleFuel,
        '--order <order>': { about: help.listOrder, choices: vehicleOrders },
        ...limit(help),
        '--after <next>': help.vehicleAfter,
      },
      run: run('vehiclesList'),
    },
    show: { about: help.vehicleShow, args: { '<id>': help.vehicleId }, run: run('vehicleShow') },
    import: {
      about: help.vehiclesImport,
      args: { '<file>': help.vehiclesFile },
      options: { '--dry-run': help.importDryRun },
      run: run('vehiclesImport'),
    },
    export: { about: help.vehiclesExport, options: { '--out <file>': help.vehiclesOut }, run: run('vehiclesExport') },
    seed: {
      about: help.vehiclesSeed,
      reach: 'settings',
      options: {
        '--count <number>': help.vehiclesCount,
        '--seed <number>': help.vehiclesSeedNumber,
        '--if-empty': help.vehiclesIfEmpty,
        '--json': help.json,
      },
      run: run('vehiclesSeed'),
    },
  });
}
