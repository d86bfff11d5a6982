import type { Command } from 'commander';
import type { ConnectorStatus, Link } from '#contract/stations/station.ts';
import { type CommandKit, choice } from '../command-kit.ts';
import { addStationMessages } from './recorder.ts';
import { addStationCare } from './station-care.ts';
import { addStationControl } from './station-control.ts';

// Written out and checked by their types alone: loading the contract's schemas would delay every command.
const states = ['online', 'offline', 'pending'] as const satisfies Link['state'][];
const statuses = ['available', 'occupied', 'reserved', 'unavailable', 'faulted'] as const satisfies ConnectorStatus[];

export function addStation(program: Command, kit: CommandKit): void {
  const { terminal, runs, shows } = kit;
  const { help } = terminal.text;
  const station = program.command('station').description(help.station);
  runs(
    shows(station.command('list').description(help.stationList))
      .addOption(choice('--state <state>', help.state, states))
      .addOption(choice('--status <status>', help.status, statuses))
      .option('--search <text>', help.search)
      .option('--watch', help.watch),
    async ({ options }) => (await import('../commands/station-list.ts')).stationList(terminal, options),
  );
  runs(
    shows(station.command('show').description(help.stationShow).argument('<id>', help.stationIdShort)),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/station-show.ts')).stationShow(terminal, { ...options, id }),
  );
  runs(
    shows(station.command('accept').description(help.stationAccept).argument('<id>', help.stationId))
      .option('--password', help.withPassword)
      .option('--no-password', help.withoutPassword),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/station-accept.ts')).stationAccept(terminal, { ...options, id }),
  );
  addStationControl(station, kit);
  addStationCare(station, kit);
  addLocalList(station, kit);
  addStationMessages(station, kit);
}

/** What stations know by heart. */
function addLocalList(station: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const list = station.command('local-list').description(help.localList);
  runs(
    shows(list.command('status').description(help.localListStatus).argument('[id]', help.stationId)),
    async ({ args: [id], options }) => {
      const { localLists, localListOf } = await import('../commands/local-list.ts');
      return id === undefined ? localLists(terminal, options) : localListOf(terminal, { ...options, id });
    },
  );
  runs(
    shows(list.command('sync').description(help.localListSync).argument('<id>', help.stationId))
      .addOption(choice('--mode <mode>', help.listMode, ['auto', 'off']))
      .option('--wait <seconds>', help.listWait),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/local-list.ts')).localListSync(terminal, { ...options, id }),
  );
}
