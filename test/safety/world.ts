import { Client } from 'pg';
import type { CreatedKey, NewKey } from '../../src/contract/agents/principal.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { adminKey } from '../support/sigec.ts';
import type { Schema } from './arguments.ts';
import { watchChanges } from './changes.ts';
import { type Addresses, callByRest, callByView, Http } from './doors.ts';
import { Judge } from './judge.ts';
import { RecordingStation } from './recording-station.ts';
import type { Caller, ToolFacts } from './rights.ts';
import { startProduct } from './start-product.ts';

export type Tool = ToolFacts & { inputSchema: Schema };

/** The whole product with its doors, stations of every version, and a judge that hears and sees everything. */
export type World = AsyncDisposable & {
  databaseUrl: string;
  /** REST as the first administrator, for what a test makes ready; throws what is refused. */
  asRoot<Result>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Result>;
  http: Http;
  addresses: Addresses;
  database: Client;
  judge: Judge;
  tools: readonly Tool[];
  /** The first administrator. */
  root: Caller;
  /** The product's clock. */
  now(): number;
  advance(ms: number): void;
};

/** Small enough to be met often, large enough to leave room for effects. */
const bounds = {
  maxPerHour: { agent: 3, program: 3, person: 6 },
  coolDownSeconds: { Reset: 60, UnlockConnector: 60 },
};

const { agent, program, person } = bounds.maxPerHour;
const settings = {
  // What each tool of it may do is written down in effects.ts; another pack comes with its own rows.
  PACKS: 'charging',
  OCPP_UNKNOWN_STATIONS: 'accept',
  BUDGET_COMMANDS_PER_HOUR: `agent=${agent},program=${program},person=${person}`,
  BUDGET_STATIONS_PER_COMMAND: 'agent=2,program=10,person=10',
  COOL_DOWN_SECONDS: `reset=${bounds.coolDownSeconds.Reset},unlock=${bounds.coolDownSeconds.UnlockConnector}`,
  // The clock goes on by days: sessions that nobody tells of meanwhile are left alone.
  SESSION_SILENT_HOURS: '0',
  SESSION_OFFLINE_HOURS: '0',
  FIRMWARE_HOSTS: 'firmware.example.com',
  LOG_UPLOAD_URL: 'https://logs.example.com/up',
};

export async function openWorld(env: Record<string, string> = {}): Promise<World> {
  await using opened = new AsyncDisposableStack();
  const product = opened.use(await startProduct({ ...settings, ...env }));
  const http = opened.use(new Http());
  const database = opened.adopt(new Client({ connectionString: product.databaseUrl }), (client) => client.end());
  await database.connect();
  await watchChanges(database);
  const { addresses, databaseUrl, now, advance } = product;
  const root: Caller = {
    id: 'adminkey',
    secret: adminKey,
    kind: 'person',
    role: 'administrator',
    scopes: [],
    approvesByElicitation: false,
    isLive: true,
  };
  const asRoot: World['asRoot'] = async <Result>(method: string, path: string, body?: object) => {
    const { isDone, status, text, data } = await callByRest(http, addresses, { method, path, body, caller: root });
    if (!isDone) throw new Error(`${method} ${path}: ${status} ${text}`);
    return data as Result;
  };
  // Sessions have a price, so that there are bills to correct.
  await asRoot('POST', '/api/tariffs', { id: 'base', currency: 'BRL', prices: [{ perKwh: '2' }] });
  await asRoot('POST', '/api/tariff-assignments', { tariffId: 'base' });
  const tools = await readTools(http, addresses, root);
  const all = opened.move();
  return {
    databaseUrl,
    asRoot,
    http,
    addresses,
    database,
    judge: new Judge({ ...bounds, now }),
    tools,
    root,
    now,
    advance,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** A campaign goes on for days at stations of every lane, so what it does has no one moment: its own tests judge it. */
const judgedElsewhere = new Set(['start_campaign', 'change_campaign']);

/** All there are, as they describe themselves: what is added later is among them by itself. */
async function readTools(http: Http, addresses: Addresses, root: Caller): Promise<Tool[]> {
  const { text } = await http.send(`${addresses.mcp}/tools`, { method: 'GET', caller: root });
  const { tools } = JSON.parse(text) as { tools: { name: string; inputSchema: Schema }[] };
  return Promise.all(
    tools
      .filter(({ name }) => !judgedElsewhere.has(name))
      .map(async ({ name, inputSchema }) => {
        const { data } = await callByView(http, addresses, { tool: 'describe_tool', given: { name }, caller: root });
        const { tier, category, pack, level } = data as ToolFacts & Record<string, unknown>;
        return { name, tier, category, pack, level, inputSchema };
      }),
  );
}

export async function makeCaller(
  { asRoot }: Pick<World, 'asRoot'>,
  wanted: Pick<NewKey, 'kind' | 'role'> & Partial<NewKey>,
): Promise<Caller & { id: string }> {
  const { key, secret } = await asRoot<CreatedKey>('POST', '/api/keys', {
    name: `${wanted.kind} ${wanted.role}`,
    ...wanted,
  });
  return {
    id: key.id,
    secret,
    kind: wanted.kind,
    role: wanted.role,
    scopes: wanted.scopes ?? [],
    isLive: true,
    approvesByElicitation: wanted.approvesByElicitation ?? false,
  };
}

const versions: readonly OcppVersion[] = ['1.6', '2.0.1', '2.1'];

/** One station of each version, with the mark of their lane in the name. */
export async function connectStations(
  { addresses, judge }: Pick<World, 'addresses' | 'judge'>,
  lane: number,
  doing: () => string,
): Promise<RecordingStation[]> {
  const stations = versions.map(
    (version) =>
      new RecordingStation({
        url: addresses.ocpp,
        stationId: `L${lane}-${version}`,
        version,
        onFrame: (frame) => judge.hear(lane, frame, doing()),
      }),
  );
  await Promise.all(stations.map((station) => station.connect()));
  return stations;
}
