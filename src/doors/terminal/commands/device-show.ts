import { deviceApi } from '#contract/api/devices.ts';
import type { DeviceDetail, DeviceList, DeviceState, DeviceTool } from '#contract/devices/device.ts';
import { openApi } from '../api.ts';
import { toolTable } from '../device-lines.ts';
import { done } from '../exit-code.ts';
import { deviceIdOf } from '../find-device.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import { placeOf } from '../session-words.ts';
import { showList, tableLines } from '../show-list.ts';
import { type Cell, renderFields, type Table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime, relativeTime } from '../times.ts';
import { visible } from '../visible.ts';

type ShowOptions = ServerOptions & { json?: boolean };
type ListOptions = ShowOptions & {
  state?: DeviceState;
  site?: string;
  station?: string;
  online?: boolean;
  offline?: boolean;
};
type Listed = DeviceList['devices'][number];

export async function deviceList(terminal: Terminal, options: ListOptions): Promise<number> {
  const { state, site, station, online, offline } = options;
  const list = await openApi(terminal, options).call(deviceApi.list, {
    query: {
      ...(state !== undefined && { state }),
      ...(site !== undefined && { siteId: site }),
      ...(station !== undefined && { stationId: station }),
      ...(online !== offline && { isOnline: online === true }),
    },
  });
  const { none, waiting, toJudge } = terminal.text.device;
  const codes = list.devices.filter(({ codeExpiresAt }) => codeExpiresAt !== null).length;
  const tools = list.devices.reduce((sum, { waitingToolCount }) => sum + waitingToolCount, 0);
  const more = [...(codes > 0 ? [waiting(codes, terminal.command)] : []), ...(tools > 0 ? [toJudge(tools)] : [])];
  return showList(terminal, options, {
    ...{ value: list, none, table: () => tableOf(terminal, list.devices) },
    ...(more.length > 0 && { more: more.join('\n') }),
  });
}

function tableOf(terminal: Terminal, devices: readonly Listed[]): Table {
  const { columns } = terminal.text.device;
  return {
    columns: [
      { title: columns.device },
      { title: columns.name, isFlexible: true },
      { title: columns.state },
      { title: columns.place, isFlexible: true },
      { title: columns.board, isFlexible: true, isOptional: true },
      { title: columns.firmware, isOptional: true },
      { title: columns.tools, isRight: true },
      { title: columns.lastSeen, isOptional: true },
    ],
    rows: devices.map((device): Cell[] => [
      { text: device.id, tone: 'strong' },
      device.name === device.id ? '' : device.name,
      stateCell(terminal, device),
      placeWords(device.place),
      device.board ?? '',
      device.firmware ?? '',
      device.waitingToolCount === 0 ? String(device.toolCount) : `${device.toolCount} (+${device.waitingToolCount})`,
      relativeTime(device.lastSeenAt, { now: terminal.clock.now(), language: terminal.language }) ??
        terminal.text.time.now,
    ]),
  };
}

function stateCell({ text }: Terminal, { state, link, isProofAwaited }: Listed): Cell {
  const { states, online, offline, proofAwaited } = text.device;
  if (isProofAwaited) return { text: proofAwaited, tone: 'warning' };
  if (state === 'waiting') return { text: states.waiting, tone: 'warning' };
  if (state === 'blocked') return { text: states.blocked, tone: 'bad' };
  return link.isOnline ? { text: online, tone: 'good' } : { text: offline, tone: 'quiet' };
}

function placeWords(place: Listed['place']): string {
  return place === null
    ? ''
    : [place.siteId, place.stationId ?? '', placeOf(place)].filter((part) => part !== '').join(' ');
}

export async function deviceShow(terminal: Terminal, options: ShowOptions & { what: string }): Promise<number> {
  const api = openApi(terminal, options);
  const device = await api.call(deviceApi.get, { params: { id: await deviceIdOf(terminal, api, options.what) } });
  if (options.json) {
    terminal.out(json(device));
    return done;
  }
  const { noTools } = terminal.text.device;
  const lines = [
    terminal.paint('strong', visible(device.name === device.id ? device.id : `${device.name} (${device.id})`)),
    '',
    ...renderFields(fieldsOf(terminal, device), terminal.paint),
    '',
    ...(device.tools.length === 0 ? [noTools] : tableLines(terminal, toolTable(terminal, device.tools))),
  ];
  terminal.out(lines.join('\n'));
  return done;
}

function fieldsOf(terminal: Terminal, device: DeviceDetail): [string, Cell][] {
  const { columns, fields, kinds, by, until } = terminal.text.device;
  const { link, place, activatedAt, activatedBy, codeExpiresAt } = device;
  const since = link.since === null ? '' : ` (${localTime(link.since)})`;
  const rows: [string, Cell | null][] = [
    [fields.kind, kinds[device.kind]],
    [columns.state, stateCell(terminal, device)],
    [fields.link, link.transport === null ? null : `${link.transport}${since}`],
    [fields.reason, link.isOnline ? null : link.reason],
    [
      columns.place,
      place === null ? null : [placeWords(place), place.note ?? ''].filter((part) => part !== '').join(', '),
    ],
    [columns.board, device.board],
    [columns.firmware, device.firmware],
    [fields.serialNumber, device.serialNumber],
    [fields.language, device.language],
    [fields.firstSeen, localTime(device.firstSeenAt)],
    [columns.lastSeen, localTime(device.lastSeenAt)],
    [fields.activated, activatedAt === null ? null : `${localTime(activatedAt)} ${by(activatedBy ?? '')}`],
    [fields.code, codeExpiresAt === null ? null : until(localTime(codeExpiresAt))],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

export async function deviceTools(
  terminal: Terminal,
  options: ShowOptions & { what: string; refresh?: boolean },
): Promise<number> {
  const api = openApi(terminal, options);
  const id = await deviceIdOf(terminal, api, options.what);
  const tools: readonly DeviceTool[] = options.refresh
    ? (await api.call(deviceApi.refresh, { params: { id } })).tools
    : (await api.call(deviceApi.get, { params: { id } })).tools;
  const { noTools, toJudge } = terminal.text.device;
  const waiting = tools.filter(({ trust }) => trust === 'new' || trust === 'changed').length;
  return showList(terminal, options, {
    ...{ value: { tools }, none: noTools, table: () => toolTable(terminal, tools) },
    ...(waiting > 0 && { more: toJudge(waiting) }),
  });
}
