import { type Subject, subject } from '#contract/agents/assistant.ts';

const kindOfPage: Readonly<Record<string, Subject['kind']>> = {
  equipment: 'station',
  sessions: 'session',
  'access/drivers': 'driver',
  sites: 'site',
  devices: 'device',
  tariffs: 'tariff',
};
const kindOfFilter = {
  session: 'session',
  station: 'station',
  driver: 'driver',
  site: 'site',
  device: 'device',
} as const;

/** What an address is about, by ids: the page of a thing, and what a list is filtered by. */
export function subjectsOf(pathname: string, search: Readonly<Record<string, unknown>>): Subject[] {
  const [, page = '', id = ''] = /^\/(access\/drivers|[a-z-]+)\/([^/]+)/.exec(pathname) ?? [];
  const kind = kindOfPage[page];
  const named = kind === undefined || id === 'new' ? [] : [{ kind, id: decoded(id) }];
  const chosen = Object.entries(kindOfFilter).map(([name, each]) => ({ kind: each, id: search[name] }));
  return [...named, ...chosen]
    .flatMap((each) => subject.safeParse(each).data ?? [])
    .filter((each, index, all) => all.findIndex(({ kind: other }) => other === each.kind) === index)
    .slice(0, 3);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
