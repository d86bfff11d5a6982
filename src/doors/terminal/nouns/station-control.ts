import { Argument, type Command, Option } from 'commander';
import type { InputOf } from '#contract/commands/commands.ts';
import type { AskOptions, StationsRequest } from '../ask-stations.ts';
import { type CommandKit, repeated } from '../command-kit.ts';
import type { Terminal } from '../terminal.ts';

// Written out, as the others: loading the contract's schemas would delay every command.
const triggers = [
  'boot',
  'heartbeat',
  'status',
  'meter-values',
  'session',
  'firmware-status',
  'log-status',
  'sign-station-certificate',
  'sign-v2g-certificate',
  'sign-v2g20-certificate',
  'sign-combined-certificate',
  'publish-firmware-status',
  'custom',
] as const satisfies InputOf<'trigger'>['message'][];

type Placed = { connector?: string };

/** What is asked of a station on the spot. */
export function addStationControl(station: Command, kit: CommandKit): void {
  const { terminal, runs, shows } = kit;
  const { help } = terminal.text;
  const changes = (command: Command) => asksStation(shows(command), terminal);
  const ids = new Argument('<ids...>', help.stationIds);

  runs(
    changes(station.command('reset').description(help.reset).addArgument(ids))
      .addOption(new Option('--when-idle', help.whenIdle).conflicts(['now', 'resume']))
      .addOption(new Option('--now', help.atOnce).conflicts(['whenIdle', 'resume']))
      .addOption(new Option('--resume', help.resume).conflicts(['now', 'whenIdle']))
      .option('--evse <number>', help.evse),
    async ({ args, options }) => {
      const { now, resume, evse } = options as { now?: boolean; resume?: boolean; evse?: string };
      const place = evse === undefined ? {} : { evseId: await numberOf(terminal, '--evse', evse) };
      const input = { when: now ? 'now' : resume ? 'resume' : 'idle', ...place };
      return ask(terminal, options, { ids: args, name: 'reset', input });
    },
  );
  runs(
    changes(
      station
        .command('unlock')
        .description(help.unlock)
        .argument('<id>', help.stationId)
        .argument('<connector>', help.connector),
    ),
    async ({ args: [id = '', connector = ''], options }) => {
      const input = await placeOf(terminal, 'CONNECTOR', connector);
      return ask(terminal, options, { ids: [id], name: 'unlock', input });
    },
  );
  for (const verb of ['enable', 'disable'] as const) {
    runs(
      changes(station.command(verb).description(help[verb]).addArgument(ids)).option(
        '--connector <number>',
        help.onlyConnector,
      ),
      async ({ args, options }) => {
        const { connector } = options as Placed;
        const place = connector === undefined ? {} : await placeOf(terminal, '--connector', connector);
        const input = { isOperative: verb === 'enable', ...place };
        return ask(terminal, options, { ids: args, name: 'set-availability', input });
      },
    );
  }
  runs(
    severalToo(
      changes(
        station
          .command('trigger')
          .description(help.trigger)
          .argument('<id>', help.stationId)
          .addArgument(new Argument('<message>', help.triggered).choices(triggers)),
      ),
      help,
    )
      .option('--connector <number>', help.onlyConnector)
      .option('--custom <name>', help.customTrigger),
    async ({ args: [id = '', message = ''], options }) => {
      const { connector, custom } = options as Placed & { custom?: string };
      const place = connector === undefined ? {} : await placeOf(terminal, '--connector', connector);
      const input = { message, ...place, ...(custom !== undefined && { customTrigger: custom }) };
      return ask(terminal, options, { ids: several(id, options), name: 'trigger', input });
    },
  );
  addAnything(station, kit);
}

/** For what has no verb of its own. */
function addAnything(station: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  runs(
    severalToo(
      asksStation(
        shows(
          station
            .command('command')
            .description(help.anyCommand)
            .argument('<id>', help.stationId)
            .argument('<name>', help.commandName)
            .argument('[json]', help.commandInput),
        ),
        terminal,
      ),
      help,
    ),
    async ({ args: [id = '', name = '', input = '{}'], options }) => {
      const { stationCommand } = await import('../commands/station-command.ts');
      return stationCommand(terminal, { ...options, ids: several(id, options), name, input });
    },
  );
  runs(
    shows(
      station
        .command('call')
        .description(help.call)
        .argument('<id>', help.stationId)
        .argument('<action>', help.callAction)
        .argument('[json]', help.callPayload),
    ).option('--why <text>', help.why),
    async ({ args: [id = '', action = '', payload = '{}'], options }) =>
      (await import('../commands/station-call.ts')).stationCall(terminal, { ...options, id, action, payload }),
  );
  runs(
    shows(station.command('commands').description(help.commands).argument('<id>', help.stationId)).option(
      '--limit <number>',
      help.limit,
    ),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/station-commands.ts')).stationCommands(terminal, { ...options, id }),
  );
}

/** Why it is asked, and how long to wait for what follows. */
export function asksStation(command: Command, { text: { help } }: Terminal): Command {
  return command.option('--why <text>', help.why).option('--wait <seconds>', help.wait);
}

/** Of a command whose id does not stand last, further stations are named by an option. */
export function severalToo(command: Command, help: Terminal['text']['help']): Command {
  return command.addOption(repeated('--also <id>', help.also));
}

export function several(id: string, options: { also?: string[] }): string[] {
  return [id, ...(options.also ?? [])];
}

export async function ask(terminal: Terminal, options: AskOptions, asked: StationsRequest): Promise<number> {
  return (await import('../ask-stations.ts')).askStations(terminal, options, asked);
}

async function placeOf(terminal: Terminal, name: string, value: string) {
  return (await import('../read-input.ts')).readConnector(terminal, { name, value });
}

async function numberOf(terminal: Terminal, name: string, value: string): Promise<number> {
  return (await import('../read-input.ts')).readNumber(terminal, { name, value }, [1, 1000]);
}
