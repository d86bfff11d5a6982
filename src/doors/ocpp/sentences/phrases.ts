import type { EvseAddress, Reading } from './read.ts';

type Sayable = string | number | undefined;

/** What a language has to say by itself; the rest is figures. */
export type PhraseWords = {
  decimal: '.' | ',';
  words: Readonly<Record<string, string>>;
  station: string;
  evse(id: string): string;
  connector(id: string): string;
  connectorOfEvse(connector: string, evse: string): string;
  atStation: string;
  atEvse(id: string): string;
  atConnector(id: string): string;
  atConnectorOfEvse(connector: string, evse: string): string;
  andMore(count: number): string;
};

const shownOfList = 3;
const prefixed: ReadonlySet<string> = new Set(['Wh', 'W', 'varh', 'var', 'VAh', 'VA']);
const symbols: ReadonlyMap<string, string> = new Map([
  ['Percent', '%'],
  ['Celsius', '°C'],
  ['Celcius', '°C'],
  ['Fahrenheit', '°F'],
]);

/** How figures, places, times and lists are said in a language. */
export function phrasesIn(language: PhraseWords) {
  /** What a message lacks although it should be there is a question mark, never a word of the program. */
  function shown(value: Sayable): string {
    if (typeof value === 'number') return number(value);
    return typeof value === 'string' ? value : '?';
  }
  function number(value: number): string {
    if (!Number.isFinite(value)) return '?';
    const rounded = Number.isInteger(value) ? value : Math.round(value * 1000) / 1000;
    return String(rounded).replace('.', language.decimal);
  }
  function say(parts: TemplateStringsArray, ...values: readonly Sayable[]): string {
    return parts.reduce((text, part, index) => `${text}${shown(values[index - 1])}${part}`);
  }
  function amount({ value, unit }: Reading): string {
    const isLarge = prefixed.has(unit) && Math.abs(value) >= 1000;
    return isLarge ? `${number(value / 1000)} k${unit}` : `${number(value)} ${symbols.get(unit) ?? unit}`.trim();
  }
  function list(items: readonly string[]): string {
    const more = items.length - shownOfList;
    return items.slice(0, shownOfList).join(', ') + (more > 0 ? ` ${language.andMore(more)}` : '');
  }
  return {
    say,
    amount,
    list,
    energy: (wh: number | undefined) => (wh === undefined ? '?' : amount({ value: wh, unit: 'Wh' })),
    amounts: (readings: readonly Reading[]) => list(readings.map(amount)),
    /** A word of the protocol in the words of the language, or at least as words. */
    word: (wire: string | undefined): string => {
      if (wire === undefined) return '?';
      return Object.hasOwn(language.words, wire) ? (language.words[wire] ?? wire) : asWords(wire);
    },
    /** "2026-03-01 08:00:00 UTC" */
    time(text: string | undefined): string {
      const time = new Date(text ?? '');
      if (Number.isNaN(time.getTime())) return shown(text);
      return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
    },
    place: (place: EvseAddress) =>
      saidOf(place, {
        station: language.station,
        evse: language.evse,
        connector: language.connector,
        both: language.connectorOfEvse,
      }),
    at: (place: EvseAddress) =>
      saidOf(place, {
        station: language.atStation,
        evse: language.atEvse,
        connector: language.atConnector,
        both: language.atConnectorOfEvse,
      }),
    /** What is said only when there is something to say it of. */
    ifTold: <Value>(value: Value | undefined | null, tell: (value: Value) => string): string =>
      value === undefined || value === null || value === '' ? '' : tell(value),
  };
}

type PlaceWords = {
  station: string;
  evse(id: string): string;
  connector(id: string): string;
  both(connector: string, evse: string): string;
};

function saidOf({ evseId, connectorId }: EvseAddress, words: PlaceWords): string {
  const [evse, connector] = [String(evseId), String(connectorId)];
  if (connectorId !== undefined && evseId !== undefined) return words.both(connector, evse);
  if (evseId !== undefined) return words.evse(evse);
  return connectorId === undefined ? words.station : words.connector(connector);
}

/** GroundFailure: ground failure; EVDisconnected: EV disconnected. */
function asWords(wire: string): string {
  return wire
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word))
    .join(' ');
}
