import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import { asError } from '#base/errors.ts';
import { every } from '#base/every.ts';
import { guardedFetch } from '#base/guarded-fetch.ts';
import { hostInUrl } from '#base/hosts.ts';
import type { Log } from '#base/log.ts';
import type { Shop } from '#bookshop/open-shop.ts';
import type { PaymentHandler } from '#bookshop/payments/payment-handler.ts';
import { type Entrance, openEntrance } from '#doors/http-server/entrance/entrance.ts';
import { listen } from '#doors/http-server/listen.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Principals } from '#principals/principals.ts';
import { openUcpMcp } from './mcp.ts';
import { pageKeys } from './pages.ts';
import { Platforms } from './platforms.ts';
import { forgetAnswers } from './run-operation.ts';
import { serveShop, type ToolsView } from './serve-shop.ts';
import { isAuthorized, merchantAuthorization, openShopKey } from './signing.ts';
import { openWebhooks } from './webhooks.ts';

export type StartUcp = {
  config: Pick<
    Config,
    | ('host' | 'publicUrl' | 'allowedHosts' | 'apiPort' | 'ucpPort' | 'ucpPublicUrl' | 'ucpRevision')
    | ('ucpReviewAboveCents' | 'ucpSimulationSecret')
  >;
  /** How connections come in; absent: as they are. */
  entrance?: Entrance;
  shop: Shop;
  payments: PaymentHandler;
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  principals: Pick<Principals, 'authenticate' | 'authenticateToken' | 'oauth' | 'mustSignIn' | 'may' | 'reads'>;
  /** Where the API really listens: buyers link their accounts there. */
  apiPort?: () => number;
  installationKey: Buffer;
  /** The tools of the shop over plain HTTP, as the door for agents serves them. */
  tools: ToolsView;
  version: string;
  clock: Clock;
  log: Log;
};

export type Ucp = { address: string; port: number; close(): Promise<void> };

const keepAnswersMs = 24 * 3_600_000;

/** Opens the shop for platforms on its own port. */
export async function startUcp(needs: StartUcp): Promise<Ucp> {
  const { config, pool, clock, log, principals, payments, installationKey, entrance = openEntrance } = needs;
  const key = await openShopKey({ pool, clock, installationKey });
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 30_000 });
  entrance.guard(server, { tls: { speaks: 'http' } });
  const port = await listen(server, { host: config.host, port: config.ucpPort, setting: 'UCP_PORT' });
  const baseUrl =
    config.ucpPublicUrl.replace(/\/+$/, '') ||
    `${entrance.isTls ? 'https' : 'http'}://${hostInUrl(config.host)}:${port}`;
  const fetch = guardedFetch({ isLoopbackFine: !principals.mustSignIn });
  const keys = pageKeys(installationKey);
  const pageOf = (kind: 'checkout' | 'order', id: string) => `${baseUrl}/${kind}/${id}?key=${keys.of(kind, id)}`;
  const show = {
    baseUrl,
    payments,
    terms: needs.shop.terms,
    reviewAboveCents: config.ucpReviewAboveCents,
    pageOf,
    authorize: (terms: object) => merchantAuthorization(key, terms),
    isAuthorized: (terms: object, authorization: string) => isAuthorized(key, terms, authorization),
  };
  const common = { ...needs, reads: principals.reads, show, keys, platforms: new Platforms({ fetch, clock, log }) };
  const mcp = openUcpMcp(common);
  const webhooks = openWebhooks({ ...common, fetch, key });
  const serve = serveShop({ ...common, mcp, publicKeys: [key.public] });
  server.on('request', (request, response) => {
    serve(request, response).catch((error: unknown) => {
      log.error({ err: asError(error) }, 'a request to the shop failed');
      response.destroy();
    });
  });
  const forgetting = every({
    task: 'forget old answers of the shop',
    everyMs: 3_600_000,
    log,
    run: () => forgetAnswers(pool, new Date(clock.now().getTime() - keepAnswersMs)),
  });
  if (principals.mustSignIn && payments.isTrial)
    log.warn({ handler: payments.id }, 'the shop is open to others, and its payments are a trial: no money moves');
  log.info({ port }, 'the shop is open');
  return {
    address: baseUrl,
    port,
    async close() {
      await forgetting.close();
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await webhooks.close();
      await mcp.close();
      const cut = setTimeout(() => server.closeAllConnections(), 1_000);
      await closed;
      clearTimeout(cut);
    },
  };
}
