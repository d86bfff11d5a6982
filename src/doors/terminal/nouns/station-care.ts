import type { Command } from 'commander';
import type { LogKind } from '#contract/stations/logs.ts';
import { type CommandKit, choice } from '../command-kit.ts';
import { ask, asksStation, several, severalToo } from './station-control.ts';

const logKinds = ['diagnostics', 'security', 'data-collector'] as const satisfies LogKind[];

/** How a station is set, what runs on it, and what it has written down. */
export function addStationCare(station: Command, kit: CommandKit): void {
  addConfig(station, kit);
  const { terminal, runs, shows } = kit;
  const { help } = terminal.text;
  const firmware = station.command('firmware').description(help.firmware);
  runs(
    severalToo(
      asksStation(
        shows(
          firmware
            .command('update')
            .description(help.firmwareUpdate)
            .argument('<id>', help.stationId)
            .argument('<address>', help.firmwareAddress),
        ),
        terminal,
      ),
      help,
    ),
    async ({ args: [id = '', location = ''], options }) =>
      ask(terminal, options, { ids: several(id, options), name: 'update-firmware', input: { location } }),
  );
  runs(
    shows(firmware.command('status').description(help.firmwareStatus).argument('<id>', help.stationId)),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/firmware-status.ts')).firmwareStatus(terminal, { ...options, id }),
  );
  const logs = station.command('logs').description(help.logs);
  runs(
    severalToo(
      asksStation(
        shows(
          logs
            .command('fetch')
            .description(help.logsFetch)
            .argument('<id>', help.stationId)
            .argument('<address>', help.logsAddress),
        ),
        terminal,
      ),
      help,
    ).addOption(choice('--kind <kind>', help.logKind, logKinds).default('diagnostics')),
    async ({ args: [id = '', location = ''], options }) => {
      const { kind } = options as { kind: LogKind };
      return ask(terminal, options, { ids: several(id, options), name: 'get-log', input: { kind, location } });
    },
  );
}

function addConfig(station: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const config = station.command('config').description(help.config);
  runs(
    asksStation(
      shows(
        config
          .command('get')
          .description(help.configGet)
          .argument('<id>', help.stationId)
          .argument('[names...]', help.configNames),
      ),
      terminal,
    ).option('--cached', help.cached),
    async ({ args: [id = '', ...names], options }) =>
      (await import('../commands/station-config.ts')).configGet(terminal, { ...options, id, names }),
  );
  runs(
    asksStation(
      shows(
        config
          .command('set')
          .description(help.configSet)
          .argument('<id>', help.stationId)
          .argument('<settings...>', help.configSettings),
      ),
      terminal,
    ),
    async ({ args: [id = '', ...settings], options }) =>
      (await import('../commands/station-config.ts')).configSet(terminal, { ...options, id, settings }),
  );
}
