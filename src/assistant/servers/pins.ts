import { z } from 'zod';
import { inMemory, jsonFile, type Kept } from '../files/json-file.ts';

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
  return pinStore(jsonFile(file, { schema, empty: {} }));
}

export function memoryPins(): PinStore {
  return pinStore(inMemory({}));
}

function pinStore(kept: Kept<z.infer<typeof schema>>): PinStore {
  const of = (all: z.infer<typeof schema>, server: string) => (Object.hasOwn(all, server) ? all[server] : undefined);
  return {
    read: async (server) => of(await kept.read(), server),
    add: (server, pins) => kept.change((all) => ({ ...all, [server]: { ...of(all, server), ...pins } })),
  };
}
