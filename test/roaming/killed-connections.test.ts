import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedFetch } from '../../src/base/guarded-fetch.ts';
import { silentLog } from '../../src/base/log.ts';
import { openClient } from '../../src/doors/ocpi/client.ts';
import { serveOcpi } from '../../src/doors/ocpi/serve-ocpi.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import type { Party } from '../../src/roaming/model/party.ts';
import type { Roaming } from '../../src/roaming/open-roaming.ts';
import { openPartners, type Partners } from '../../src/roaming/partners/open-partners.ts';
import { isConnected } from '../../src/roaming/partners/partner.ts';
import { tokenKeys } from '../../src/roaming/partners/tokens.ts';
import { freshDatabase } from '../support/postgres.ts';
import { scale } from '../support/scale.ts';

/** One installation's part in a connection: real tables, real HTTP, and a process that can die before any of its statements or calls. */
type Side = {
  party: Party;
  name: string;
  url: string;
  partners: Partners;
  /** Dies before this step, and does nothing more until it is started again. */
  dieBefore(step: number): void;
  /** How many steps it took since. */
  steps(): number;
  restart(): void;
};

const opened = new AsyncDisposableStack();
const actor = { principal: null, door: 'system' as const };
const clock = { now: () => new Date() };
let home: Side;
let away: Side;

beforeAll(async () => {
  const allowedHosts: string[] = [];
  home = await openSide('Home', { countryCode: 'BR', partyId: 'HOM' }, allowedHosts);
  away = await openSide('Away', { countryCode: 'DE', partyId: 'AWY' }, allowedHosts);
  home.restart(); // it knows where the other one is now
});
afterAll(() => opened.disposeAsync());

async function openSide(name: string, party: Party, allowedHosts: string[]): Promise<Side> {
  const database = opened.use(await freshDatabase());
  const ledger = opened.adopt(await openLedger({ database, node: randomUUID(), log: silentLog }), (it) => it.close());
  let door: RequestListener = () => undefined;
  const server: Server = createServer((request, response) => door(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  allowedHosts.push(`127.0.0.1:${port}`);
  const url = `http://127.0.0.1:${port}`;
  const roles = ['CPO', 'EMSP'].map((role) => ({ ...party, role, name }));
  let steps = 0;
  let last = Infinity;
  const step = () => {
    steps += 1;
    if (steps > last) throw new Error('killed');
  };
  const mortal = <Of extends object>(of: Of, methods: readonly string[]): Of =>
    new Proxy(of, {
      get(target, key, receiver) {
        const value: unknown = Reflect.get(target, key, receiver);
        if (typeof value !== 'function') return value;
        const bound = value.bind(target) as (...given: unknown[]) => unknown;
        if (!methods.includes(String(key))) return bound;
        return async (...given: unknown[]) => {
          step();
          return bound(...given);
        };
      },
    });
  const pool = new Proxy(database.pool, {
    get(target, key, receiver) {
      if (key === 'query')
        return async (...given: unknown[]) => {
          step();
          return (target.query as (...all: unknown[]) => Promise<unknown>).apply(target, given);
        };
      if (key === 'connect')
        return async () => {
          step();
          const client = await target.connect();
          return new Proxy(client, {
            get(inner, name) {
              const value: unknown = Reflect.get(inner, name, inner);
              if (typeof value !== 'function') return value;
              const bound = value.bind(inner) as (...given: unknown[]) => unknown;
              if (name !== 'query') return bound;
              return async (...given: unknown[]) => {
                if (given[0] !== 'rollback') step(); // who dies in a transaction leaves nothing of it
                return bound(...given);
              };
            },
          });
        };
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  const keys = tokenKeys(Buffer.alloc(32, name));
  function start(): Partners {
    const client = openClient({
      fetch: guardedFetch({ allowedHosts, limits: { timeoutMs: 5_000, maxBytes: 1_048_576 } }),
      clock,
      us: party,
      versionsUrl: () => `${url}/ocpi/versions`,
      resultUrl: () => '',
      tokenFor: (id) => partners.tokenFor(id),
      record: () => undefined,
    });
    const wire = mortal(client, ['discover', 'exchange', 'credentials', 'request']);
    const partners = openPartners({
      pool,
      ledger: mortal(ledger, ['commit']),
      clock,
      keys,
      wire,
      ourRoles: roles,
      log: silentLog,
    });
    const roaming = { us: party, roles, partners, exchanges: { record: () => undefined } } as unknown as Roaming;
    door = serveOcpi({ roaming, baseUrl: () => url, clock, log: silentLog });
    return partners;
  }
  const side: Side = {
    party,
    name,
    url,
    partners: start(),
    dieBefore(when) {
      steps = 0;
      last = when;
    },
    steps: () => steps,
    restart() {
      steps = 0;
      last = Infinity;
      side.partners = start();
    },
  };
  return side;
}

type Pair = { here: string; there: string };

/** Away has invited Home; `connect` is what Home does then. */
async function invited(): Promise<Pair & { connect(): Promise<unknown> }> {
  const { partner, token } = await away.partners.add(newPartner('Home', 'BR-HOM'), actor);
  const added = await home.partners.add(newPartner('Away', 'DE-AWY'), actor);
  const at = { versionsUrl: `${away.url}/ocpi/versions`, token };
  return {
    here: added.partner.id,
    there: partner.id,
    connect: () => home.partners.connect(added.partner.id, at, actor),
  };
}
const newPartner = (name: string, party: string) => ({ name, parties: [party], isHub: false, tariffId: null });

/** Whether each side reaches the other with the token that it holds: both can, or both know that they are not connected. */
async function standing({ here, there }: Pair): Promise<string> {
  const says = async (side: Side, id: string) => {
    const partner = await side.partners.get(id);
    if (!isConnected(partner)) return `not (${partner.state === 'left' ? 'left' : 'open'})`;
    return (await reaches(side, id)) ? 'connected' : 'believes it is connected';
  };
  return `${await says(home, here)}, ${await says(away, there)}`;
}

async function reaches(side: Side, id: string): Promise<boolean> {
  const partner = await side.partners.get(id);
  const token = await side.partners.tokenFor(id).catch(() => undefined);
  const url = partner.endpoints.find(({ module }) => module === 'credentials')?.url;
  if (token === undefined || url === undefined) return false;
  const authorization = `Token ${Buffer.from(token).toString('base64')}`;
  return (await fetch(url, { headers: { authorization } })).status === 200;
}

async function remove({ here, there }: Pair): Promise<void> {
  for (const [side, id] of [
    [home, here],
    [away, there],
  ] as const)
    await side.partners.remove(id, actor);
}

const both = 'connected, connected';
type Act = 'register' | 'rotate' | 'unregister';

/** What is done, who dies before which of its steps, and what both are once the dead one is back and has gone on. */
async function killed(act: Act, dying: 'home' | 'away', step: number) {
  const pair = await invited();
  if (act !== 'register') await pair.connect();
  const side = dying === 'home' ? home : away;
  for (const each of [home, away]) each.dieBefore(Infinity);
  side.dieBefore(step);
  const doing = {
    register: pair.connect,
    rotate: () => home.partners.rotate(pair.here, actor),
    unregister: () => home.partners.remove(pair.here, actor),
  }[act];
  await doing().catch(() => undefined);
  const hasDied = side.steps() > step;
  side.restart();
  for (const each of [home, away]) each.dieBefore(Infinity);
  // The upkeep of each side, twice, and an operator who presses "connect" again where it had not begun.
  for (let round = 0; round < 2; round += 1) for (const each of [home, away]) await each.partners.goOn();
  const after = await standing(pair);
  if (act === 'register' && after !== both) await pair.connect().catch(() => undefined);
  if (act === 'rotate') await home.partners.rotate(pair.here, actor);
  const healed = await standing(pair);
  await remove(pair);
  return { hasDied, after, healed };
}

test.each(['register', 'rotate', 'unregister'] as const)(
  'whoever dies at any step of %s: both are connected in the end, or both are not',
  async (act) => {
    const seen: unknown[] = [];
    let runs = 0;
    for (const dying of ['home', 'away'] as const)
      for (let step = 0; ; step += scale({ test: 2, soak: 1 })) {
        const { hasDied, after, healed } = await killed(act, dying, step);
        runs += 1;
        const isOver = healed.startsWith('not') && healed.includes(', not');
        const isWell = act === 'unregister' ? isOver || healed === both : healed === both;
        if (!isWell || after.includes('believes')) seen.push({ act, dying, step, after, healed });
        if (!hasDied) break;
      }
    expect(seen).toEqual([]);
    expect(runs).toBeGreaterThan(scale({ test: 6, soak: 12 }));
  },
);
