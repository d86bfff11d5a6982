import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import type { GuardedFetch } from '#base/guarded-fetch.ts';
import { parsedJson } from '#base/json.ts';
import { type OAuthClient, readClientMetadata } from './client.ts';
import { OAuthError } from './oauth-error.ts';

const lastsMs = 10 * 60_000;
const maxKnown = 500;
/** What a document said before holds for so long while strangers make us ask too much. */
const staleMs = 3_600_000;

/** Programs that are known by a document at their own address, which is their client_id. Fetched by guarded rules, and remembered for a while. */
export class ClientDocuments {
  private readonly documents: Cache<OAuthClient>;
  /** As they were last read, the one that was asked for longest ago first. */
  private readonly before = new Map<string, { client: OAuthClient; readAt: number }>();
  private readonly fetch: GuardedFetch;
  private readonly clock: Clock;

  constructor({ fetch, clock }: { fetch: GuardedFetch; clock: Clock }) {
    this.fetch = fetch;
    this.clock = clock;
    this.documents = new Cache({ clock, lastsMs, maxEntries: maxKnown, read: (id) => this.read(id) });
  }

  async get(id: string): Promise<OAuthClient> {
    try {
      return await this.documents.get(id);
    } catch (error) {
      const known = this.before.get(id);
      const isFlooded = error instanceof OAuthError && error.code === 'temporarily_unavailable';
      const now = this.clock.now().getTime();
      if (!isFlooded || known === undefined || now - known.readAt > lastsMs + staleMs) throw error;
      return known.client;
    }
  }

  private remember(client: OAuthClient): OAuthClient {
    this.before.delete(client.id);
    const [oldest] = this.before.keys();
    if (oldest !== undefined && this.before.size >= maxKnown) this.before.delete(oldest);
    this.before.set(client.id, { client, readAt: this.clock.now().getTime() });
    return client;
  }

  private async read(id: string): Promise<OAuthClient> {
    const answer = await this.fetch(id, { headers: { accept: 'application/json' } }).catch((error: unknown) => {
      if (error instanceof OAuthError) throw error;
      throw new OAuthError('invalid_client', `The document at client_id cannot be fetched: ${asError(error).message}.`);
    });
    if (answer.status !== 200)
      throw new OAuthError('invalid_client', `The document at client_id was answered with ${answer.status}.`);
    const document = parsedJson(answer.body.toString()) as
      | { client_id?: unknown; client_secret?: unknown }
      | null
      | undefined;
    if (document?.client_id !== id)
      throw new OAuthError(
        'invalid_client',
        'The document at client_id must be JSON, and its client_id that very address.',
      );
    const facts = readClientMetadata(document, { usualMethod: 'none' });
    // A secret cannot stand in a document that everybody reads.
    if (facts.authMethod.startsWith('client_secret'))
      throw new OAuthError(
        'invalid_client',
        'A program with a document proves itself by private_key_jwt, or not at all.',
      );
    return this.remember({ ...facts, id, name: facts.name || new URL(id).host, secretHash: null, isVerified: true });
  }
}

/** Whether a client_id is the address of a document: https, with a path, and nothing that could be read in two ways. */
export function isDocumentAddress(id: string): boolean {
  if (!URL.canParse(id)) return false;
  const { protocol, pathname, hash, username, password, href } = new URL(id);
  return protocol === 'https:' && pathname !== '/' && hash === '' && username === '' && password === '' && href === id;
}
