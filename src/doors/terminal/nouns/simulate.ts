import type { Command } from 'commander';
import type { OcppVersion } from '#contract/stations/station.ts';
import { type CommandKit, choice, repeated } from '../command-kit.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[];
const usualVersion: OcppVersion = '2.0.1';

export function addSimulate(program: Command, { terminal, runs }: CommandKit): void {
  const { help } = terminal.text;
  const simulate = program.command('simulate').description(help.simulate);
  const fleet = simulate
    .command('fleet')
    .description(help.fleet)
    .argument('<n>', help.fleetCount)
    .addOption(repeated('--version <version>', help.ocppVersions))
    .option('--prefix <text>', help.prefix)
    .option('--journal <file>', help.journal)
    .option('--connect-per-second <number>', help.connectPerSecond)
    .addOption(repeated('--token <value>', help.driverTokens))
    .option('--sample-every <duration>', help.sampleEvery)
    .addOption(repeated('--oddity <name>', help.oddity));
  runs(addLife(fleet, help), async ({ args: [count = ''] }) =>
    // Its --url is where stations connect, so the address of the API that may stand before the command is left aside.
    (await import('../commands/simulate-fleet.ts')).simulateFleet(terminal, { ...fleet.opts(), count }),
  );
  const devices = simulate
    .command('devices')
    .description(help.simulatedDevices)
    .argument('<n>', help.simulatedDeviceCount)
    .addOption(repeated('--board <name>', help.deviceBoards))
    .option('--transport <name>', help.deviceTransport)
    .option('--url <address>', help.devicesUrl)
    .option('--first-id <address>', help.deviceFirstId)
    .option('--keep <file>', help.deviceKeep)
    .option('--duration <duration>', help.duration);
  runs(devices, async ({ args: [count = ''] }) =>
    (await import('../commands/simulate-devices.ts')).simulateDevices(terminal, { ...devices.opts(), count }),
  );
  const station = simulate
    .command('station')
    .description(help.simulatedStation)
    .argument('<id>', help.stationId)
    .addOption(choice('--version <version>', help.ocppVersion, versions).default(usualVersion));
  runs(addLife(station, help), async ({ args: [id = ''] }) =>
    (await import('../commands/simulate-station.ts')).simulateStation(terminal, {
      ...station.opts<{ version: OcppVersion }>(),
      id,
    }),
  );
}

function addLife(command: Command, help: CommandKit['terminal']['text']['help']): Command {
  return command
    .option('--url <address>', help.ocppUrl)
    .option('--password <password>', help.password)
    .option('--duration <duration>', help.duration)
    .option('--heartbeat <duration>', help.heartbeat)
    .option('--status-every <duration>', help.statusEvery);
}
