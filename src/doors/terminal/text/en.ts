import { settings } from '#base/config.ts';
import type { Language } from '../language.ts';
import { accessEn } from './access-en.ts';
import { chatEn } from './chat-en.ts';
import { databaseEn } from './database-en.ts';
import { decisionsEn } from './decisions-en.ts';
import { devicesEn } from './devices-en.ts';
import { findingsEn } from './findings-en.ts';
import { helpEn } from './help-en.ts';
import { killSwitchEn } from './kill-switch-en.ts';
import { mcpEn } from './mcp-en.ts';
import { mcpScanEn } from './mcp-scan-en.ts';
import { odditiesEn } from './oddities-en.ts';
import { ordersEn } from './orders-en.ts';
import { pricesEn } from './prices-en.ts';
import { proposalsEn } from './proposals-en.ts';
import { recorderEn } from './recorder-en.ts';
import { reportsEn } from './reports-en.ts';
import { sessionsEn } from './sessions-en.ts';
import { shopEn } from './shop-en.ts';
import { vehiclesEn } from './vehicles-en.ts';

type SettingName = keyof typeof settings;

export const en = {
  help: helpEn,
  findings: findingsEn,
  ...ordersEn,
  ...recorderEn,
  ...databaseEn,
  ...sessionsEn,
  ...accessEn,
  ...decisionsEn,
  ...pricesEn,
  ...reportsEn,
  languageName: 'en' as Language,
  ...killSwitchEn,
  ...chatEn,
  ...mcpEn,
  ...mcpScanEn,
  ...proposalsEn,
  ...vehiclesEn,
  ...shopEn,
  ...devicesEn,
  oddities: odditiesEn,
  settings: Object.fromEntries(Object.entries(settings).map(([name, { about }]) => [name, about])) as Record<
    SettingName,
    string
  >,

  wrongUse: {
    unknownCommand: (name: string) => `There is no command "${name}".`,
    unknownOption: (name: string) => `There is no option ${name} here.`,
    missingArgument: (name: string) => `${name.toUpperCase()} is missing.`,
    missingValue: (option: string) => `${option} needs a value.`,
    missingOption: (option: string) => `${option} is missing.`,
    tooMany: 'That is more than this command takes.',
    invalidValue: (given: { option: string; accepts: string }) => `${given.option} accepts ${given.accepts}.`,
    invalidInput: (given: { name: string; value: string; accepts: string }) =>
      `${given.name} cannot be "${given.value}"; it accepts ${given.accepts}.`,
    conflict: (options: string) => `Only one of these can be given: ${options}.`,
    other: 'This command cannot be understood.',
    didYouMean: (names: string) => `Did you mean ${names}?`,
    seeHelp: (command: string) => `"${command} --help" shows what there is.`,
  },
  accepts: {
    duration: 'a duration such as 90s, 5m, 2h or 90d',
    limit: 'a whole number from 1 to 1000',
    language: 'en or pt-BR',
    url: 'an address such as http://127.0.0.1:8001',
    key: 'a key without spaces',
    mcpUrl: 'an address such as http://127.0.0.1:8000/mcp',
    stationId: '1 to 48 visible characters without / \\ : ? #',
    ocppUrl: 'an address such as ws://127.0.0.1:9000',
    connector: 'a number such as 2, or 2.3 for the third connector of EVSE 2',
    numberFrom: (least: string, most: string) => `a whole number from ${least} to ${most}`,
    json: 'a JSON object such as {"evseId": 1}',
    until: 'a time with its zone such as 2026-11-15T10:00:00Z, or latest',
    setting: 'a name and a value, such as HeartbeatInterval=60',
    time: 'a time such as 2026-03-01, 2026-03-01T08:00 or 2026-03-01T08:00:00Z',
    month: 'a month such as 2026-03, or last',
    energy: 'kWh such as 50 or 0.5',
  },

  problem: {
    notReachable: (url: string, command: string) =>
      `Nothing answers at ${url}. Start the system with "${command} serve", or give its address with --url or SIGEC_URL.`,
    notProven: (url: string) =>
      `What listens at ${url} cannot prove that it is your server, so the key was not sent. Check that "sigec serve" runs with the same DATA_DIR, or name your server with --url or SIGEC_URL.`,
    tooSlow: (url: string) => `${url} did not answer in time. Try again; "sigec doctor" says what may be wrong.`,
    connectionFailed: (url: string, reason: string) => `The connection to ${url} failed: ${reason}.`,
    notSigec: (url: string) => `${url} does not answer like SIGEC. Check the address given with --url or SIGEC_URL.`,
    otherVersion: (url: string) =>
      `The answer of ${url} cannot be read: it runs another version of SIGEC. Use the sigec that came with it.`,
    told: (_code: string, message: string) => message,
    giveKey: 'Give a key with --key or SIGEC_KEY.',
    cannotStart: (sentence: string) => sentence,
    unexpected: (sentence: string) => `This failed by a fault of ours: ${sentence}`,
    ambiguousStation: (given: string, ids: string) => `"${given}" fits several stations: ${ids}. Write more of the id.`,
    watchLost: (sentence: string) => `${sentence} Trying again …`,
  },

  serve: {
    starting: (version: string) => `SIGEC-VE ${version} is starting …`,
    console: 'Console and API',
    stations: 'Charging stations',
    agents: 'Agents (MCP)',
    devices: 'Devices',
    shop: 'Bookshop (UCP)',
    stationId: 'station-id',
    signIn: 'Sign in for the first time with this link; it works once, within an hour:',
    demo: 'A small network of simulated stations is running; one of them waits to be accepted.',
    ready: 'ready',
    stopping: 'Stopping … (again to leave at once)',
    stopped: 'Stopped.',
    crashed: (reference: string) => `SIGEC stops because of a fault of ours; the log tells more under ${reference}.`,
  },

  now: {
    title: (version: string, url: string) => `SIGEC-VE ${version} at ${url}`,
    none: 'No station has called yet.',
    counts: (counts: { online: string; offline: string; pending: string }) =>
      `${counts.online} online, ${counts.offline} offline, ${counts.pending} pending`,
    attention: 'Needs attention',
    allWell: 'Nothing needs attention.',
    notRunning: (url: string) => `SIGEC is not running: nothing answers at ${url}.`,
    next: 'You may want next',
    doServe: 'start the system',
    doDemo: 'start it with a small simulated network',
    doDoctor: 'check what it needs',
    doAccept: 'accept the station',
    doShow: 'see what is wrong there',
    doWatch: 'see all stations, live',
    doFollow: 'see what happens, as it happens',
    doAddress: 'connect an agent',
    doFleet: 'connect five simulated stations',
  },

  station: {
    columns: {
      station: 'Station',
      link: 'Link',
      connectors: 'Connectors',
      model: 'Model',
      firmware: 'Firmware',
      version: 'OCPP',
      lastSeen: 'Last seen',
    },
    none: 'No station fits.',
    shown: (shown: number) => (shown === 1 ? '1 station' : `${shown} stations`),
    more: (count: number) => `… and ${count} more`,
    state: { online: 'online', offline: 'offline', pending: 'pending' },
    offlineReason: {
      'never-connected': 'never connected',
      'closed-by-station': 'closed by the station',
      'no-answer': 'no answer',
      replaced: 'replaced by a newer connection',
      'refused-input': 'closed by us: unreadable messages',
      'over-budget': 'closed by us: far too many messages',
      'database-away': 'closed by us: the database was away',
      'server-stopped': 'the server was stopped',
      rejected: 'it was rejected',
    },
    pendingReason: {
      'unknown-station': 'not known here yet',
      'no-password': 'came without its password',
      'wrong-password': 'came with a wrong password',
      'no-common-version': 'speaks no OCPP version we know',
      'no-station-id': 'was set up without an id: its address must end with /ID',
      rejected: 'was rejected',
    },
    status: {
      available: 'available',
      occupied: 'occupied',
      reserved: 'reserved',
      unavailable: 'unavailable',
      faulted: 'faulted',
    },
    activity: {
      preparing: 'preparing',
      charging: 'charging',
      'suspended-by-station': 'paused by the station',
      'suspended-by-vehicle': 'paused by the vehicle',
      finishing: 'finishing',
    },
    fields: {
      link: 'Link',
      address: 'Address',
      attempts: 'Attempts',
      vendor: 'Vendor',
      model: 'Model',
      serialNumber: 'Serial number',
      firmware: 'Firmware',
      booted: 'Started',
      lastSeen: 'Last seen',
      password: 'Password',
      accepted: 'Accepted',
      contest: 'Claimed twice',
    },
    contest: (kept: string, refused: string, tries: number) =>
      `the connection from ${kept} is kept, ${tries === 1 ? 'one' : tries} from ${refused} refused`,
    frozenUntil: (time: string) => `commands wait until ${time}`,
    hasPassword: { true: 'set', false: 'none' },
    by: (who: string) => `by ${who}`,
    unknown: 'not reported',
    notAccepted: 'not yet',
    noConnectors: 'none reported yet',
    connectorColumns: { connector: 'Connector', status: 'Status', reason: 'Reason', since: 'Since' },
    connector: (number: string) => `connector ${number}`,
    wholeStation: 'whole station',
    accepted: (id: string) => `${id} is accepted.`,
    password: 'Its password, shown this once; type it into the station:',
    noPassword: 'It needs no password.',
  },

  event: {
    columns: { time: 'Time', event: 'Event', by: 'By' },
    none: 'Nothing happened in that time.',
    moreBefore: (limit: number) => `Only the last ${limit} are shown; --limit shows more.`,
    following: 'Waiting for events; Ctrl+C ends it.',
    lost: 'The connection was lost; trying again …',
    back: 'Connected again.',
    happened: (time: string) => `(happened ${time})`,
    remoteStart: 'from afar',
  },

  key: {
    columns: {
      id: 'Key',
      name: 'Name',
      kind: 'Kind',
      role: 'Role',
      scopes: 'Scopes',
      expires: 'Expires',
      lastUsed: 'Last used',
      state: 'State',
    },
    none: 'There is no key yet.',
    kind: { person: 'person', program: 'program', agent: 'agent' },
    role: { viewer: 'viewer', operator: 'operator', administrator: 'administrator' },
    everything: 'everything of its role',
    valid: 'valid',
    expired: 'expired',
    revoked: 'revoked',
    created: (name: string, id: string) => `The key "${name}" (${id}) was made. It is shown this once:`,
    ended: (name: string, id: string) => `The key "${name}" (${id}) is revoked.`,
  },

  mcp: {
    address: 'Agents connect to this address:',
    paste: 'Paste this into the configuration of the agent:',
    yourKey: 'YOUR-KEY',
    makeKey: (command: string) =>
      `Put a key in place of YOUR-KEY; this makes one: ${command} key create my-agent --kind agent --role viewer`,
  },

  simulate: {
    connecting: (given: { id: string; version: string; url: string }) =>
      `${given.id} (OCPP ${given.version}) calls ${given.url}`,
    state: {
      stopped: 'stopped',
      offline: 'not connected',
      booting: 'connected',
      pending: 'waits to be accepted',
      rejected: 'rejected by the server',
      accepted: 'accepted',
    },
    answered: (action: string) => `${action}: answered`,
    failed: (action: string, outcome: string) => `${action}: ${outcome}`,
    trouble: (kind: string) => `trouble: ${kind}`,
  },

  audit: {
    whole: (node: string, entries: number) => `${node}: whole, ${entries} entries`,
    broken: (node: string, entry: number) =>
      `${node}: broken at entry ${entry}. It or one before it was changed or taken out; compare with a backup.`,
    none: 'The audit trail is empty.',
  },

  doctor: {
    fine: 'ok',
    problem: 'problem',
    checks: {
      settings: 'settings',
      'data-directory': 'data directory',
      clock: 'clock',
      database: 'database',
      port: 'port',
      provider: 'language model',
    },
    allFine: 'Everything is in order.',
    problems: (count: number) => (count === 1 ? '1 problem was found.' : `${count} problems were found.`),
  },

  time: { never: 'never', now: 'just now' },
};
