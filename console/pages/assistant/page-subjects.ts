import { maxSubjects, type Subject, subject } from '#contract/agents/assistant.ts';

const kindOfPage: Readonly<Record<string, Subject['kind']>> = {
  equipment: 'station',
  sessions: 'session',
  'access/drivers': 'driver',
  sites: 'site',
  devices: 'device',
  tariffs: 'tariff',
  energy: 'site',
  tickets: 'ticket',
  campaigns: 'campaign',
};
const kindOfFilter = {
  session: 'session',
  station: 'station',
  driver: 'driver',
  site: 'site',
  device: 'device',
  finding: 'finding',
} as const;
/** What is open over a list, by the address of the list. */
const kindOfOpen: Readonly<Record<string, Subject['kind']>> = { '/sessions': 'session' };

type Seen = { pathname: string; search: Readonly<Record<string, unknown>>; stationIds?: readonly string[] };

/** What somebody looks at, by ids: the page of a thing, what is open over a list, rows that are ticked, and what a list is filtered by. */
export function subjectsOf({ pathname, search, stationIds = [] }: Seen): Subject[] {
  const [, page = '', id = ''] = /^\/(access\/drivers|[a-z-]+)\/([^/]+)/.exec(pathname) ?? [];
  const kind = kindOfPage[page];
  const named = kind === undefined || id === 'new' ? [] : [{ kind, id: decoded(id) }];
  const open = [{ kind: kindOfOpen[pathname], id: search['open'] }];
  const filtered = Object.entries(kindOfFilter).map(([name, each]) => ({ kind: each, id: search[name] }));
  const single = [...named, ...open, ...filtered]
    .flatMap((each) => subject.safeParse(each).data ?? [])
    .filter((each, index, all) => all.findIndex(({ kind: other }) => other === each.kind) === index)
    .slice(0, 3);
  const ticked = stationIds.flatMap((station) => subject.safeParse({ kind: 'station', id: station }).data ?? []);
  return ticked.length === 0 ? single : ticked.slice(0, maxSubjects);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
