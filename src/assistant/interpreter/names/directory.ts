import type { Message } from '../../conversation/message.ts';
import { type Row, readAnswer, rowsIn, textIn } from '../plans/read-answer.ts';
import { nameKey } from '../spot/fold.ts';

export type KnownKind = 'station' | 'site' | 'driver' | 'device' | 'tariff' | 'model' | 'group';
/** Something that has a name in this installation. */
export type Known = { kind: KnownKind; name: string; id: string };
export type Directory = readonly Known[];

type Source = { tool: string; given: Row; namesIn: (data: Row) => Known[] };

function listed(kind: KnownKind, list: string, id: string, name = id): (data: Row) => Known[] {
  return (data) =>
    rowsIn(data, list).flatMap((row) => {
      const known = { kind, name: textIn(row, name) || textIn(row, id), id: textIn(row, id) };
      return known.id === '' ? [] : [known];
    });
}

/** Where names are read, and with which call all of them come. */
const sources: readonly Source[] = [
  {
    tool: 'list_charge_points',
    given: { limit: 100 },
    namesIn: listed('station', 'charge_points', 'charge_point_id'),
  },
  { tool: 'list_sites', given: { limit: 100 }, namesIn: listed('site', 'sites', 'site_id', 'name') },
  { tool: 'list_drivers', given: { limit: 100 }, namesIn: listed('driver', 'drivers', 'driver_id', 'name') },
  { tool: 'list_devices', given: { limit: 50 }, namesIn: listed('device', 'devices', 'device_id', 'name') },
  { tool: 'list_tariffs', given: { limit: 30 }, namesIn: listed('tariff', 'tariffs', 'tariff_id') },
  {
    tool: 'listar_modelos',
    given: {},
    namesIn: ({ modelos }) =>
      Array.isArray(modelos) ? modelos.map((name) => ({ kind: 'model', name: String(name), id: String(name) })) : [],
  },
];

/** The calls that bring every name. */
export const lookups = sources.map(({ tool, given }) => ({ tool, given }));

export function directoryOf(answers: readonly Row[]): Directory {
  const found = answers.flatMap((data) => sources.flatMap(({ namesIn }) => namesIn(data)));
  return [...new Map(found.map((known) => [`${known.kind} ${nameKey(known.id)}`, known])).values()];
}

/** Those that answers of this conversation have told; undefined: nobody has looked them up yet. */
export function directoryIn(messages: readonly Message[]): Directory | undefined {
  const asked = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  const isLookedUp = asked.some(({ name, arguments: given }) =>
    `${name} ${JSON.stringify(given)}`.includes('listar_modelos'),
  );
  if (!isLookedUp) return undefined;
  return directoryOf(
    messages.flatMap((message) =>
      message.role === 'tool' && !message.isError ? [readAnswer(message.text, false).data] : [],
    ),
  );
}
