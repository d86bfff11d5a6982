import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProductProcess } from '../support/product-process.ts';
import { scale } from '../support/scale.ts';

/** Another platform, which keeps every token it was given and gives the next one to whoever asks. */
type Platform = { partnerId: string; ourToken: string; given: number };
type Step = `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${'versions' | 'details' | 'credentials'}`;

const opened = new AsyncDisposableStack();
const platforms = new Map<string, Platform>();
let sigec: ProductProcess;
let base: string;
let env: Record<string, string>;
/** Where the product is killed: when this comes, before it is answered; `isTaken`: the platform has done it by then. */
let deadly: { step: Step; isTaken: boolean; done: () => void } | undefined;

beforeAll(async () => {
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  env = { OCPI_PARTY: 'BR-SIG', OCPI_NAME: 'Sigec', OCPI_HOSTS: `127.0.0.1:${port}`, PACKS: 'charging' };
  sigec = opened.use(await ProductProcess.start(env));
}, 120_000);
afterAll(() => opened.disposeAsync());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const [, party = '', what = 'versions'] = (request.url ?? '').split('/');
  const step = `${request.method} ${what}` as Step;
  const platform = platforms.get(party);
  const strike = deadly?.step === step ? deadly : undefined;
  deadly = strike === undefined ? deadly : undefined;
  const isChange = request.method === 'POST' || request.method === 'PUT';
  if (platform !== undefined && isChange && strike?.isTaken !== false) {
    platform.ourToken = (JSON.parse(body) as { token: string }).token;
    platform.given += 1;
  }
  if (strike !== undefined) {
    await sigec.kill('SIGKILL');
    response.destroy();
    strike.done();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ status_code: 1000, timestamp: new Date().toISOString(), data: dataOf(what, party) }));
}

function dataOf(what: string, party: string): unknown {
  if (what === 'versions') return [{ version: '2.2.1', url: `${base}/${party}/details` }];
  if (what === 'credentials') return credentialsOf(party);
  return {
    version: '2.2.1',
    endpoints: [{ identifier: 'credentials', role: 'RECEIVER', url: `${base}/${party}/credentials` }],
  };
}

function credentialsOf(party: string): object {
  const roles = [{ role: 'EMSP', country_code: 'DE', party_id: party, business_details: { name: party } }];
  return { token: `their-token-${platforms.get(party)?.given}`, url: `${base}/${party}/versions`, roles };
}

/** What the platform is answered when it shows a token. */
async function asks(method: 'GET' | 'POST' | 'DELETE', token: string, body?: object): Promise<number> {
  const response = await fetch(`${sigec.apiUrl}/ocpi/2.2.1/credentials`, {
    method,
    headers: { authorization: `Token ${btoa(token)}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.status;
}

let added = 0;
async function add(): Promise<{ party: string; platform: Platform; invitation: string }> {
  added += 1;
  const party = `P${String(added).padStart(2, '0')}`;
  const { partner, token } = await sigec.post<{ partner: { id: string }; token: string }>('/api/partners', {
    name: party,
    parties: [`DE-${party}`],
  });
  const platform = { partnerId: partner.id, ourToken: '', given: 0 };
  platforms.set(party, platform);
  return { party, platform, invitation: token };
}

const connect = ({ party, platform }: { party: string; platform: Platform }) =>
  sigec.post(`/api/partners/${platform.partnerId}/connection`, {
    versionsUrl: `${base}/${party}/versions`,
    token: 'A',
  });
const stateOf = async ({ partnerId }: Platform) =>
  (await sigec.get<{ state: string }>(`/api/partners/${partnerId}`)).state;

/** Kills the product at a step of what is done, and starts it again. */
async function killedAt(step: Step, isTaken: boolean, work: () => Promise<unknown>): Promise<void> {
  const killed = Promise.withResolvers<void>();
  deadly = { step, isTaken, done: killed.resolve };
  const over = work().catch(() => undefined);
  await killed.promise;
  await over;
  await sigec.start(env);
}

/** What we believe, and how the platform is answered with the token it has. */
const standing = async (platform: Platform) => [
  await stateOf(platform).catch(() => 'away'),
  await asks('GET', platform.ourToken).catch(() => 0),
];
const both = ['connected', 200];
const patience = { timeout: 30_000, interval: 200 };

const registering: [Step, boolean][] = [
  ['POST credentials', true],
  ...scale<[Step, boolean][]>({
    test: [],
    soak: [
      ['GET versions', false],
      ['GET details', false],
      ['POST credentials', false],
      ['GET credentials', false],
    ],
  }),
];

test.each(registering)('kill -9 at %s of a registration (taken: %s): it goes on by itself', async (step, isTaken) => {
  const them = await add();
  await killedAt(step, isTaken, () => connect(them));
  await expect.poll(() => standing(them.platform), patience).toEqual(both);
});

test('kill -9 while we look at who registers: the invitation is good for another try', async () => {
  const { party, platform, invitation } = await add();
  await killedAt('GET details', false, () => asks('POST', invitation, credentialsOf(party)));
  const again = await fetch(`${sigec.apiUrl}/ocpi/2.2.1/credentials`, {
    method: 'POST',
    headers: { authorization: `Token ${btoa(invitation)}`, 'content-type': 'application/json' },
    body: JSON.stringify(credentialsOf(party)),
  });
  platform.ourToken = ((await again.json()) as { data: { token: string } }).data.token;
  await expect.poll(() => standing(platform), patience).toEqual(both);
});

test.each(scale({ test: [true], soak: [true, false] }))(
  'kill -9 while tokens change (taken: %s): whichever the partner has is good',
  async (isTaken) => {
    const them = await add();
    await connect(them);
    await killedAt('PUT credentials', isTaken, () =>
      sigec.post(`/api/partners/${them.platform.partnerId}/rotation`, {}),
    );
    await expect.poll(() => standing(them.platform), patience).toEqual(both);
    await sigec.post(`/api/partners/${them.platform.partnerId}/rotation`, {});
    await expect.poll(() => standing(them.platform), patience).toEqual(both);
  },
);

const over = ['left', 401];

test.each(scale({ test: [true], soak: [true, false] }))(
  'kill -9 while we say goodbye (taken: %s): it is over on both sides, and who comes again may be killed as well',
  async (isTaken) => {
    const them = await add();
    await connect(them);
    await killedAt('DELETE credentials', isTaken, () => sigec.delete(`/api/partners/${them.platform.partnerId}`));
    await expect.poll(() => standing(them.platform), patience).toEqual(over);
    await killedAt('POST credentials', true, () => connect(them));
    await expect.poll(() => standing(them.platform), patience).toEqual(both);
  },
);

test('kill -9 while the partner says goodbye: both are connected, or both are not, and it may come again', async () => {
  const them = await add();
  await connect(them);
  const goodbye = asks('DELETE', them.platform.ourToken).catch(() => 0);
  await sigec.kill('SIGKILL');
  await goodbye;
  await sigec.start(env);
  const known = [both, over].map((each) => JSON.stringify(each));
  expect(known).toContain(JSON.stringify(await standing(them.platform)));
  // It asks until it is answered that nobody knows it.
  for (let status = 200; status !== 401; ) status = await asks('DELETE', them.platform.ourToken);
  expect(await standing(them.platform)).toEqual(over);
  await killedAt('POST credentials', false, () => connect(them));
  await expect.poll(() => standing(them.platform), patience).toEqual(both);
});
