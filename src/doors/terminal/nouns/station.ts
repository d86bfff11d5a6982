import type { Command } from 'commander';
import { connectorStatuses, linkStates, logKinds, messageOutcomes, triggeredMessages } from '#contract/word-lists.ts';
import type { CommandKit, Flags } from '../command-kit.ts';
import { asked, limit } from './shared-flags.ts';

export function addStation(program: Command, kit: CommandKit): void {
  const { help, addVerbs, from } = kit;
  const run = from(() => import('../commands/station.ts'));
  const station = program.command('station').description(help.station);
  addVerbs(station, {
    list: {
      about: help.stationList,
      options: {
        '--state <state>': { about: help.state, choices: linkStates },
        '--status <status>': { about: help.status, choices: connectorStatuses },
        '--search <text>': help.search,
        '--watch': help.watch,
      },
      run: run('stationList'),
    },
    show: {
      about: help.stationShow,
      args: { '<id>': help.stationIdShort },
      run: run('stationShow'),
    },
    accept: {
      about: help.stationAccept,
      args: { '<id>': help.stationId },
      options: { '--password': help.withPassword, '--no-password': help.withoutPassword },
      run: run('stationAccept'),
    },
    reject: {
      about: help.stationReject,
      args: { '<id>': help.stationId },
      options: { '--why <text>': help.rejectWhy },
      run: run('stationReject'),
    },
  });
  addExemption(station, kit);
  addOrders(station, kit);
  addConfig(station, kit);
  addUpkeep(station, kit);
  addLocalList(station, kit);
  addSecurity(station, kit);
  addVerbs(station, {
    messages: {
      about: help.messages,
      args: { '<id>': help.stationId },
      reach: 'server',
      options: {
        '--follow': help.messagesFollow,
        '--action <name>': help.messageAction,
        '--outcome <outcome>': { about: help.messageOutcome, choices: messageOutcomes },
        '--since <duration>': help.since,
        ...limit(help),
        '--raw': help.messagesRaw,
        '--json': help.messagesJson,
      },
      run: from(() => import('../commands/station-messages.ts'))('stationMessages'),
    },
  });
}

function addExemption(station: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/station-exemption.ts'));
  const id = { '<id>': help.stationId };
  addVerbs(station.command('exemption').description(help.exemption), {
    grant: {
      about: help.exemptionGrant,
      args: id,
      options: {
        '--network <network>': { about: help.exemptionNetwork, isRequired: true },
        '--for <duration>': { about: help.exemptionFor, isRequired: true },
        '--why <text>': { about: help.exemptionWhy, isRequired: true },
      },
      run: run('exemptionGrant'),
    },
    end: { about: help.exemptionEnd, args: id, run: run('exemptionEnd') },
  });
}

function addOrders(station: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/station-orders.ts'));
  const ids = { '<ids...>': help.stationIds };
  const id = { '<id>': help.stationId };
  const connector = { '--connector <number>': help.onlyConnector };
  addVerbs(station, {
    reset: {
      about: help.reset,
      args: ids,
      options: {
        ...asked(help),
        '--when-idle': { about: help.whenIdle, conflicts: ['now', 'resume'] },
        '--now': { about: help.atOnce, conflicts: ['whenIdle', 'resume'] },
        '--resume': { about: help.resume, conflicts: ['now', 'whenIdle'] },
        '--evse <number>': help.evse,
      },
      run: run('stationReset'),
    },
    unlock: {
      about: help.unlock,
      args: { ...id, '<connector>': help.connector },
      options: asked(help),
      run: run('stationUnlock'),
    },
    enable: {
      about: help.enable,
      args: ids,
      options: { ...asked(help), ...connector },
      run: run('stationAvailability', { isOperative: true }),
    },
    disable: {
      about: help.disable,
      args: ids,
      options: { ...asked(help), ...connector },
      run: run('stationAvailability', { isOperative: false }),
    },
    trigger: {
      about: help.trigger,
      args: { ...id, '<message>': { about: help.triggered, choices: triggeredMessages } },
      options: { ...severalToo(help), ...connector, '--custom <name>': help.customTrigger },
      run: run('stationTrigger'),
    },
    command: {
      about: help.anyCommand,
      args: { ...id, '<name>': help.commandName, '[json]': { about: help.commandInput, as: 'input' } },
      options: severalToo(help),
      run: run('stationCommand'),
    },
    call: {
      about: help.call,
      args: { ...id, '<action>': help.callAction, '[json]': { about: help.callPayload, as: 'payload' } },
      options: { '--why <text>': help.why },
      run: run('stationCall'),
    },
    commands: {
      about: help.commands,
      args: id,
      options: limit(help),
      run: run('stationCommands'),
    },
  });
}

/** Of a command whose id does not stand last, further stations are named by an option. */
function severalToo(help: CommandKit['help']): Flags {
  return { ...asked(help), '--also <id>': { about: help.also, repeats: 'list' } };
}

function addConfig(station: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/station-config.ts'));
  const id = { '<id>': help.stationId };
  addVerbs(station.command('config').description(help.config), {
    get: {
      about: help.configGet,
      args: { ...id, '[names...]': help.configNames },
      options: { ...asked(help), '--cached': help.cached },
      run: run('configGet'),
    },
    set: {
      about: help.configSet,
      args: { ...id, '<settings...>': help.configSettings },
      options: asked(help),
      run: run('configSet'),
    },
  });
}

/** What runs on a station, and what it has written down. */
function addUpkeep(station: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/station-orders.ts'));
  const id = { '<id>': help.stationId };
  addVerbs(station.command('firmware').description(help.firmware), {
    update: {
      about: help.firmwareUpdate,
      args: { ...id, '<address>': help.firmwareAddress },
      options: severalToo(help),
      run: run('firmwareUpdate'),
    },
    status: {
      about: help.firmwareStatus,
      args: id,
      run: run('firmwareStatus'),
    },
  });
  addVerbs(station.command('logs').description(help.logs), {
    fetch: {
      about: help.logsFetch,
      args: { ...id, '<address>': help.logsAddress },
      options: {
        ...severalToo(help),
        '--kind <kind>': { about: help.logKind, choices: logKinds, usual: 'diagnostics' },
      },
      run: run('logsFetch'),
    },
  });
}

/** The tokens that stations know by heart. */
function addLocalList(station: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/local-list.ts'));
  addVerbs(station.command('local-list').description(help.localList), {
    status: { about: help.localListStatus, args: { '[id]': help.stationId }, run: run('localListStatus') },
    sync: {
      about: help.localListSync,
      args: { '<id>': help.stationId },
      options: {
        '--mode <mode>': { about: help.listMode, choices: ['auto', 'off'] },
        '--wait <seconds>': help.listWait,
      },
      run: run('localListSync'),
    },
  });
}

/** How stations prove who they are. */
function addSecurity(station: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/station-security.ts'));
  const id = { '<id>': help.stationId };
  addVerbs(station, {
    security: { about: help.stationSecurity, args: id, run: run('stationSecurity') },
    secure: {
      about: help.stationSecure,
      args: id,
      options: {
        '--profile <profile>': help.secureProfile,
        '--no-wait': help.secureNoWait,
        '--abandon': { about: help.secureAbandon, conflicts: ['profile'] },
      },
      run: run('stationSecure'),
    },
    floor: {
      about: help.stationFloor,
      args: id,
      options: {
        '--profile <profile>': { about: help.floorProfile, isRequired: true },
        '--why <text>': { about: help.floorWhy, isRequired: true },
      },
      run: run('stationFloor'),
    },
  });
}
