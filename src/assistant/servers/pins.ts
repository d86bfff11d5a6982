import { z } from 'zod';
import { JsonFile } from './json-file.ts';

/** The hash of each tool of a server, as it was accepted. */
export type Pins = Readonly<Record<string, string>>;

/** What was accepted of foreign servers, so that a tool which says something else one day is noticed. */
export type PinStore = {
  /** undefined: this server was never seen. */
  read(server: string): Promise<Pins | undefined>;
  /** Tools that are not named keep theirs: one that vanishes and comes back is still the one that was accepted, or not. */
  add(server: string, pins: Pins): Promise<void>;
};

const schema = z.record(z.string(), z.record(z.string(), z.string()));

export function filePins(file: string): PinStore {
  const kept = new JsonFile(file, { schema, empty: {} });
  return {
    read: async (server) => ownEntry(await kept.read(), server),
    add: (server, pins) => kept.change((all) => ({ ...all, [server]: { ...ownEntry(all, server), ...pins } })),
  };
}

export function memoryPins(): PinStore {
  const kept = new Map<string, Pins>();
  return {
    read: (server) => Promise.resolve(kept.get(server)),
    add(server, pins) {
      kept.set(server, { ...kept.get(server), ...pins });
      return Promise.resolve();
    },
  };
}

function ownEntry(all: Record<string, Record<string, string>>, server: string): Pins | undefined {
  return Object.hasOwn(all, server) ? all[server] : undefined;
}
