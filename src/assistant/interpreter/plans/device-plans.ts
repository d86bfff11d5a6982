import { isRecord } from '#base/json.ts';
import type { CallIntent } from '../intent.ts';
import { nameKey } from '../spot/fold.ts';
import type { Prepared } from './call-plan.ts';
import { siteNamed, stationNamed } from './named.ts';
import { type Asking, askOne, Reply, type Setting } from './plan.ts';
import { objectAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { plain, rowTable, timeOf, wordOf } from './show.ts';

type Wish = { on?: boolean; rgb?: [number, number, number]; level?: number; text?: string; about: string[] };

const white: [number, number, number] = [255, 255, 255];
/** What a tool for each subject may be called. */
const names: Readonly<Record<string, RegExp>> = {
  light: /light|lamp|led/,
  speaker: /volume|speaker|audio/,
  brightness: /bright/,
  theme: /theme/,
  screen: /screen|display|text/,
  say: /text|show|message|display/,
  gate: /gate|door|barrier|relay/,
  photo: /photo|camera|snapshot/,
  battery: /status|battery/,
};

/** The device that is meant, and which of its tools with which arguments: looked up among what it announced and a person accepted. */
export function* deviceWish(setting: Setting, { given = {}, station, site }: CallIntent): Asking<Prepared> {
  const wish = given['wish'] as Wish;
  const words = given['words'] as string[];
  const at = {
    ...(station !== undefined && { charge_point_id: yield* stationNamed(setting, station) }),
    ...(site !== undefined && { site_id: yield* siteNamed(setting, site) }),
  };
  const { data } = yield* askOne(setting, 'list_devices', { ...at, limit: 50 });
  const listed = rowsIn(data, 'devices').filter(
    (row) => given['device'] === undefined || textIn(row, 'device_id') === given['device'],
  );
  const devices = yield* fitting(setting, listed, given['device'] === undefined ? words : [], wish);
  const [first] = devices;
  if (first === undefined) throw new Reply(setting.texts.noDevice(plain(words.join(' '))));
  if (devices.length > 1)
    throw new Reply(setting.texts.whichDevice(devices.map(({ device }) => plain(textIn(device, 'name'))).join(', ')));
  const { device, tool, args } = first;
  const shown = Object.entries(args).map(([name, value]) => `${name} = ${plain(String(value))}`);
  return {
    given: { device: textIn(device, 'device_id'), tool: textIn(tool, 'tool'), arguments: args },
    names: { device: plain(textIn(device, 'name')), tool: plain(textIn(tool, 'tool')), arguments: shown.join(', ') },
  };
}

/** Read back are the very words that people will see, and the name of the device that shows them. */
export function* alertMeant(setting: Setting, { given = {} }: CallIntent): Asking<Prepared> {
  const wanted = nameKey(String(given['device']));
  const { data } = yield* askOne(setting, 'list_devices', { limit: 50 });
  const device = rowsIn(data, 'devices').find((row) =>
    [textIn(row, 'device_id'), textIn(row, 'name')].some((known) => nameKey(known) === wanted),
  );
  if (device === undefined) throw new Reply(setting.texts.noDevice(plain(String(given['device']))));
  return {
    given: { ...given, device: textIn(device, 'device_id') },
    names: { device: plain(textIn(device, 'name')), message: plain(String(given['message'])) },
  };
}

/** The devices with the places they stand at, and whether they are connected. */
export function deviceTable(setting: Setting, rows: readonly Row[]): string {
  const { heads, fields } = setting.texts;
  const placeOf = (field: string) => (row: Row) => textIn(objectAt(row, 'place'), field);
  const isOnline = (row: Row) => objectAt(row, 'link')['is_online'] === true;
  return rowTable(setting, rows, [
    [fields['name'] ?? 'name', 'name'],
    [heads.connection, (row) => wordOf(setting, isOnline(row) ? 'online' : 'offline')],
    [heads.status, (row) => wordOf(setting, textIn(row, 'state'))],
    [heads.site, placeOf('site_id')],
    [heads.station, placeOf('charge_point_id')],
    [fields['last_seen_at'] ?? 'last seen', timeOf(setting, 'last_seen_at')],
  ]);
}

type Fit = { device: Row; tool: Row; args: Row };

/** Of the devices that are named, or of all, those with a tool for it. */
function* fitting(setting: Setting, devices: readonly Row[], words: readonly string[], wish: Wish): Asking<Fit[]> {
  const keys = words.map(nameKey).filter((key) => key !== '');
  const named = devices.filter((row) => {
    const name = nameKey(`${textIn(row, 'name')} ${textIn(row, 'device_id')}`);
    return keys.every((key) => name.includes(key));
  });
  if (keys.length > 0 && named.length === 0) return [];
  const found: Fit[] = [];
  for (const device of named.slice(0, 10)) {
    const { data } = yield* askOne(setting, 'list_device_tools', { device: textIn(device, 'device_id') });
    const fit = rowsIn(data, 'tools')
      .flatMap((tool) => toolFor(device, tool, wish))
      .toSorted((one, other) => scoreOf(other, wish) - scoreOf(one, wish))[0];
    if (fit !== undefined) found.push(fit);
  }
  const best = Math.max(...found.map((fit) => scoreOf(fit, wish)));
  return found.filter((fit) => scoreOf(fit, wish) === best);
}

function toolFor(device: Row, tool: Row, wish: Wish): Fit[] {
  const name = textIn(tool, 'tool').toLowerCase();
  const isAbout = isFor(name, wish);
  const isOtherText = wish.text !== undefined && !wish.about.includes('theme') && names['theme']?.test(name) === true;
  if (tool['is_usable'] === false || !isAbout || isOtherText) return [];
  const args = argumentsFor(name, objectAt(objectAt(tool, 'input_schema'), 'properties'), wish);
  return args === undefined ? [] : [{ device, tool, args }];
}

/** A screen has tools for its text, its theme and its brightness: the narrowest word decides. */
function isFor(name: string, { about }: Wish): boolean {
  const narrow = about.filter((each) => ['speaker', 'brightness', 'theme', 'photo'].includes(each));
  const asked = narrow.length > 0 ? narrow : about;
  return asked.length === 0 || asked.some((each) => names[each]?.test(name) === true);
}

/** The more of the wish a tool takes up, the better. */
function scoreOf({ tool, args }: Fit, wish: Wish): number {
  const name = textIn(tool, 'tool').toLowerCase();
  const isWord = wish.about.filter((each) => names[each]?.test(name) === true).length;
  return (
    isWord * 2 +
    Object.keys(args).length +
    (wish.on === false && name.includes('off') ? 5 : 0) +
    (wish.on === true && /_on\b|turn_on|open/.test(name) ? 5 : 0)
  );
}

/** undefined: the tool cannot do what is wished. */
function argumentsFor(name: string, properties: Row, wish: Wish): Row | undefined {
  const fields = Object.entries(properties).filter(([, schema]) => isRecord(schema));
  const isSwitch =
    wish.on !== undefined && wish.rgb === undefined && wish.level === undefined && wish.text === undefined;
  if (fields.length === 0) {
    if (wish.rgb !== undefined || wish.level !== undefined || wish.text !== undefined) return undefined;
    if (wish.on === false) return /off|close|stop/.test(name) ? {} : undefined;
    if (wish.on === true) return /_on\b|turn_on|open|start/.test(name) ? {} : undefined;
    return /off|reboot|restart|upgrade/.test(name) ? undefined : {};
  }
  const rgb = wish.rgb ?? (isSwitch ? (wish.on === true ? white : ([0, 0, 0] as const)) : undefined);
  const args: Row = {};
  for (const [field, schema] of fields) {
    const type = textIn(schema as Row, 'type');
    const colour = ['r', 'g', 'b'].indexOf(field.charAt(0).toLowerCase());
    const isColour = /^(?:r|g|b|red|green|blue)$/i.test(field);
    if (isColour && rgb !== undefined) args[field] = rgb[colour];
    else if (type === 'boolean' && wish.on !== undefined) args[field] = wish.on;
    else if ((type === 'integer' || type === 'number') && wish.level !== undefined && !isColour)
      args[field] = wish.level;
    else if (type === 'string' && wish.text !== undefined) args[field] = wish.text;
    else if ((schema as Row)['default'] === undefined) return undefined;
  }
  // A text in red on a screen that knows no colours would be half of what was wished.
  const isWhole =
    (wish.rgb === undefined ||
      'rgb'.split('').some((letter) => fields.some(([field]) => field.toLowerCase().startsWith(letter)))) &&
    (wish.level === undefined || Object.values(args).includes(wish.level)) &&
    (wish.text === undefined || Object.values(args).includes(wish.text));
  return Object.keys(args).length === 0 || !isWhole ? undefined : args;
}
