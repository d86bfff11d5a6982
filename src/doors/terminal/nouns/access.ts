import type { Command } from 'commander';
import type { TokenType } from '#contract/access/token.ts';
import { type CommandKit, choice, repeated } from '../command-kit.ts';
import type { Terminal } from '../terminal.ts';

const types = [
  'iso14443',
  'iso15693',
  'emaid',
  'key-code',
  'mac-address',
  'central',
  'local',
  'direct-payment',
  'evccid',
  'vin',
] as const satisfies TokenType[];

/** Groups of people who charge. */
export function addGroup(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const group = program.command('group').description(help.group);
  const ofGroup = (verb: string, about: string) =>
    shows(group.command(verb).description(about).argument('<group>', help.groupId));
  runs(shows(group.command('list').description(help.groupList)), async ({ options }) =>
    (await import('../commands/group.ts')).groupList(terminal, options),
  );
  runs(ofGroup('show', help.groupShow), async ({ args: [given = ''], options }) =>
    (await import('../commands/group.ts')).groupShow(terminal, { ...options, group: given }),
  );
  runs(
    rules(shows(group.command('add').description(help.groupAdd).argument('<name>', help.groupName)), terminal).option(
      '--value <value>',
      help.groupValue,
    ),
    async ({ args: [name = ''], options }) =>
      (await import('../commands/group.ts')).groupAdd(terminal, { ...options, name }),
  );
  runs(
    rules(ofGroup('change', help.groupChange).option('--name <name>', help.groupName), terminal).addHelpText(
      'after',
      `\n${help.emptyTakesAway}`,
    ),
    async ({ args: [given = ''], options }) =>
      (await import('../commands/group.ts')).groupChange(terminal, { ...options, group: given }),
  );
  for (const verb of ['block', 'unblock'] as const)
    runs(ofGroup(verb, help.groupVerbs[verb]), async ({ args: [given = ''], options }) =>
      (await import('../commands/group.ts')).groupBlock(terminal, { ...options, group: given }, verb === 'block'),
    );
  runs(ofGroup('remove', help.groupRemove), async ({ args: [given = ''], options }) =>
    (await import('../commands/group.ts')).groupRemove(terminal, { ...options, group: given }),
  );
}

function places(command: Command, { text: { help } }: Terminal): Command {
  return command
    .addOption(repeated('--site <site>', help.placeSite))
    .addOption(repeated('--station <id>', help.placeStation))
    .option('--everywhere', help.placeEverywhere);
}

function rules(command: Command, terminal: Terminal): Command {
  const { help } = terminal.text;
  return places(command, terminal)
    .option('--one-at-a-time', help.oneAtATime)
    .option('--no-one-at-a-time', help.severalAtATime)
    .option('--master-pass', help.masterPass)
    .option('--no-master-pass', help.noMasterPass)
    .option('--from <time>', help.validFrom)
    .option('--until <time>', help.validUntil);
}

/** People who charge. */
export function addDriver(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const driver = program.command('driver').description(help.driver);
  const ofDriver = (verb: string, about: string) =>
    shows(driver.command(verb).description(about).argument('<driver>', help.driverId));
  runs(
    shows(driver.command('list').description(help.driverList))
      .option('--search <text>', help.driverSearch)
      .option('--group <group>', help.ofGroup)
      .option('--limit <number>', help.limit),
    async ({ options }) => (await import('../commands/driver-show.ts')).driverList(terminal, options),
  );
  runs(ofDriver('show', help.driverShow), async ({ args: [given = ''], options }) =>
    (await import('../commands/driver-show.ts')).driverShow(terminal, { ...options, driver: given }),
  );
  runs(
    person(shows(driver.command('add').description(help.driverAdd).argument('<name>', help.driverName)), terminal),
    async ({ args: [name = ''], options }) =>
      (await import('../commands/driver-change.ts')).driverAdd(terminal, { ...options, name }),
  );
  runs(
    person(ofDriver('change', help.driverChange).option('--name <name>', help.driverName), terminal)
      .option('--places-as-group', help.placesAsGroup)
      .option('--sessions-as-group', help.sessionsAsGroup)
      .addHelpText('after', `\n${help.emptyTakesAway}`),
    async ({ args: [given = ''], options }) =>
      (await import('../commands/driver-change.ts')).driverChange(terminal, { ...options, driver: given }),
  );
  for (const verb of ['block', 'unblock'] as const)
    runs(ofDriver(verb, help.driverVerbs[verb]), async ({ args: [given = ''], options }) => {
      const { driverBlock } = await import('../commands/driver-change.ts');
      return driverBlock(terminal, { ...options, driver: given }, verb === 'block');
    });
  runs(ofDriver('forget', help.driverForget).option('--yes', help.forgetYes), async ({ args: [given = ''], options }) =>
    (await import('../commands/driver-change.ts')).driverForget(terminal, { ...options, driver: given }),
  );
}

function person(command: Command, terminal: Terminal): Command {
  const { help } = terminal.text;
  return places(
    command
      .option('--email <address>', help.email)
      .option('--phone <number>', help.phone)
      .option('--note <text>', help.note)
      .option('--language <language>', help.driverLanguage)
      .option('--group <group>', help.inGroup),
    terminal,
  )
    .option('--one-at-a-time', help.oneAtATime)
    .option('--no-one-at-a-time', help.severalAtATime);
}

/** What they show to a station. */
export function addToken(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const token = program.command('token').description(help.tokens);
  const ofToken = (verb: string, about: string) =>
    shows(token.command(verb).description(about).argument('<token>', help.knownToken));
  runs(
    shows(token.command('list').description(help.tokenList))
      .option('--driver <driver>', help.tokenOfDriver)
      .option('--group <group>', help.ofGroup)
      .option('--blocked', help.blockedOnly)
      .option('--limit <number>', help.limit),
    async ({ options }) => (await import('../commands/token-show.ts')).tokenList(terminal, options),
  );
  runs(ofToken('show', help.tokenShow), async ({ args: [given = ''], options }) =>
    (await import('../commands/token-show.ts')).tokenShow(terminal, { ...options, token: given }),
  );
  runs(
    tokenFacts(shows(token.command('add').description(help.tokenAdd).argument('[value]', help.newToken)), terminal)
      .addOption(choice('--type <type>', help.tokenType, types))
      .option('--blocked', help.addBlocked),
    async ({ args: [value], options }) =>
      (await import('../commands/token-change.ts')).tokenAdd(terminal, { ...options, value }),
  );
  runs(
    tokenFacts(ofToken('change', help.tokenChange), terminal).addHelpText('after', `\n${help.emptyTakesAway}`),
    async ({ args: [given = ''], options }) =>
      (await import('../commands/token-change.ts')).tokenChange(terminal, { ...options, token: given }),
  );
  for (const verb of ['block', 'unblock'] as const)
    runs(ofToken(verb, help.tokenVerbs[verb]), async ({ args: [given = ''], options }) => {
      const { tokenBlock } = await import('../commands/token-change.ts');
      return tokenBlock(terminal, { ...options, token: given }, verb === 'block');
    });
  runs(ofToken('remove', help.tokenRemove), async ({ args: [given = ''], options }) =>
    (await import('../commands/token-change.ts')).tokenRemove(terminal, { ...options, token: given }),
  );
  runs(
    shows(token.command('import').description(help.tokenImport).argument('<file>', help.importFile)).option(
      '--dry-run',
      help.importDryRun,
    ),
    async ({ args: [file = ''], options }) =>
      (await import('../commands/token-import.ts')).tokenImport(terminal, { ...options, file }),
  );
  runs(
    shows(
      token
        .command('try')
        .description(help.tokenTry)
        .argument('<token>', help.triedToken)
        .argument('<station>', help.stationId),
    )
      .option('--evse <number>', help.tryEvse)
      .option('--at <time>', help.tryAt)
      .addOption(choice('--type <type>', help.tryType, types)),
    async ({ args: [given = '', station = ''], options }) =>
      (await import('../commands/token-try.ts')).tokenTry(terminal, { ...options, token: given, station }),
  );
  runs(
    shows(token.command('refusals').description(help.refusals))
      .option('--station <id>', help.refusedAt)
      .option('--token <token>', help.refusedToken)
      .option('--driver <driver>', help.refusedDriver)
      .option('--since <duration>', help.since)
      .option('--limit <number>', help.limit),
    async ({ options }) => (await import('../commands/token-show.ts')).tokenRefusals(terminal, options),
  );
}

function tokenFacts(command: Command, { text: { help } }: Terminal): Command {
  return command
    .option('--driver <driver>', help.toDriver)
    .option('--group <group>', help.inGroup)
    .option('--note <text>', help.note)
    .option('--from <time>', help.validFrom)
    .option('--until <time>', help.validUntil)
    .option('--language <language>', help.driverLanguage)
    .option('--tariff <tariff>', help.ownTariff)
    .option('--credit <amount>', help.credit);
}
