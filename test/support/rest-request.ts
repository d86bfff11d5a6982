import { Registry } from 'prom-client';
import type { Charging } from '#charging/open-charging.ts';
import { readConfig } from '../../src/base/config.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Principal } from '../../src/contract/agents/principal.ts';
import type { HttpNeeds } from '../../src/doors/rest/route.ts';
import { buildHttp } from '../../src/doors/rest/start-http.ts';
import { FairReads } from '../../src/principals/fair-reads.ts';
import { may } from '../../src/principals/may.ts';
import { type Business, fakeBusiness } from './fake-business.ts';

const keys: Record<string, Partial<Principal>> = {
  viewer: { role: 'viewer' },
  operator: {},
  administrator: { role: 'administrator' },
  agent: { kind: 'agent' },
  program: { kind: 'program' },
  cashier: { kind: 'program', scopes: ['payments:read'] },
  scoped: { kind: 'program', scopes: ['personal:read', 'sites'] },
};
export type AskedOfDoor = {
  key?: string;
  cookie?: string;
  headers?: Record<string, string>;
  body?: object;
  business?: Business;
  /** What the business has without being asked. */
  values?: Business;
  isReadingOpen?: boolean;
  isStopping?: boolean;
  needs?: Partial<HttpNeeds>;
};

function principalOf(name: string | undefined): Principal | undefined {
  const known = name === undefined ? undefined : keys[name];
  return known && { id: `key-${name}`, name: name ?? '', kind: 'person', role: 'operator', scopes: [], ...known };
}

/** One request to the door, without a socket, over a business that answers so. */
export async function request(line: string, asked: AskedOfDoor = {}) {
  const {
    key,
    cookie,
    headers = {},
    body,
    business = {},
    values = {},
    isReadingOpen = false,
    isStopping = false,
    needs = {},
  } = asked;
  const { charging, recorded } = fakeBusiness<Charging>(business, values);
  const audit: unknown[] = [];
  const config = readConfig({});
  const ledger = { commit: async (entry: { audit?: object[] }) => audit.push(...(entry.audit ?? [])), ...needs.ledger };
  const principals = {
    authenticate: async (secret: string) => principalOf(secret),
    authenticateCookie: async (secret: string) => principalOf(secret),
    may: (principal: Principal | null, need: Parameters<typeof may>[1]) => may(principal, need, { isReadingOpen }),
    reads: new FairReads(),
    mustSignIn: !isReadingOpen,
    oauth: { externalIssuer: undefined },
    ...needs.principals,
  };
  const all = {
    config,
    charging,
    log: silentLog,
    metrics: new Registry(),
    consoleFolder: '/nowhere',
    about: () => ({ version: '1' }),
    messages: {},
    sentenceOf: ({ action }: { action: string }) => `said ${action}`,
    ...needs,
    principals,
    ledger,
  };
  const stopping = new AbortController();
  if (isStopping) stopping.abort();
  const app = await buildHttp(all as unknown as HttpNeeds, stopping.signal);
  const [method = 'GET', url = '/'] = line.split(' ');
  const response = await app.inject({
    method: method as 'GET',
    url,
    headers: {
      host: 'localhost',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(cookie !== undefined && { cookie: `sigec_sign_in=${cookie}`, origin: 'http://localhost' }),
      ...headers,
    },
    ...(body !== undefined && { payload: body }),
  });
  await app.close();
  const json = () => response.json<Record<string, unknown>>();
  return { status: response.statusCode, headers: response.headers, text: response.body, json, recorded, audit };
}
