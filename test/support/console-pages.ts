import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { buyAt } from './guest.ts';

export type Rest = {
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body?: unknown): Promise<Answer>;
  put<Answer>(path: string, body?: unknown): Promise<Answer>;
};

/** REST with a key, answers as JSON. */
export function restOf(address: string, key: string): Rest {
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: unknown = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  return {
    get: <Answer>(path: string) => ask('GET', path) as Promise<Answer>,
    post: <Answer>(path: string, body?: unknown) => ask('POST', path, body) as Promise<Answer>,
    put: <Answer>(path: string, body?: unknown) => ask('PUT', path, body) as Promise<Answer>,
  };
}

/** Waits until the demo has something to show on every page, and adds a conversation and an order. */
export async function furnish(rest: Rest): Promise<void> {
  await ask(rest, 'list the stations');
  const { books } = await rest.get<{ books: { id: string }[] }>('/api/books?inStock=true&limit=1');
  const wanted = { items: books.map((book) => ({ bookId: book.id })) };
  const checkout = await rest.post<{ id: string }>('/api/books/checkouts', wanted);
  await rest.post(`/api/books/checkouts/${checkout.id}/complete`, { paymentToken: 'success_token' });
  await until(async () => (await rest.get<{ sessions: unknown[] }>('/api/sessions?limit=1')).sessions[0]);
  await until(async () => (await rest.get<{ devices: unknown[] }>('/api/devices')).devices[0]);
  await drawSite(rest);
  await planUpkeep(rest);
  await rest.post('/api/partners', { name: 'Away', parties: ['DE-AWY'] });
  await buyAt(await guestAddress(rest)); // a payment that waits for its payer
}

/** Where somebody without an account pays in the demo. */
async function guestAddress(rest: Rest): Promise<string> {
  type Addresses = { addresses: { evseId: number; url: string }[] };
  const { addresses } = await rest.get<Addresses>('/api/stations/PAULISTA-01/payment-addresses');
  return addresses.find(({ evseId }) => evseId === 2)?.url ?? '';
}

/** A ticket, a rule, and a campaign that waits for the night. */
async function planUpkeep(rest: Rest): Promise<void> {
  const { id } = await rest.post<{ id: string }>('/api/tickets', {
    stationId: 'SAVASSI-05',
    title: 'The lock is stuck',
    severity: 'high',
    note: 'Ordered; arrives on Friday.',
  });
  await rest.put(`/api/tickets/${id}`, {
    state: 'waiting-for-parts',
    parts: [{ name: 'Lock actuator', number: 'LA-7' }],
  });
  const image = { vendor: 'Carga Clara', model: 'CC-DC60', version: '2026.11', fileName: 'cc-dc60-2026.11.bin' };
  await rest.post('/api/firmware', image);
  const hook = { name: 'Operations', url: 'https://example.com/hooks/sigec', kinds: ['finding-opened'] };
  await rest.post('/api/webhooks', hook);
  await rest.post('/api/notifications/test');
  const { rule } = await rest.post<{ rule: unknown }>('/api/rules/read', { text: 'Tell me when SAVASSI-05 is back' });
  await rest.post('/api/rules', rule);
  const action = { kind: 'settings', variables: [{ name: 'HeartbeatInterval', value: '300' }] };
  const window = { from: '03:00', until: '03:01' };
  await rest.post('/api/campaigns', { name: 'Heartbeat of five minutes', action, window });
}

/** One limit over the first EVSE of every station of a site, so that its energy is planned. */
async function drawSite(rest: Rest): Promise<void> {
  const { sites } = await rest.get<{ sites: { id: string }[] }>('/api/sites');
  const id = sites[0]?.id;
  if (id === undefined) throw new Error('There is no site to draw.');
  const { stations } = await rest.get<{ stations: { stationId: string }[] }>(`/api/sites/${id}`);
  const evses = stations.map(({ stationId }) => ({
    id: `${stationId}:1`,
    parentId: 'grid',
    kind: 'evse',
    evse: { stationId, evseId: 1 },
  }));
  const grid = { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 100 };
  const meter = { id: 'main', nodeId: 'grid', kind: 'grid', source: { kind: 'push' } };
  await rest.put(`/api/sites/${id}/energy`, { mode: 'plan', tree: { nodes: [grid, ...evses] }, meters: [meter] });
}

/** A conversation with one question and its answer. */
export async function ask(rest: Rest, text: string): Promise<string> {
  const { id } = await rest.post<{ id: string }>('/api/assistant/conversations');
  await rest.post(`/api/assistant/conversations/${id}/ask`, { text }); // answers once it has ended
  return id;
}

/** Every address of the console with what it shows there, tabs included; a page without something to show is a mistake of the furnishing. */
export async function consolePages(rest: Rest): Promise<string[]> {
  const first = async (path: string, list: string) => {
    const answer = await rest.get<Record<string, { id: string }[]>>(path);
    return answer[list]?.[0]?.id;
  };
  const ids: Record<string, () => Promise<string | undefined>> = {
    '/equipment/$id': () => Promise.resolve('PAULISTA-01'),
    '/sessions/$id': () => first('/api/sessions?limit=1', 'sessions'),
    '/access/drivers/$id': () => first('/api/drivers', 'drivers'),
    '/tariffs/$id': () => first('/api/tariffs', 'tariffs'),
    '/sites/$id': () => first('/api/sites', 'sites'),
    '/campaigns/$id': () => first('/api/campaigns', 'campaigns'),
    '/tickets/$id': () => first('/api/tickets', 'tickets'),
    '/energy/$id': () => first('/api/sites', 'sites'),
    '/devices/$id': () => first('/api/devices', 'devices'),
    '/assistant/$id': () => first('/api/assistant/conversations', 'conversations'),
    '/money/$id': () => first('/api/money/payments?limit=1', 'payments'),
    '/partners/$id': () => first('/api/partners', 'partners'),
    '/vehicles/$id': () => first('/api/vehicles?limite=1', 'veiculos'),
    '/books/$id': () => first('/api/books?limit=1', 'books'),
    '/books/orders/$id': () => first('/api/books/orders', 'orders'),
  };
  const pages: string[] = [];
  for (const { path, tabs } of await consoleRoutes()) {
    const id = path.includes('$') ? await ids[path]?.() : '';
    if (id === undefined) throw new Error(`${path} has nothing to show: furnish it, and say here how its id is found.`);
    const filled = path.replace(/\$\w+/, encodeURIComponent(id));
    pages.push(filled, ...tabs.map((tab) => `${filled}?tab=${tab}`));
  }
  const session = await ids['/sessions/$id']?.();
  const views = ['/equipment?view=map', `/sessions?open=${session}`, '/reports?compare=before', '/tickets?show=all'];
  return [...pages, ...views, ...(await lonePages(rest))];
}

/** Those that stand without the frame around them: an invitation, and a program that asks to be let in. */
async function lonePages(rest: Rest): Promise<string[]> {
  const invited = { email: 'rui@example.com', grants: [{ role: 'viewer', siteId: null }] };
  const { link } = await rest.post<{ link: string }>('/api/invitations', invited);
  const { pathname, hash } = new URL(link);
  const redirect_uri = 'http://127.0.0.1:8888/callback';
  const program = { client_name: 'Notebook', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' };
  const { client_id } = await rest.post<{ client_id: string }>('/oauth/register', program);
  const { addresses } = await rest.get<{ addresses: { mcp: string } }>('/api/about');
  const question = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    state: 'st-1',
    resource: addresses.mcp,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', // of RFC 7636
    code_challenge_method: 'S256',
  });
  return [`${pathname}${hash}`, `${authorizePath}?${question.toString()}`];
}

/** What follows it is asked by a program, and chooses no part of the page. */
export const authorizePath = '/oauth/authorize';

type Routes = { routes: { options: { path: string; validateSearch?: z.ZodObject } }[] };

/** As the console itself has them. They are not imported by name: the pages behind them are written for a browser. */
export async function consoleRoutes(): Promise<{ path: string; tabs: readonly string[] }[]> {
  const { href } = new URL('../../console/pages/routes.ts', import.meta.url);
  const { routes } = (await import(href)) as Routes;
  return routes.map(({ options: { path, validateSearch } }) => ({
    path,
    tabs: wordsOf(validateSearch?.shape['tab'] as z.core.$ZodType | undefined),
  }));
}

/** What may stand in the address; the tab that is there without a word is among them where it has a name. */
function wordsOf(tab: z.core.$ZodType | undefined): readonly string[] {
  if (tab instanceof z.ZodEnum) return tab.options.map(String);
  return tab instanceof z.ZodCatch || tab instanceof z.ZodOptional ? wordsOf(tab.unwrap()) : [];
}

async function until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('What every page should show did not come within a minute.');
    await pause(100);
  }
}
