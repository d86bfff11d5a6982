import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import type { GuardedFetch } from '#base/guarded-fetch.ts';
import { parsedJson } from '#base/json.ts';
import { Limiter } from '#base/limiter.ts';
import { type OAuthClient, readClientMetadata } from './client.ts';
import { OAuthError } from './oauth-error.ts';

/** How often strangers can make us ask one host for documents. */
const perHost = { perSecond: 1 / 5, burst: 20 };
const fromAll = { perSecond: 5, burst: 50 };

/** Programs that are known by a document at their own address, which is their client_id. Fetched by guarded rules, and remembered for a while. */
export class ClientDocuments {
  private readonly documents: Cache<OAuthClient>;
  private readonly fetches = new Limiter(perHost);
  private readonly all = new Limiter(fromAll, { maxNames: 1 });
  private readonly fetch: GuardedFetch;

  constructor({ fetch, clock }: { fetch: GuardedFetch; clock: Clock }) {
    this.fetch = fetch;
    this.documents = new Cache({ clock, lastsMs: 10 * 60_000, maxEntries: 500, read: (id) => this.read(id) });
  }

  get(id: string): Promise<OAuthClient> {
    return this.documents.get(id);
  }

  private async read(id: string): Promise<OAuthClient> {
    const url = new URL(id);
    if (!this.all.take('') || !this.fetches.take(url.host))
      throw new OAuthError(
        'temporarily_unavailable',
        'Documents of programs were asked for too often; try again soon.',
      );
    const answer = await this.fetch(id, { headers: { accept: 'application/json' } }).catch((error: unknown) => {
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
    return { ...facts, id, name: facts.name || url.host, secretHash: null, isVerified: true };
  }
}

/** Whether a client_id is the address of a document: https, with a path, and nothing that could be read in two ways. */
export function isDocumentAddress(id: string): boolean {
  if (!URL.canParse(id)) return false;
  const { protocol, pathname, hash, username, password, href } = new URL(id);
  return protocol === 'https:' && pathname !== '/' && hash === '' && username === '' && password === '' && href === id;
}
