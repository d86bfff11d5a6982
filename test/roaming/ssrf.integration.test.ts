import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { becomes, openStation } from './roaming-pair.ts';

/** Something inside that nobody may reach from outside: it counts who comes. */
let inside: { server: Server; port: number; connections: number };
/** A platform that we may speak to, and that leads us elsewhere. */
let peer: { base: string; heard: string[] };
/** Where the peer leads to: its versions, its details, or a page behind the one that was read. */
let leads: { versions?: string; details?: string; redirect?: string; next?: string } = {};
let sigec: TestSigec;
const opened = new AsyncDisposableStack();

beforeAll(async () => {
  const server = createServer((socket) => {
    inside.connections += 1;
    socket.destroy();
  }).listen(0, '::');
  await once(server, 'listening');
  inside = { server, port: (server.address() as AddressInfo).port, connections: 0 };
  opened.defer(() => void server.close());
  const heard: string[] = [];
  const http = createHttp((request, response) => {
    const path = request.url ?? '';
    heard.push(`${request.method} ${path}`);
    const answer = (data: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify({ status_code: 1000, timestamp: new Date(), data }));
    };
    const isRedirected = leads.redirect !== undefined && !path.startsWith('/versions');
    if (isRedirected)
      response.writeHead(Number(leads.redirect?.slice(0, 3)), { location: leads.redirect?.slice(4) }).end();
    else if (path === '/versions') answer([{ version: '2.2.1', url: leads.versions ?? `${peer.base}/2.2.1` }]);
    else if (path === '/2.2.1')
      answer({
        version: '2.2.1',
        endpoints: [
          { identifier: 'credentials', role: 'RECEIVER', url: `${peer.base}/credentials` },
          { identifier: 'locations', role: 'SENDER', url: `${peer.base}/locations` },
          { identifier: 'locations', role: 'RECEIVER', url: leads.details ?? `${peer.base}/locations` },
        ],
      });
    else answer([], leads.next === undefined ? {} : { link: `<${leads.next}>; rel="next"`, 'x-total-count': '9' });
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  opened.defer(() => {
    http.closeAllConnections();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  peer = { base: `http://127.0.0.1:${port}`, heard };
  sigec = opened.use(await startSigec({ OCPI_PARTY: 'BR-SIG', OCPI_NAME: 'Sigec', OCPI_HOSTS: `127.0.0.1:${port}` }));
}, 120_000);
afterAll(() => opened.disposeAsync());

const spelled = ['127.0.0.1', 'localhost', '127.1', '0x7f000001', '2130706433', '0177.0.0.1', '0.0.0.0', '127.0.0.2'];
const spelled6 = ['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]'];
const addresses = () =>
  [...spelled, ...spelled6].flatMap((host) =>
    ['http', 'https'].map((scheme) => `${scheme}://${host}:${inside.port}/ocpi/versions`),
  );

async function ask(
  method: string,
  path: string,
  token: string,
  body?: object,
): Promise<{ status_code: number; data?: unknown }> {
  const response = await fetch(`${sigec.addresses.api}/ocpi/2.2.1/${path}`, {
    method,
    headers: { authorization: `Token ${btoa(token)}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { status_code: number; data?: unknown };
}

let invited = 0;
async function invite(): Promise<{ id: string; token: string; party: object }> {
  invited += 1;
  const partyId = `P${String(invited).padStart(2, '0')}`;
  const { partner, token } = await sigec.api.post<{ partner: { id: string }; token: string }>('/api/partners', {
    name: partyId,
    parties: [`DE-${partyId}`],
  });
  return { id: partner.id, token, party: { country_code: 'DE', party_id: partyId } };
}

const credentials = (url: string, party: object) => ({
  token: 'their-token',
  url,
  roles: ['EMSP', 'CPO'].map((role) => ({ role, ...party })),
});

test('whatever address inside a partner names, in whatever spelling and at whatever place, nobody connects to it', async () => {
  const { token, party } = await invite();
  for (const url of addresses()) {
    expect(await ask('POST', 'credentials', token, credentials(url, party))).toMatchObject({ status_code: 3001 });
    leads = { versions: url };
    expect(await ask('POST', 'credentials', token, credentials(`${peer.base}/versions`, party))).toMatchObject({
      status_code: 3001,
    });
  }
  for (const status of [301, 302, 303, 307, 308])
    for (const url of addresses().slice(0, 4)) {
      leads = { redirect: `${status} ${url}` };
      const answer = await ask('POST', 'credentials', token, credentials(`${peer.base}/versions`, party));
      expect(answer.status_code).toBeGreaterThanOrEqual(3001);
    }
  leads = {};
  expect(inside.connections).toBe(0);
});

test('an endpoint inside, the address of a result and the link of a page lead there as little', async () => {
  const station = opened.use(await openStation(sigec));
  const { id, token, party } = await invite();
  leads = { details: `http://127.0.0.1:${inside.port}/locations` };
  const answer = await ask('POST', 'credentials', token, credentials(`${peer.base}/versions`, party));
  const ours = (answer.data as { token: string }).token;
  expect(await ask('GET', 'credentials', ours)).toMatchObject({ status_code: 1000 });
  // What changes is for the endpoint that they named.
  await station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Faulted' });
  const failure = async () => (await sigec.api.get<{ lastFailure: string }>(`/api/partners/${id}`)).lastFailure;
  await becomes(failure, expect.stringMatching(/open net|https/));
  for (const url of addresses())
    expect(await ask('POST', 'cpo/commands/STOP_SESSION', ours, { response_url: url, session_id: 'x' })).toMatchObject({
      // On the very origin of that endpoint it is theirs by name, and refused when it is asked.
      status_code: new URL(url).origin === `http://127.0.0.1:${inside.port}` ? 1000 : 2001,
    });
  for (const url of addresses()) {
    leads = { next: url };
    await sigec.api.post(`/api/partners/${id}/pull`).catch(() => undefined);
  }
  expect(peer.heard.filter((line) => line.includes('/locations')).length).toBeGreaterThan(addresses().length);
  expect(inside.connections).toBe(0);
  await expect(fetch(`http://127.0.0.1:${inside.port}/`)).rejects.toThrow('fetch failed');
  expect(inside.connections).toBe(1); // whoever does come is counted
});
