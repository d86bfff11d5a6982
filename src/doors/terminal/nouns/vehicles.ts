import type { Command } from 'commander';
import { type CommandKit, choice } from '../command-kit.ts';

const orders = ['menor_preco', 'maior_preco', 'mais_novo', 'mais_antigo', 'menor_km', 'maior_km'] as const;

/** Vehicles for sale beside the stations. */
export function addVehicles(program: Command, { terminal, runs, shows, readsSettings }: CommandKit): void {
  const { help } = terminal.text;
  const vehicles = program.command('vehicles').alias('vehicle').description(help.vehicles);
  runs(
    shows(vehicles.command('list').description(help.vehiclesList).argument('[words...]', help.vehicleWords))
      .option('--brand <names>', help.vehicleBrand)
      .option('--model <names>', help.vehicleModel)
      .option('--price-max <amount>', help.vehiclePriceMax)
      .option('--year-min <year>', help.vehicleYearMin)
      .option('--km-max <km>', help.vehicleKmMax)
      .option('--fuel <fuel>', help.vehicleFuel)
      .addOption(choice('--order <order>', help.vehicleOrder, orders))
      .option('--limit <number>', help.limit)
      .option('--after <next>', help.vehicleAfter),
    async ({ args, options }) =>
      (await import('../commands/vehicles-show.ts')).vehiclesList(terminal, { ...options, words: args }),
  );
  runs(
    shows(vehicles.command('show').description(help.vehicleShow).argument('<id>', help.vehicleId)),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/vehicles-show.ts')).vehicleShow(terminal, { ...options, id }),
  );
  runs(
    shows(vehicles.command('import').description(help.vehiclesImport).argument('<file>', help.vehiclesFile)).option(
      '--dry-run',
      help.importDryRun,
    ),
    async ({ args: [file = ''], options }) =>
      (await import('../commands/vehicles-files.ts')).vehiclesImport(terminal, { ...options, file }),
  );
  runs(
    shows(vehicles.command('export').description(help.vehiclesExport)).option('--out <file>', help.vehiclesOut),
    async ({ options }) => (await import('../commands/vehicles-files.ts')).vehiclesExport(terminal, options),
  );
  runs(
    readsSettings(vehicles.command('seed').description(help.vehiclesSeed))
      .option('--count <number>', help.vehiclesCount)
      .option('--seed <number>', help.vehiclesSeedNumber)
      .option('--if-empty', help.vehiclesIfEmpty)
      .option('--json', help.json),
    async ({ options }) => (await import('../commands/vehicles-seed.ts')).vehiclesSeed(terminal, { ...options }),
  );
}
