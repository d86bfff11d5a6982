import { z } from 'zod';
import { JsonFile } from '../json-file.ts';

const client = z.looseObject({ client_id: z.string(), redirect_uris: z.array(z.string()).optional() });
const tokens = z.looseObject({
  access_token: z.string(),
  token_type: z.string(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});

/** What is kept of the sign-ins to one server. Clients and tokens are good for the authorization server that gave them, and no other. */
const signInSchema = z.object({
  clients: z.record(z.string(), client),
  tokens: tokens.optional(),
});
export type KeptSignIn = z.infer<typeof signInSchema>;

const noSignIn: KeptSignIn = { clients: {} };

export type SignInStore = {
  read(server: string): Promise<KeptSignIn>;
  change(server: string, change: (kept: KeptSignIn) => KeptSignIn): Promise<void>;
};

export function fileSignIns(file: string): SignInStore {
  const kept = new JsonFile(file, { schema: z.record(z.string(), signInSchema), empty: {} });
  const of = (all: Record<string, KeptSignIn>, server: string) =>
    (Object.hasOwn(all, server) ? all[server] : undefined) ?? noSignIn;
  return {
    read: async (server) => of(await kept.read(), server),
    change: (server, change) => kept.change((all) => ({ ...all, [server]: change(of(all, server)) })),
  };
}

export function memorySignIns(): SignInStore {
  const kept = new Map<string, KeptSignIn>();
  return {
    read: (server) => Promise.resolve(kept.get(server) ?? noSignIn),
    change(server, change) {
      kept.set(server, change(kept.get(server) ?? noSignIn));
      return Promise.resolve();
    },
  };
}
