import { z } from 'zod';
import { inMemory, jsonFile, type Kept } from '../../files/json-file.ts';

const client = z.looseObject({ client_id: z.string(), redirect_uris: z.array(z.string()).optional() });
const tokens = z.looseObject({
  access_token: z.string(),
  token_type: z.string(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});

/** What is kept of the sign-ins to one server. Clients and tokens are good for the authorization server that gave them, and no other. */
const signInSchema = z.object({ clients: z.record(z.string(), client), tokens: tokens.optional() });
export type KeptSignIn = z.infer<typeof signInSchema>;

const noSignIn: KeptSignIn = { clients: {} };

export type SignInStore = {
  read(server: string): Promise<KeptSignIn>;
  change(server: string, change: (kept: KeptSignIn) => KeptSignIn): Promise<void>;
};

export function fileSignIns(file: string): SignInStore {
  return signInStore(jsonFile(file, { schema: z.record(z.string(), signInSchema), empty: {} }));
}

export function memorySignIns(): SignInStore {
  return signInStore(inMemory({}));
}

function signInStore(kept: Kept<Record<string, KeptSignIn>>): SignInStore {
  const of = (all: Record<string, KeptSignIn>, server: string) =>
    (Object.hasOwn(all, server) ? all[server] : undefined) ?? noSignIn;
  return {
    read: async (server) => of(await kept.read(), server),
    change: (server, change) => kept.change((all) => ({ ...all, [server]: change(of(all, server)) })),
  };
}
