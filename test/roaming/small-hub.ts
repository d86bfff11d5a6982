import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Party = { country: string; party: string };
type Endpoint = { identifier: string; role: string; url: string };
type Member = { party: Party; token: string; endpoints: Endpoint[] };
type Reply = { status: number; body: unknown; headers?: Record<string, string> };
type Asked = { method: string; path: string; query: string; headers: IncomingHttpHeaders; body: string; by: Member };

export type SmallHub = AsyncDisposable & {
  versionsUrl: string;
  /** A token A for one who wants to join. */
  invite(): string;
  /** Who asked whom for what, oldest first. */
  heard: string[];
};

const modules = ['locations', 'sessions', 'cdrs', 'tariffs', 'tokens', 'commands'];

/**
 * A hub that speaks OCPI 2.2.1 and lists itself alone: whoever is behind it is met by the routing headers. What is addressed to the hub
 * goes to all others, and a list of the hub is what all others have.
 */
export async function openSmallHub(hub: Party): Promise<SmallHub> {
  const invited = new Set<string>();
  /** By the token that they show. */
  const members = new Map<string, Member>();
  const results = new Map<string, { of: Member; url: string }>();
  const heard: string[] = [];

  const server = createServer((request, response) => {
    void answer(request).then(({ status, body, headers = {} }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const done = (data?: unknown): Reply => ({ status: 200, body: { data, status_code: 1000, timestamp: new Date() } });
  const refused = (code: number): Reply => ({ status: 200, body: { status_code: code, timestamp: new Date() } });

  async function answer(request: IncomingMessage): Promise<Reply> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const shown = Buffer.from((request.headers.authorization ?? '').replace('Token ', ''), 'base64').toString();
    const by = members.get(shown);
    if (by === undefined && !invited.has(shown)) return { status: 401, body: { status_code: 2000 } };
    const { pathname, search: query } = new URL(request.url ?? '/', base);
    if (pathname === '/versions') return done([{ version: '2.2.1', url: `${base}/2.2.1` }]);
    if (pathname === '/2.2.1') return done({ version: '2.2.1', endpoints: ourEndpoints() });
    if (pathname === '/2.2.1/credentials') return credentials(request.method ?? '', body, shown);
    const { method = '', headers } = request;
    return by === undefined ? refused(2000) : route({ method, path: pathname, query, headers, body, by });
  }

  const ourEndpoints = () => [
    { identifier: 'credentials', role: 'RECEIVER', url: `${base}/2.2.1/credentials` },
    ...modules.flatMap((identifier) =>
      ['SENDER', 'RECEIVER'].map((role) => ({ identifier, role, url: `${base}/2.2.1/${role}/${identifier}` })),
    ),
  ];

  async function credentials(method: string, text: string, shown: string): Promise<Reply> {
    const own = (token: string) =>
      done({
        token,
        url: `${base}/versions`,
        roles: [{ role: 'HUB', country_code: hub.country, party_id: hub.party, business_details: { name: 'Hub' } }],
      });
    if (method !== 'POST') return own(shown);
    const given = JSON.parse(text) as {
      token: string;
      url: string;
      roles: { country_code: string; party_id: string }[];
    };
    const read = async (url: string) =>
      ((await (await fetch(url, { headers: authorized(given.token) })).json()) as { data: unknown }).data;
    const versions = (await read(given.url)) as { version: string; url: string }[];
    const url = versions.find(({ version }) => version === '2.2.1')?.url ?? '';
    const { endpoints } = (await read(url)) as { endpoints: Endpoint[] };
    const [role] = given.roles;
    const party = { country: role?.country_code ?? '', party: role?.party_id ?? '' };
    const token = randomUUID();
    members.set(token, { party, token: given.token, endpoints });
    invited.delete(shown);
    return own(token);
  }

  async function route(asked: Asked): Promise<Reply> {
    const { method, path, headers, body, by } = asked;
    const result = results.get(path);
    if (result !== undefined) return forward(asked, result.of, result.url);
    const [, , role = '', module = '', ...rest] = path.split('/');
    const to = { country: String(headers['ocpi-to-country-code']), party: String(headers['ocpi-to-party-id']) };
    heard.push(`${by.party.party} > ${to.party} ${method} ${module}`);
    const others = [...members.values()].filter((each) => each !== by);
    const urlOf = ({ endpoints }: Member) => {
      const url = endpoints.find((each) => each.identifier === module && each.role === role)?.url;
      return url && [url, ...rest].join('/') + asked.query;
    };
    if (isSame(to, hub)) {
      const answers = await Promise.all(
        others.flatMap((each) => {
          const url = urlOf(each);
          return url === undefined ? [] : [forward(asked, each, url)];
        }),
      );
      if (method !== 'GET') return answers[0] ?? done();
      return done(answers.flatMap(({ body: told }) => (told as { data: unknown[] }).data));
    }
    const member = others.find(({ party }) => isSame(party, to));
    const url = member && urlOf(member);
    if (member === undefined || url === undefined) return refused(4001);
    return forward({ ...asked, body: withOurResponse(by, body) }, member, url);
  }

  /** Results of commands come back over the hub: their address is one of the hub's. */
  function withOurResponse(of: Member, text: string): string {
    const body = (text === '' ? {} : JSON.parse(text)) as { response_url?: string };
    if (body.response_url === undefined) return text;
    const path = `/2.2.1/results/${randomUUID()}`;
    results.set(path, { of, url: body.response_url });
    return JSON.stringify({ ...body, response_url: `${base}${path}` });
  }

  async function forward({ method, headers, body, by }: Asked, member: Member, url: string): Promise<Reply> {
    const response = await fetch(url, {
      method,
      headers: {
        ...authorized(member.token),
        'content-type': 'application/json',
        'x-request-id': randomUUID(),
        'x-correlation-id': String(headers['x-correlation-id']),
        'ocpi-from-country-code': by.party.country,
        'ocpi-from-party-id': by.party.party,
        'ocpi-to-country-code': member.party.country,
        'ocpi-to-party-id': member.party.party,
      },
      ...(body !== '' && { body }),
    });
    const location = response.headers.get('location');
    return {
      status: response.status,
      body: await response.json(),
      ...(location !== null && { headers: { location } }),
    };
  }

  return {
    versionsUrl: `${base}/versions`,
    heard,
    invite() {
      const token = randomUUID();
      invited.add(token);
      return token;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function isSame(one: Party, other: Party): boolean {
  return one.country === other.country && one.party === other.party;
}

function authorized(token: string): Record<string, string> {
  return { authorization: `Token ${Buffer.from(token).toString('base64')}` };
}
