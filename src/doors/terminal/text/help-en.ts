import { helpAccessEn } from './help-access-en.ts';
import { helpChatEn } from './help-chat-en.ts';
import { helpDatabaseEn } from './help-database-en.ts';
import { helpDevicesEn } from './help-devices-en.ts';
import { helpMcpEn } from './help-mcp-en.ts';
import { helpMoneyEn } from './help-money-en.ts';
import { helpOrdersEn } from './help-orders-en.ts';
import { helpProposalsEn } from './help-proposals-en.ts';
import { helpRecorderEn } from './help-recorder-en.ts';
import { helpSessionsEn } from './help-sessions-en.ts';
import { helpShopEn } from './help-shop-en.ts';
import { helpVehiclesEn } from './help-vehicles-en.ts';
import { helpKillSwitchEn } from './kill-switch-en.ts';

/** What `--help` says. */
export const helpEn = {
  ...helpOrdersEn,
  ...helpKillSwitchEn,
  ...helpRecorderEn,
  ...helpDatabaseEn,
  ...helpSessionsEn,
  ...helpAccessEn,
  ...helpMoneyEn,
  ...helpMcpEn,
  ...helpChatEn,
  ...helpProposalsEn,
  ...helpVehiclesEn,
  ...helpShopEn,
  ...helpDevicesEn,
  about: 'SIGEC-VE, a charging station management system: runs it, and works with one that runs.',
  titles: {
    'Usage:': 'Usage:',
    'Options:': 'Options:',
    'Commands:': 'Commands:',
    'Arguments:': 'Arguments:',
    'Settings:': 'Settings, also as environment variables or in .env:',
  } as Record<string, string>,
  optionsWord: '[options]',
  commandWord: '[command]',
  byDefault: (value: string) => `(default: ${value})`,
  help: 'show this help',
  helpCommand: 'show the help of a command',
  version: 'show the version',
  lang: 'language of what is shown: en or pt-BR (SIGEC_LANG)',
  url: 'address of the running system (SIGEC_URL)',
  key: 'your key (SIGEC_KEY)',
  json: 'show JSON, for programs',
  exitCodes:
    'Exit codes: 0 done, 1 failed, 2 wrong use, 3 not allowed, 4 not found, 5 station offline, 6 refused by the station, 7 waiting for approval.',
  sameSettings: 'All settings of "sigec serve" can be given here too.',

  serve: 'start the system',
  serveDemo: 'with a small network of simulated stations',
  doctor: 'check database, ports, data directory, clock and settings, and say how to repair them',

  station: 'charging stations',
  stationList: 'all stations with their state',
  stationShow: 'one station with its connectors',
  stationAccept: 'accept a pending station',
  stationId: 'id of the station',
  stationIdShort: 'id of the station, or its beginning',
  state: 'only stations in this state',
  status: 'only stations with a connector in this status',
  search: 'only stations with this in id, vendor, model or serial number',
  watch: 'keep showing, until Ctrl+C',
  withPassword: 'make a password for it (the default, unless everything stays on this machine)',
  withoutPassword: 'accept it without a password',

  event: 'what happened',
  eventList: 'the last events',
  eventFollow: 'events as they happen',
  since: 'how far back, such as 30m, 1h or 7d',
  limit: 'at most this many (up to 1000)',

  keys: 'keys of people, programs and agents',
  keyCreate: 'make a key; it is shown once',
  keyList: 'all keys, without their secrets',
  keyRevoke: 'end a key',
  keyName: 'whose key it is',
  keyId: 'the 8 characters of the key id',
  kind: 'who will use it',
  role: 'what it may do',
  scope: 'limit it to this, such as stations or stations:accept; may be repeated',
  expires: 'when it ends, such as 12h or 90d; without it: never',

  simulate: 'simulated stations and devices, to try the system without hardware',
  fleet: 'connect many simulated stations',
  fleetCount: 'how many',
  simulatedStation: 'connect one simulated station and show what it does',
  ocppVersions: '1.6, 2.0.1, 2.1 or all; may be repeated',
  ocppVersion: 'OCPP version of the station',
  ocppUrl: 'where stations connect (default: ws://127.0.0.1:9000)',
  prefix: 'how their ids begin (default: SIM-)',
  password: 'password of the stations',
  journal: 'write every answered boot and status report to this file',
  duration: 'stop after this long, such as 60s; without it: at Ctrl+C',
  heartbeat: 'beat this often, such as 30s; without it: as the server says',
  statusEvery: 'something happens at a connector about this often',
  connectPerSecond: 'how many stations connect within a second',
  driverTokens: 'drivers come with this token and charge; may be repeated. Without it: nobody comes',
  sampleEvery: 'how often the meter of a session is reported (default: 60s)',
  oddity: 'what the stations do to their sessions, such as repeats-events or resets-meter; may be repeated',
  simulatedDevices: 'connect simulated devices; those that nobody knows show a code and wait',
  simulatedDeviceCount: 'how many devices',
  deviceBoards: 'what they are: light, display, dog, chassis or probe; may be repeated (default: light and display)',
  deviceTransport: 'websocket or mqtt (default: as the server says)',
  devicesUrl: 'where devices connect (default: http://127.0.0.1:8003)',
  deviceFirstId: 'address of the first device; the others follow it',
  deviceKeep: 'keep in this file who they are, so that the server knows them again',

  audit: 'the trail of who did what',
  auditVerify: 'check that no entry of the trail was changed or taken out',
  completion: 'a script that completes sigec commands in your shell',
  shell: 'which shell',
};
