import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { guardedFetch } from '#base/guarded-fetch.ts';
import { silentLog } from '#base/log.ts';
import { type HandClock, openTestPrincipals, type PrincipalsAtWork } from '../../../test/support/http-door.ts';
import { openNotifications } from './open-notifications.ts';
import { isSignedBy } from './webhook-signature.ts';

type Heard = { id: string; body: string; headers: IncomingHttpHeaders };

/** A receiver that writes down what it took; where `refuses` says so it takes it, and yet answers with an error. */
async function receiver(
  port: number,
  heard: Heard[],
  refuses: (heard: Heard) => boolean = () => false,
): Promise<Server> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { id: String(request.headers['webhook-id']), body, headers: request.headers };
      heard.push(one);
      response.statusCode = refuses(one) ? 500 : 204;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

const away = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

async function open(work: PrincipalsAtWork, { everyMs = 3_600_000 } = {}) {
  const { database, ledger, clock, principals } = work;
  const notifications = openNotifications({
    pool: database.pool,
    ledger,
    clock,
    log: silentLog,
    installationKey: Buffer.alloc(32, 7),
    charging: { sites: { placeOf: async () => null } } as never,
    personById: principals.byId,
    people: principals.peopleIds,
    contactOf: principals.contactOf,
    smtp: { url: '', from: '' },
    fetch: guardedFetch({ isLoopbackFine: true }),
    timeZone: 'UTC',
    consoleUrl: '',
    contact: 'mailto:a@b',
    everyMs, // an hour: only when the test says so
  });
  await notifications.start();
  return notifications;
}

const actor = { principal: null, door: 'system' } as const;
const minuteMs = 60_000;

async function happen(
  { ledger, clock }: { ledger: PrincipalsAtWork['ledger']; clock: HandClock },
  why: string,
): Promise<void> {
  const body = { isOn: true, why };
  await ledger.commit({ events: [{ kind: 'kill-switch-changed', stationId: null, happenedAt: clock.now(), body }] });
}

test('a receiver that was away for an hour gets everything once it is back, in order, once, and signed, whatever was restarted', async () => {
  await using work = await openTestPrincipals();
  const { database, clock } = work;
  const heard: Heard[] = [];
  let server = await receiver(0, heard);
  const { port } = server.address() as AddressInfo;
  let notifications = await open(work);
  try {
    const { secret, webhook } = await notifications.addWebhook(
      { name: 'Help desk', url: `http://127.0.0.1:${port}/hook`, kinds: ['kill-switch-changed'], siteId: null },
      actor,
    );
    const inLine = async (count: number) => {
      await expect
        .poll(async () => (await database.pool.query('select from delivery')).rowCount, { interval: 20 })
        .toBe(count);
    };
    await happen(work, 'event 0');
    await inLine(1);
    await notifications.deliver();
    expect(heard).toHaveLength(1);
    await away(server);
    for (let minute = 1; minute <= 12; minute += 1) {
      await happen(work, `event ${minute}`);
      await inLine(minute + 1);
      if (minute === 6) {
        await notifications.close();
        await happen(work, `event ${(minute += 1)}`); // while nobody delivers
        notifications = await open(work);
        await inLine(minute + 1);
      }
      clock.forward(5 * minuteMs);
      await notifications.deliver();
    }
    const [late] = await notifications.webhooks();
    expect(late?.waiting).toBe(12);
    expect(late?.failingSince).not.toBeNull();
    // Back again, and the third of them it takes although it answers with an error.
    let hasRefused = false;
    const flaky = ({ body }: Heard) => {
      if (hasRefused || !body.includes('event 3"')) return false;
      hasRefused = true;
      return true;
    };
    server = await receiver(port, heard, flaky);
    clock.forward(10 * minuteMs);
    await notifications.deliver();
    clock.forward(minuteMs);
    await notifications.deliver();
    const once = [...new Map(heard.map((one) => [one.id, one])).values()];
    expect(heard).toHaveLength(once.length + 1); // the one that it refused came again, under the same id
    expect(once.map(({ body }) => (JSON.parse(body) as { data: { body: { why: string } } }).data.body.why)).toEqual(
      Array.from({ length: 13 }, (_, minute) => `event ${minute}`),
    );
    for (const { id, body, headers } of heard) {
      const signed = { id, timestamp: String(headers['webhook-timestamp']), body };
      expect(isSignedBy(secret, signed, String(headers['webhook-signature']))).toBe(true);
      expect(isSignedBy(secret, { ...signed, body: `${body} ` }, String(headers['webhook-signature']))).toBe(false);
    }
    expect((await notifications.webhooks())[0]).toMatchObject({ id: webhook.id, waiting: 0, failingSince: null });
  } finally {
    await notifications.close();
    await away(server);
  }
});

test('a receiver that never answers holds up nobody else', async () => {
  await using work = await openTestPrincipals();
  const heard: Heard[] = [];
  const well = await receiver(0, heard);
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const notifications = await open(work, { everyMs: 20 });
  try {
    for (const server of [silent, well]) {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      await notifications.addWebhook({ name: 'One', url, kinds: ['kill-switch-changed'], siteId: null }, actor);
    }
    const isAsked = once(silent, 'request');
    await happen(work, 'first');
    await isAsked; // and its answer is waited for from now on
    await happen(work, 'second');
    await expect.poll(() => heard.length).toBe(2);
    expect((await notifications.webhooks()).map(({ waiting }) => waiting)).toEqual([2, 0]);
  } finally {
    await away(silent);
    await notifications.close();
    await away(well);
  }
});

test('an address in a private network is not asked', async () => {
  await using work = await openTestPrincipals();
  const notifications = await open(work);
  try {
    await notifications.addWebhook(
      { name: 'Inside', url: 'http://10.0.0.1/hook', kinds: ['kill-switch-changed'], siteId: null },
      actor,
    );
    await happen(work, 'x');
    await expect
      .poll(async () => {
        await notifications.deliver();
        return (await notifications.webhooks())[0]?.trouble;
      })
      .toMatch(/https|open net/);
  } finally {
    await notifications.close();
  }
});
