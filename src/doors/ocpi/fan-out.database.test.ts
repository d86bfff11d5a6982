import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { guardedFetch } from '#base/guarded-fetch.ts';
import { silentLog } from '#base/log.ts';
import { openSitePublisher } from '#roaming/cpo/publish-changes.ts';
import { type LocationNeeds, publishSite } from '#roaming/cpo/publish-locations.ts';
import { openToldLocations } from '#roaming/cpo/told-locations.ts';
import { openOutbox } from '#roaming/outbox/outbox.ts';
import type { Partner } from '#roaming/partners/partner.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { scale } from '../../../test/support/scale.ts';
import { openClient } from './client.ts';

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

const us = { countryCode: 'DE', partyId: 'ONE' };
/** What a connector is, and what partners are told of it. */
const statuses = ['available', 'occupied', 'faulted'] as const;
const toldAs = { available: 'AVAILABLE', occupied: 'CHARGING', faulted: 'OUTOFORDER' };

test('changes of EVSEs reach every partner, the newest state last', { timeout: 300_000 }, async () => {
  const counts = {
    partners: scale({ test: 4, soak: 20 }),
    sites: scale({ test: 5, soak: 50 }),
    stations: 20,
    seconds: scale({ test: 3, soak: 60 }),
    perSecond: scale({ test: 50, soak: 167 }),
  };
  const { pool } = opened.use(await freshDatabase());
  const ids = Array.from({ length: counts.sites }, (_, index) => `site-${index}`);
  const world = new Map<string, { siteId: string; status: number }>();
  for (const siteId of ids)
    for (let index = 0; index < counts.stations; index += 1) world.set(`${siteId}-${index}`, { siteId, status: 0 });
  const siteOf = (id: string) => ({
    id,
    name: id,
    timeZone: 'Europe/Berlin',
    openingHours: null,
    position: { latitude: 52, longitude: 13 },
    address: { street: 'Hauptstr. 1', city: 'Berlin', country: 'DE' },
  });
  const charging = {
    sites: {
      get: (id: string) =>
        Promise.resolve({
          ...siteOf(id),
          devices: [],
          stations: [...world].filter(([, { siteId }]) => siteId === id).map(([stationId]) => ({ stationId })),
        }),
    },
    energy: { list: () => Promise.resolve([]) },
    reservations: { offeredAt: () => Promise.resolve(new Set<string>()) },
    stationsNamed: (names: string[]) =>
      Promise.resolve(
        names.map((id) => ({
          id,
          link: { state: 'online' },
          connectors: [{ evseId: 1, connectorId: 1, status: statuses[world.get(id)?.status ?? 0] }],
        })),
      ),
  };

  /** By partner and EVSE: what it shows, and since when that is not so. */
  const shown = new Map<string, { status: string; at: string; wrong: number[] }>();
  const lags: number[] = [];
  let [requests, untold, misled] = [0, 0, 0];
  const keyOf = (partner: string, reference: string) => `${partner} ${reference.slice(0, 16)}`;
  const truthOf = (reference: string) =>
    toldAs[statuses[world.get(reference.replace(/\/1$/, ''))?.status ?? 0] ?? 'available'];
  function settle({ wrong }: { wrong: number[] }): void {
    for (const since of wrong.splice(0)) lags.push(Date.now() - since);
  }
  function take(partner: string, evse: { physical_reference: string; status: string; last_updated: string }): void {
    const reference = evse.physical_reference;
    const known = shown.get(keyOf(partner, reference)) ?? { status: '', at: '', wrong: [] };
    if (known.at > evse.last_updated) return;
    const wasRight = known.status === truthOf(reference);
    const now = { ...known, status: evse.status, at: evse.last_updated };
    shown.set(keyOf(partner, reference), now);
    if (now.status === truthOf(reference)) settle(now);
    else if (wasRight) {
      misled += 1; // what is heard is over already
      now.wrong.push(Date.now());
    }
  }
  /** Each change is heard of, or over before anybody heard of it: then nothing has to be told. */
  function change(partner: string, reference: string): void {
    const known = shown.get(keyOf(partner, reference));
    if (known === undefined) throw new Error(`${reference} was never told.`);
    known.wrong.push(Date.now());
    if (known.status !== truthOf(reference)) return;
    untold += known.wrong.length;
    settle(known);
  }
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      requests += 1;
      const body = JSON.parse(text) as { evses?: []; physical_reference: string; status: string; last_updated: string };
      const [, partner = ''] = (request.url ?? '').split('/');
      for (const evse of body.evses ?? [body]) take(partner, evse);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"status_code":1000}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.defer(() => void server.close());
  const { port } = server.address() as AddressInfo;

  const partners = await Promise.all(
    Array.from({ length: counts.partners }, async (_, index): Promise<Partner> => {
      const id = randomUUID();
      await pool.query(
        `insert into roaming_partner (id, name, state, parties, created_at, created_by) values ($1, $2, 'connected', '{}', now(), 'test')`,
        [id, `P${index}`],
      );
      const url = `http://127.0.0.1:${port}/${id}/locations`;
      const roles = [{ role: 'EMSP', countryCode: 'NL', partyId: `P${String(index).padStart(2, '0')}`, name: 'P' }];
      const rest = {
        state: 'connected',
        tariffId: null,
        hubParty: null,
        siteIds: null,
        tokenForm: 'base64',
        version: '2.2.1',
        versionsUrl: null,
      };
      return { id, roles, endpoints: [{ module: 'locations', role: 'RECEIVER', url }], ...rest } as unknown as Partner;
    }),
  );
  const wire = openClient({
    fetch: guardedFetch({ allowedHosts: ['127.0.0.1'], isReusing: true }),
    clock: systemClock,
    us,
    versionsUrl: () => '',
    resultUrl: () => '',
    tokenFor: () => Promise.resolve('token'),
    record: () => undefined,
  });
  const outbox = opened.adopt(
    openOutbox({
      pool,
      clock: systemClock,
      wire,
      log: silentLog,
      partners: {
        list: () => Promise.resolve(partners),
        noteSuccess: (id) =>
          pool.query('update roaming_partner set last_success_at = now() where id = $1', [id]) as never,
        noteFailure: () => Promise.resolve(),
      },
      locations: openToldLocations({ pool, clock: systemClock, us }),
    }),
    (each) => each.close(),
  );
  const needs = {
    pool,
    clock: systemClock,
    charging,
    us,
    operator: 'One',
    log: silentLog,
    listPartners: () => Promise.resolve(partners),
    wake: () => outbox.wake(),
  } as unknown as LocationNeeds & { log: typeof silentLog };
  const plug = {
    standard: 'IEC_62196_T2',
    format: 'SOCKET',
    powerType: 'AC_3_PHASE',
    maxVoltage: 400,
    maxAmperage: 32,
  };
  for (const siteId of ids) {
    await pool.query(`insert into roaming_site (site_id, plugs, set_at, set_by) values ($1, $2, now(), 'test')`, [
      siteId,
      JSON.stringify([plug]),
    ]);
    await publishSite(needs, siteId);
  }
  const publisher = opened.adopt(openSitePublisher(needs), (each) => each.close());
  const whole = counts.partners * counts.sites * counts.stations;
  await expect.poll(() => shown.size, { timeout: 120_000 }).toBe(whole);

  requests = 0;
  const names = [...world.keys()];
  const begun = Date.now();
  let made = 0;
  while (Date.now() - begun < counts.seconds * 1_000) {
    for (; made < ((Date.now() - begun) / 1_000) * counts.perSecond; made += 1) {
      const id = names[(made * 7) % names.length] ?? '';
      const place = world.get(id);
      if (place === undefined) continue;
      place.status = (place.status + 1) % statuses.length;
      for (const partner of partners) change(partner.id, `${id}/1`);
      publisher.note(place.siteId);
    }
    await wait(20);
  }
  const expected = partners.map(() => names.map((name) => truthOf(`${name}/1`)));
  await expect
    .poll(() => partners.map(({ id }) => names.map((name) => shown.get(keyOf(id, `${name}/1`))?.status)), {
      timeout: 120_000,
    })
    .toEqual(expected);
  lags.sort((a, b) => a - b);
  const at = (share: number) => lags[Math.ceil(lags.length * share) - 1] ?? 0;
  expect(lags.length).toBe(made * counts.partners + misled);
  if (process.env['SIGEC_SOAK'] === '1') {
    console.log(
      `${made} changes in ${counts.seconds} s reached ${counts.partners} partners by ${requests} requests: median ${at(0.5)} ms, p99 ${at(0.99)} ms, last ${at(1)} ms; ${untold} were over before they were told, ${misled} times something was heard that was over`,
    );
    expect(at(1)).toBeLessThan(10_000);
  }
});
