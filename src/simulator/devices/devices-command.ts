import { invalidOption, readDurationMs, readNumber } from '../read-option.ts';
import { sleep } from '../sleep.ts';
import { type BoardName, boards, isBoardName } from './boards.ts';
import { DeviceFleet, deviceIds, usualFirstId } from './device-fleet.ts';
import { type DevicesLanguage, devicesTexts } from './devices-texts.ts';
import { keptClientIds } from './kept-client-ids.ts';
import type { DeviceEvent, SimulatedTransport } from './simulated-device.ts';

/** The options of `sigec simulate devices`, as typed. */
export type DevicesCommandOptions = {
  count: string;
  /** What they are; several take turns. Absent: a light and a display. */
  board?: readonly string[] | undefined;
  /** websocket or mqtt. Absent: as the server says. */
  transport?: string | undefined;
  /** Of the device door: http://127.0.0.1:8003 */
  url?: string | undefined;
  firstId?: string | undefined;
  /** Where they keep who they are, so that the server knows them again. Absent: they come as strangers. */
  keep?: string | undefined;
  /** 90s, 5m, 2h or seconds. Absent: until the signal. */
  duration?: string | undefined;
  language?: DevicesLanguage | undefined;
  signal?: AbortSignal | undefined;
};

const progressEveryMs = 5_000;
const maxDevices = 20_000;
/** With more of them nobody reads what each one does. */
const maxTold = 20;

/** Runs devices, tells how it goes, and gives the exit code: 0 when every device was online. */
export async function runDevicesCommand(
  options: DevicesCommandOptions,
  print: (line: string) => void,
): Promise<number> {
  const { count, names, transport, url, firstId, durationMs } = readOptions(options);
  const text = devicesTexts[options.language ?? 'en'];
  const signal = options.signal ?? new AbortController().signal;
  const tell = (event: DeviceEvent) => {
    const line = count <= maxTold || event.kind === 'shows-code' ? text.event(event) : undefined;
    if (line !== undefined) print(line);
  };
  print(text.start({ count, boards: names, url }));
  const clientIds =
    options.keep === undefined ? undefined : await keptClientIds(options.keep, deviceIds(firstId, count));
  const otaUrl = `${url}/xiaozhi/ota/`;
  const fleet = new DeviceFleet({ count, boards: names, firstId, transport, clientIds, otaUrl, onEvent: tell });
  const starting = fleet.start();
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  while (await sleep(Math.min(progressEveryMs, durationMs - elapsedMs()), signal)) {
    if (count > maxTold) print(text.progress({ seconds: Math.round(elapsedMs() / 1000), stats: fleet.stats() }));
    if (elapsedMs() >= durationMs) break;
  }
  const stats = fleet.stats();
  await fleet.stop();
  await starting;
  for (const line of text.summary({ stats, onlineOnce: fleet.onlineOnce })) print(line);
  return fleet.onlineOnce === count ? 0 : 1;
}

function readOptions(options: DevicesCommandOptions) {
  const { url = 'http://127.0.0.1:8003', firstId = usualFirstId } = options;
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url))
    throw invalidOption('--url', url, 'an address such as http://127.0.0.1:8003');
  if (!/^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i.test(firstId))
    throw invalidOption('--first-id', firstId, `an address such as ${usualFirstId}`);
  return {
    url: url.replace(/\/+$/, ''),
    firstId: firstId.toLowerCase(),
    count: readNumber('N', options.count, { least: 1, most: maxDevices }),
    names: readBoards(options.board ?? []),
    transport: readTransport(options.transport),
    durationMs: options.duration === undefined ? Number.MAX_SAFE_INTEGER : readDurationMs(options.duration),
  };
}

function readBoards(given: readonly string[]): [BoardName, ...BoardName[]] {
  const unknown = given.find((name) => !isBoardName(name));
  if (unknown !== undefined) throw invalidOption('--board', unknown, Object.keys(boards).join(', '));
  const [first, ...others] = given.filter(isBoardName);
  return first === undefined ? ['light', 'display'] : [first, ...others];
}

function readTransport(given: string | undefined): SimulatedTransport | undefined {
  if (given === undefined || given === 'websocket' || given === 'mqtt') return given;
  throw invalidOption('--transport', given, 'websocket or mqtt');
}
