import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { settingsTabs } from '../../console/pages/settings/settings-tabs.ts';
import { stationTabs } from '../../console/pages/station/station-filter.ts';

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
        ...{ accept: 'application/json', authorization: `Bearer ${key}` },
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
}

/** A ticket, a rule, and a campaign that waits for the night. */
async function planUpkeep(rest: Rest): Promise<void> {
  const { id } = await rest.post<{ id: string }>('/api/tickets', {
    ...{ stationId: 'SAVASSI-05', title: 'The lock is stuck', severity: 'high', note: 'Ordered; arrives on Friday.' },
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
    '/vehicles/$id': () => first('/api/vehicles?limite=1', 'veiculos'),
    '/books/$id': () => first('/api/books?limit=1', 'books'),
    '/books/orders/$id': () => first('/api/books/orders', 'orders'),
  };
  const pages: string[] = [];
  for (const path of routePaths()) {
    if (!path.includes('$')) {
      pages.push(path, ...(tabs[path] ?? []).map((tab) => `${path}?tab=${tab}`));
      continue;
    }
    const id = await ids[path]?.();
    if (id === undefined) throw new Error(`${path} has nothing to show: furnish it, and say here how its id is found.`);
    const filled = path.replace(/\$\w+/, encodeURIComponent(id));
    pages.push(filled, ...(tabs[path] ?? []).map((tab) => `${filled}?tab=${tab}`));
  }
  return pages;
}

/** Read as text: the pages behind them are written for a browser. */
function routePaths(): string[] {
  const text = readFileSync(new URL('../../console/pages/routes.ts', import.meta.url), 'utf8');
  return [...text.matchAll(/^ {4}path: '([^']+)'/gm)].map(([, path = '']) => path);
}

/** Beside the first, which is there without a word in the address. */
const tabs: Record<string, readonly string[]> = {
  '/equipment/$id': stationTabs.slice(1),
  '/tariffs/$id': ['where', 'try', 'change', 'text'],
  '/energy/$id': ['network', 'draw', 'prices'],
  '/books': ['cart', 'orders'],
  '/health': ['closed', 'models'],
  '/campaigns': ['catalogue'],
  '/notifications': ['settings', 'webhooks'],
  '/settings': settingsTabs.slice(1),
};

async function until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('What every page should show did not come within a minute.');
    await pause(100);
  }
}
