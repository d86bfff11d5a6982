import type { z } from 'zod';

type Schema = z.ZodType;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** How much a request asks for. `open`: nobody is asked who they are. */
export type Access = 'open' | 'read' | 'operate' | 'administer';

/** Under which headings the documents list the endpoints, in the order they are read. */
export const apiGroups = [
  ...([
    'stations',
    'commands',
    'sessions',
    'sites',
    'energy',
    'findings',
    'rules',
    'notifications',
    'drivers',
    'tokens',
    'tariffs',
    'money',
    'reservations',
    'partners',
    'reports',
    'firmware',
    'campaigns',
    'tickets',
  ] as const),
  ...([
    'events',
    'proposals',
    'assistant',
    'devices',
    'vehicles',
    'books',
    'people',
    'keys',
    'account',
    'sign-in',
    'system',
  ] as const),
];
export type ApiGroup = (typeof apiGroups)[number];

export type Within = 'sites' | 'shared' | 'whole';

/** Of groups that are not named here nothing is for whoever has roles at single sites alone. */
const withinOf: Partial<Record<ApiGroup, Within>> = {
  stations: 'sites',
  commands: 'sites',
  sessions: 'sites',
  sites: 'sites',
  tokens: 'sites',
  energy: 'sites',
  tickets: 'sites',
  findings: 'sites',
  rules: 'sites',
  notifications: 'shared',
  tariffs: 'sites',
  reservations: 'sites',
  reports: 'sites',
  events: 'sites',
  proposals: 'sites',
  assistant: 'sites',
  'sign-in': 'shared',
  account: 'shared',
};

/** One endpoint as its subject's table describes it. */
type Row = {
  /** Method and path: `GET /api/sites/:id`. */
  route: `${Method} /${string}`;
  access: Access;
  /** What a key with scopes has to hold; absent: nothing in particular. */
  scope?: string;
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** How large a request may be; absent: 1 MiB, and 4 KiB where nobody is asked for a key. */
  maxBytes?: number;
  /** How a reading route waits for its turn among callers. `long`: an export or report. `none`: a stream, or it must never wait; absent: short. */
  turn?: 'long' | 'none';
  /** How long a client should wait for the answer; absent: 30 seconds. */
  patienceSeconds?: number;
  /** The JSON answer; absent: the route writes its own, described by `content`. */
  answer?: Schema;
  status?: 200 | 201 | 204;
  /** Answers that are no JSON, by content type. */
  content?: Record<string, Schema>;
  /**
   * Whoever has roles at single sites alone: `sites` narrows what they see and touch to these; `shared` belongs to no site and is for all;
   * `whole` is not for them. Absent: as its group says.
   */
  within?: Within;
  /** Not part of the API: left out of the documents. */
  isInternal?: boolean;
};

type Shapes = Omit<Row, 'route' | 'access' | 'scope' | 'summary'>;

/** Endpoints that ask for the same: each by its route, what it is for, and what it takes and answers. */
export function allow(access: Access, scope?: string) {
  return <const Given extends Shapes>(route: Row['route'], summary: string, given: Given) => ({
    route,
    access,
    summary,
    ...(scope !== undefined && { scope }),
    ...given,
  });
}

type Address = { method: Method; path: string; group: ApiGroup; within: Within };
export type Endpoint = Omit<Row, 'route'> & Address;

/** The endpoints of one subject, as data: the server mounts them, clients call them, the documents list them. */
export function defineApi<const Table extends Record<string, Row>>(
  group: ApiGroup,
  table: Table,
): { readonly [Key in keyof Table]: Table[Key] & Address } {
  const rows = Object.entries(table).map(([key, row]) => {
    const [method, path] = row.route.split(' ') as [Method, string];
    const within = row.within ?? withinOf[group] ?? 'whole';
    return [key, { ...row, method, path, group, within }];
  });
  return Object.fromEntries(rows) as { readonly [Key in keyof Table]: Table[Key] & Address };
}

/** What a schema of an endpoint reads, or undefined where it has none. */
export type Output<Each, Key extends 'params' | 'query' | 'body'> =
  Each extends Record<Key, infer Shape extends Schema> ? z.output<Shape> : undefined;
export type Answer<Each> = Each extends { answer: infer Shape extends Schema } ? z.output<Shape> : unknown;

type Loose<Values> = { [Key in keyof Values]?: Values[Key] | undefined };
type Optional<Key extends string, Value> = object extends Value ? { [K in Key]?: Value } : { [K in Key]: Value };

/** What a caller gives: the parts that the endpoint has. */
export type Given<Each> = (Each extends { params: infer Shape extends Schema } ? { params: z.output<Shape> } : object) &
  (Each extends { query: infer Shape extends Schema } ? { query?: Loose<z.output<Shape>> } : object) &
  (Each extends { body: infer Shape extends Schema } ? Optional<'body', z.input<Shape>> : object);

/** An argument that may be left out where nothing in it is needed. */
export type Rest<Value> = object extends Value ? [given?: Value] : [given: Value];
export type Query<Each> = Each extends { query: infer Shape extends Schema } ? Loose<z.output<Shape>> : undefined;
export type Body<Each> = Each extends { body: infer Shape extends Schema } ? z.input<Shape> : undefined;

/** Path and query of a request. A value that is undefined is left out. */
export function addressOf<Each extends Endpoint>({ path }: Each, given: Given<Each>): string {
  const { params = {}, query = {} } = given as { params?: Values; query?: Values };
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

type Values = Readonly<Record<string, string | number | boolean | undefined>>;
