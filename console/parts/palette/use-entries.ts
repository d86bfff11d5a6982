import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchApi } from '#contract/api/search.ts';
import type { Found, FoundKind } from '#contract/search.ts';
import { call } from '../../api/call.ts';
import { usePrincipal } from '../../api/principal.ts';
import { again } from '../../api/queries.ts';
import { AccessIcon, DeviceIcon, PersonIcon, SessionIcon, SiteIcon, StationIcon, TariffIcon } from '../icons.tsx';
import type { Section } from '../sections.tsx';
import { commandScope, whyNotAct } from '../why-not-act.ts';
import type { Entry, StationAsk } from './entry.ts';
import { fitsWords, readVerb, type StationVerb, stationVerbs } from './station-verbs.ts';

const icons: Record<FoundKind, ComponentType> = {
  station: StationIcon,
  session: SessionIcon,
  driver: PersonIcon,
  token: AccessIcon,
  site: SiteIcon,
  tariff: TariffIcon,
  device: DeviceIcon,
};

/** What fits what was typed: what can be done, things, and pages, in this order. */
export function useEntries(typed: string, sections: readonly Section[], onAsk: (ask: StationAsk) => void): Entry[] {
  const verb = readVerb(typed);
  const found = useFound(verb === undefined ? typed.trim() : verb.rest);
  const open = useOpen();
  const actions = useStationActions(onAsk);
  const pages = usePages(typed, sections);
  const { t } = useTranslation();
  const stations = found.filter(({ kind }) => kind === 'station');
  if (verb !== undefined) return stations.map(({ id }) => actions(verb.verb, id));
  const [first] = stations;
  const isNamed = first !== undefined && stations.length === 1;
  const things = found.map(
    (thing): Entry => ({
      id: `${thing.kind}:${thing.id}`,
      group: 'found',
      title: thing.name,
      Icon: icons[thing.kind],
      detail: [t(`palette.kind.${thing.kind}`), thing.detail].filter(Boolean).join(' · '),
      choose: () => open(thing),
    }),
  );
  return [...things, ...(isNamed ? stationVerbs.map((each) => actions(each, first.id)) : []), ...pages];
}

const restMs = 120;

/** Asked for once somebody stops typing for a moment. */
function useFound(wanted: string): Found[] {
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), restMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => call(searchApi.find, { query: { q: asked }, signal }),
    enabled: asked !== '',
    staleTime: 5_000,
    placeholderData: keepPreviousData,
    retry: again,
  });
  return wanted === '' ? [] : (data?.found ?? []);
}

function useOpen(): (found: Found) => void {
  const navigate = useNavigate();
  return ({ kind, id }) => {
    switch (kind) {
      case 'station':
        return void navigate({ to: '/equipment/$id', params: { id } });
      case 'session':
        return void navigate({ to: '/sessions/$id', params: { id } });
      case 'driver':
        return void navigate({ to: '/access/drivers/$id', params: { id } });
      case 'token':
        return void navigate({ to: '/access', search: { tab: 'tokens', token: id } });
      case 'site':
        return void navigate({ to: '/sites/$id', params: { id } });
      case 'tariff':
        return void navigate({ to: '/tariffs/$id', params: { id } });
      case 'device':
        return void navigate({ to: '/devices/$id', params: { id } });
    }
  };
}

function useStationActions(onAsk: (ask: StationAsk) => void): (verb: StationVerb, stationId: string) => Entry {
  const { t } = useTranslation();
  const principal = usePrincipal();
  const reason = whyNotAct(principal, commandScope);
  const whyNot =
    reason === null
      ? undefined
      : t(`may.${reason}`, { role: t(`role.${principal?.role ?? 'viewer'}`), scope: commandScope });
  return (verb, stationId) => ({
    id: `${verb}:${stationId}`,
    group: 'actions',
    title: t(`palette.verb.${verb}`, { station: stationId }),
    detail: whyNot ?? null,
    Icon: StationIcon,
    whyNot,
    choose: () => onAsk({ verb, stationId }),
  });
}

/** What can be begun from anywhere, beside the pages of the navigation. */
const shortcuts = [
  { name: 'palette.go.newTariff', to: '/tariffs/new', search: {}, Icon: TariffIcon },
  { name: 'palette.go.addDriver', to: '/access', search: { tab: 'drivers', add: 'yes' }, Icon: PersonIcon },
  { name: 'palette.go.addToken', to: '/access', search: { tab: 'tokens', add: 'yes' }, Icon: AccessIcon },
  { name: 'palette.go.tryToken', to: '/access', search: { tab: 'try' }, Icon: AccessIcon },
  { name: 'palette.go.import', to: '/access', search: { tab: 'import' }, Icon: AccessIcon },
  { name: 'palette.go.refusals', to: '/access', search: { tab: 'refusals' }, Icon: AccessIcon },
  { name: 'palette.go.offline', to: '/equipment', search: { state: 'offline' }, Icon: StationIcon },
  { name: 'palette.go.faulted', to: '/equipment', search: { status: 'faulted' }, Icon: StationIcon },
  { name: 'palette.go.running', to: '/sessions', search: { state: 'running' }, Icon: SessionIcon },
  { name: 'palette.go.keys', to: '/settings', search: { tab: 'keys' }, Icon: AccessIcon },
  { name: 'palette.go.account', to: '/account', search: {}, Icon: PersonIcon },
] as const satisfies readonly { name: ParseKeys; to: string; search: object; Icon: ComponentType }[];

/** By their words in either language: who reads English manuals types English words. */
function usePages(typed: string, sections: readonly Section[]): Entry[] {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const inAll = (name: ParseKeys) => ['en', 'pt-BR'].map((language) => i18n.getFixedT(language)(name));
  const places = sections.flatMap(({ pages, Icon }) => pages.map(({ to, name }) => ({ to, name, search: {}, Icon })));
  return [...places, ...shortcuts]
    .filter(({ name }) => fitsWords(typed, inAll(name)))
    .map(({ to, name, search, Icon }) => ({
      id: `page:${name}:${to}`,
      group: 'pages',
      title: t(name),
      detail: null,
      Icon,
      choose: () => void navigate({ to, search }),
    }));
}
