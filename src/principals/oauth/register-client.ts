import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { networkOf } from '#base/hosts.ts';
import { Limiter } from '#base/limiter.ts';
import { hashOf, newSecret } from '../key-store.ts';
import { type OAuthClient, readClientMetadata } from './client.ts';
import { insertClient, sweepClients } from './client-store.ts';
import { OAuthError } from './oauth-error.ts';

const day = 24 * 3_600_000;
const unusedLastsMs = day;
const idleLastsMs = 120 * day;
/** More registrations that nobody used are not kept: the oldest gives way, so that a flood locks nobody out. */
const maxUnused = 1_000;
const perNetwork = { perSecond: 1 / 30, burst: 20 };
const fromAll = { perSecond: 1, burst: 100 };

/** RFC 7591: programs that register themselves. Anybody may, so it is bounded in rate, number and time. */
export class ClientRegistrations {
  private readonly senders = new Limiter(perNetwork);
  private readonly all = new Limiter(fromAll, { maxNames: 1 });
  private readonly needs: { pool: Pool; clock: Clock };

  constructor(needs: { pool: Pool; clock: Clock }) {
    this.needs = needs;
  }

  async register(given: unknown, source: string): Promise<{ client: OAuthClient; secret: string | undefined }> {
    if (!this.senders.take(networkOf(source)) || !this.all.take(''))
      throw new OAuthError(
        'temporarily_unavailable',
        'Too many programs were registered just now; try again in a minute.',
      );
    const facts = readClientMetadata(given, { usualMethod: 'client_secret_basic' });
    const secret = facts.authMethod.startsWith('client_secret') ? newSecret() : undefined;
    const client: OAuthClient = {
      ...facts,
      name: facts.name || 'Unnamed agent',
      id: `client_${randomBytes(16).toString('base64url')}`,
      secretHash: secret === undefined ? null : hashOf(secret),
      isVerified: false,
    };
    const { pool, clock } = this.needs;
    await insertClient(pool, client, clock.now());
    await this.sweep();
    return { client, secret };
  }

  async sweep(): Promise<void> {
    const now = this.needs.clock.now().getTime();
    const [unusedSince, idleSince] = [new Date(now - unusedLastsMs), new Date(now - idleLastsMs)];
    await sweepClients(this.needs.pool, { unusedSince, idleSince, maxUnused });
  }
}
