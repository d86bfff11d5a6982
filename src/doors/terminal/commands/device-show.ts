import { deviceApi } from '#contract/api/devices.ts';
import type { DeviceDetail, DeviceList, DeviceState, DeviceTool } from '#contract/devices/device.ts';
import { openApi } from '../api.ts';
import { toolTable } from '../device-lines.ts';
import { deviceIdOf } from '../find-named.ts';
import type { ShowOptions, Switches, Texts } from '../read-options.ts';
import { placeOf } from '../session-words.ts';
import { type Cell, fieldLines, quiet, show, showList, strong, type Table, tableLines, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime, relativeTime } from '../times.ts';
import { visible } from '../visible.ts';

type ListOptions = ShowOptions & Texts<'site' | 'station'> & Switches<'online' | 'offline'> & { state?: DeviceState };
type Listed = DeviceList['devices'][number];

export async function deviceList(terminal: Terminal, options: ListOptions): Promise<number> {
  const { state, site: siteId, station: stationId, online, offline } = options;
  const isOnline = online === offline ? undefined : online === true;
  const list = await openApi(terminal, options).call(deviceApi.list, { query: { state, siteId, stationId, isOnline } });
  const { none, waiting, toJudge } = terminal.text.device;
  const codes = list.devices.filter(({ codeExpiresAt }) => codeExpiresAt !== null).length;
  const tools = list.devices.reduce((sum, { waitingToolCount }) => sum + waitingToolCount, 0);
  const more = [...(codes > 0 ? [waiting(codes, terminal.command)] : []), ...(tools > 0 ? [toJudge(tools)] : [])];
  return showList(terminal, options, {
    value: list,
    none,
    table: () => deviceTable(terminal, list.devices),
    more: more.length === 0 ? undefined : more.join('\n'),
  });
}

function deviceTable(terminal: Terminal, devices: readonly Listed[]): Table {
  const { text, clock, language } = terminal;
  const { titles } = text;
  return tableOf(devices, [
    [titles.device, ({ id }) => strong(id)],
    [titles.name, ({ id, name }) => (name === id ? '' : name), 'flexible'],
    [titles.state, (device) => stateCell(terminal, device)],
    [titles.place, ({ place }) => placeWords(place), 'flexible'],
    [titles.board, ({ board }) => board, 'flexible optional'],
    [titles.firmware, ({ firmware }) => firmware, 'optional'],
    [
      titles.tools,
      ({ toolCount, waitingToolCount: more }) => (more === 0 ? toolCount : `${toolCount} (+${more})`),
      'right',
    ],
    [
      titles.deviceSeen,
      ({ lastSeenAt }) => relativeTime(lastSeenAt, { now: clock.now(), language }) ?? text.time.now,
      'optional',
    ],
  ]);
}

function stateCell({ text }: Terminal, { state, link, isProofAwaited }: Listed): Cell {
  const { states, online, offline, proofAwaited } = text.device;
  if (isProofAwaited) return { text: proofAwaited, tone: 'warning' };
  if (state === 'waiting') return { text: states.waiting, tone: 'warning' };
  if (state === 'blocked') return { text: states.blocked, tone: 'bad' };
  return link.isOnline ? { text: online, tone: 'good' } : quiet(offline);
}

function placeWords(place: Listed['place']): string {
  if (place === null) return '';
  return [place.siteId, place.stationId ?? '', placeOf(place)].filter((part) => part !== '').join(' ');
}

export async function deviceShow(terminal: Terminal, options: ShowOptions & { device: string }): Promise<number> {
  const api = openApi(terminal, options);
  const device = await api.call(deviceApi.get, { params: { id: await deviceIdOf(terminal, api, options.device) } });
  const { id, name, tools } = device;
  return show(terminal, options, device, () => [
    terminal.paint('strong', visible(name === id ? id : `${name} (${id})`)),
    '',
    ...fieldLines(terminal, fieldsOf(terminal, device)),
    '',
    ...(tools.length === 0 ? [terminal.text.device.noTools] : tableLines(terminal, toolTable(terminal, tools))),
  ]);
}

function fieldsOf(terminal: Terminal, device: DeviceDetail): [string, Cell | null][] {
  const { titles } = terminal.text;
  const { by } = terminal.text.station;
  const { kinds, until } = terminal.text.device;
  const { link, place, activatedAt, activatedBy, codeExpiresAt } = device;
  const since = link.since === null ? '' : ` (${localTime(link.since)})`;
  const where = [placeWords(place), place?.note ?? ''].filter((part) => part !== '').join(', ');
  return [
    [titles.kind, kinds[device.kind]],
    [titles.state, stateCell(terminal, device)],
    [titles.connection, link.transport === null ? null : `${link.transport}${since}`],
    [titles.awayBecause, link.isOnline ? null : link.reason],
    [titles.place, place === null ? null : where],
    [titles.board, device.board],
    [titles.firmware, device.firmware],
    [titles.serialNumber, device.serialNumber],
    [titles.language, device.language],
    [titles.firstSeen, localTime(device.firstSeenAt)],
    [titles.deviceSeen, localTime(device.lastSeenAt)],
    [titles.activated, activatedAt === null ? null : `${localTime(activatedAt)} ${by(activatedBy ?? '')}`],
    [titles.code, codeExpiresAt === null ? null : until(localTime(codeExpiresAt))],
  ];
}

export async function deviceTools(
  terminal: Terminal,
  options: ShowOptions & { device: string; refresh?: boolean },
): Promise<number> {
  const api = openApi(terminal, options);
  const params = { id: await deviceIdOf(terminal, api, options.device) };
  const { tools }: { tools: readonly DeviceTool[] } = options.refresh
    ? await api.call(deviceApi.refresh, { params })
    : await api.call(deviceApi.get, { params });
  const { noTools, toJudge } = terminal.text.device;
  const waiting = tools.filter(({ trust }) => trust === 'new' || trust === 'changed').length;
  return showList(terminal, options, {
    value: { tools },
    none: noTools,
    table: () => toolTable(terminal, tools),
    more: waiting === 0 ? undefined : toJudge(waiting),
  });
}
