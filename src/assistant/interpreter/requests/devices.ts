import { defined } from '#base/present.ts';
import type { Asked } from '../grammar/asked.ts';
import { isSilent } from '../grammar/read.ts';
import { fold } from '../spot/fold.ts';
import { ask, call } from './build.ts';
import type { Request } from './request.ts';

const rgb: readonly [RegExp, [number, number, number]][] = [
  [/\b(?:white|branc[oa])\b/i, [255, 255, 255]],
  [/\b(?:red|vermelh[oa])\b/i, [255, 0, 0]],
  [/\b(?:green|verde)\b/i, [0, 255, 0]],
  [/\b(?:blue|azul)\b/i, [0, 0, 255]],
  [/\b(?:yellow|amarel[oa])\b/i, [255, 255, 0]],
  [/\b(?:orange|laranja)\b/i, [255, 128, 0]],
  [/\b(?:purple|violet|rox[oa])\b/i, [128, 0, 128]],
  [/\b(?:pink|rosa)\b/i, [255, 105, 180]],
];

/** What is wished of a device, in words that are looked for among its tools and their arguments. */
function wish(asked: Asked): Record<string, unknown> {
  const colour = rgb.find(([pattern]) => pattern.test(asked.text))?.[1];
  const ways = asked.items.filter((item, index) => item.concepts.has('on') && !isPlace(asked, index));
  // "light" is a noun first: "turn the light off".
  const isOn = ways.some(({ concepts }) => !concepts.has('light'));
  return defined({
    on: isOn ? true : asked.has('off') ? false : ways.length > 0 ? true : undefined,
    rgb: colour,
    level: asked.number('percent') ?? asked.number('number'),
    text: asked.text_('quoted') ?? themeIn(asked),
    about: (['light', 'speaker', 'brightness', 'theme', 'screen', 'gate', 'photo', 'battery', 'say'] as const).filter(
      (each) => asked.has(each),
    ),
  });
}

const places = ['device', 'screen', 'light', 'speaker', 'site', 'gate', 'connector', 'station'] as const;

/** "write it on the display" tells where. */
function isPlace({ items }: Asked, index: number): boolean {
  if (items[index]?.text.toLowerCase() !== 'on') return false;
  const next = items.slice(index + 1).find((item) => item.entity !== undefined || !isSilent(item));
  const isNamed = ['device', 'site', 'name', 'station', 'place'].includes(next?.entity?.kind ?? '');
  return isNamed || places.some((place) => next?.concepts.has(place) === true);
}

function themeIn(asked: Asked): string | undefined {
  if (!asked.has('theme')) return undefined;
  return /\b(?:dark|escuro)\b/i.test(asked.text)
    ? 'dark'
    : /\b(?:light|claro)\b/i.test(asked.text)
      ? 'light'
      : undefined;
}

const things =
  'device theme how light speaker brightness screen gate photo battery say on off colour colourname change station site connector limit now open unlock message @station @site @name @number @percent @quoted @place @device';

export const deviceRequests: readonly Request[] = [
  {
    tool: 'list_devices',
    when: [
      'device',
      'device ?',
      'device count',
      'light ?',
      'screen ?',
      'speaker ?',
      '@device ?',
      '@device online|offline|how',
    ],
    takes:
      'all running @device count online offline station site where how now light screen speaker brightness battery gate @station @site @name',
    not: 'online offline',
    examples: { en: 'list the devices', pt: 'liste os dispositivos' },
    intent(asked) {
      if ((asked.has('on') && !asked.isQuestion) || (asked.has('off') && !asked.isQuestion) || asked.has('say'))
        return undefined;
      if (asked.has('disable') && !asked.isQuestion) return undefined;
      // How loud or bright it is set is told by the device alone.
      const device = asked.text_('device');
      if (device !== undefined && ['speaker', 'brightness', 'battery'].some((each) => asked.has(each as 'speaker')))
        return call('call_device_tool', { given: { wish: { about: ['battery'] }, words: [], device } });
      const isOnline =
        asked.text_('device') !== undefined
          ? undefined
          : asked.has('online') || asked.hasNot('offline')
            ? true
            : asked.has('offline') || asked.hasNot('online')
              ? false
              : undefined;
      return call('list_devices', {
        ...defined({ station: asked.text_('station'), site: asked.text_('site') ?? asked.text_('name') }),
        given: { limit: 50, ...defined({ is_online: isOnline, device }) },
      });
    },
  },
  {
    tool: 'list_device_tools',
    when: [
      'device tool',
      'device may',
      'tool @name',
      'tool @device',
      'may @device',
      'help @device',
      'ability @device',
      'ability device',
      'done @device',
      'device help',
    ],
    takes: 'all ability @name @quoted @station @device how help done tool light screen',
    isFreeText: true,
    examples: {
      en: 'which tools does the device "Lobby light" have?',
      pt: 'quais ferramentas tem o dispositivo "Luz do saguão"?',
    },
    intent(asked) {
      const device = asked.text_('device') ?? asked.text_('quoted') ?? asked.text_('name') ?? asked.text_('station');
      return device === undefined ? ask('device') : call('list_device_tools', { given: { device } });
    },
  },
  {
    tool: 'show_alert_on_device',
    when: [
      'attention @quoted @device',
      'attention @device @quoted',
      'attention @quoted device',
      'attention device @quoted',
    ],
    takes: 'attention say screen device @quoted @device @name',
    isChange: true,
    isFreeText: true,
    examples: {
      en: 'show the alert "back at 6" on the device Lobby light',
      pt: 'mostre o alerta "volto às 6" no dispositivo Luz do saguão',
    },
    intent(asked) {
      const device = asked.text_('device') ?? asked.text_('name');
      const message = asked.text_('quoted');
      if (device === undefined || message === undefined) return ask('device');
      const change = { en: 'show "{message}" on {device}', pt: 'mostrar "{message}" em {device}' };
      return call('show_alert_on_device', { given: { device, message }, change });
    },
  },
  {
    tool: 'call_device_tool',
    when: [
      'on light|device|screen|speaker|gate|@name|@device',
      'off light|device|screen|speaker|gate|@name|@device',
      'change light|speaker|brightness|screen|theme|@device',
      'limit speaker|brightness',
      'theme @device|screen',
      'say screen|device|@quoted|@device',
      'colourname light|@device',
      '@quoted @device',
      '@device @number|@percent',
      'clear @device',
      'unlock gate',
      'speaker @number|@percent',
      'brightness @number|@percent',
      'photo',
      '@quoted screen',
    ],
    takes: things,
    isChange: true,
    examples: { en: 'turn on the lobby light', pt: 'acenda a luz do saguão' },
    isFreeText: true,
    intent(asked) {
      if (/\?\s*$/.test(asked.text) && !/^(?:can|could|would|pode|poderia|consegue)\b/i.test(asked.text))
        return undefined;
      // "the lights that are off" tells which, and orders nothing.
      if (/\b(?:(?:that|which) (?:are|is)|que (?:estao|esta|estejam|ta))\b/.test(fold(asked.text))) return undefined;
      const wanted = wish(asked);
      // "dimmer", "louder": by how much is not guessed.
      const isLevel = asked.has('brightness') || asked.has('speaker');
      const isOpen = ['on', 'rgb', 'level', 'text'].every((name) => wanted[name] === undefined);
      if (isLevel && isOpen) return ask('level');
      if (isOpen && !['gate', 'photo', 'battery', 'speaker'].some((each) => asked.has(each as 'gate')))
        return ask('what');
      const device = asked.text_('device');
      const named = device === undefined ? asked.items : [];
      const words = named
        .filter(({ concepts, entity }) => concepts.size === 0 && (entity === undefined || entity.kind === 'name'))
        .map(({ text }) => text);
      return call('call_device_tool', {
        ...defined({ station: asked.text_('station'), site: asked.text_('site') }),
        given: { wish: wanted, words, ...defined({ device }) },
        change: { en: '{device}: {tool} {arguments}', pt: '{device}: {tool} {arguments}' },
      });
    },
  },
];
