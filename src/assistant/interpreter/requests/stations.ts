import { defined } from '#base/present.ts';
import type { Asked } from '../grammar/asked.ts';
import type { StationFilter } from '../intent.ts';
import { fold, nameKey } from '../spot/fold.ts';
import { call, rowLimit, stationCall } from './build.ts';
import type { Request } from './request.ts';

const filters = ['faulted', 'offline', 'online', 'unavailable', 'waiting', 'free', 'charging'] as const;
const filterOf = (concept: (typeof filters)[number]): StationFilter => (concept === 'free' ? 'available' : concept);
const states = 'faulted offline online unavailable waiting free charging';

/** "offline or faulted", "not online", "all but CP-3". */
function listStations(asked: Asked) {
  const isPerson = asked.moment.known?.some(({ kind, name }) => kind === 'driver' && name === asked.text_('name'));
  // Where somebody charged, or a car waits, is told by no list of stations.
  if (isPerson === true || (asked.has('car') && asked.has('waiting'))) return undefined;
  const wanted = filters.filter((each) => asked.has(each)).map(filterOf);
  const isIdle = /\b(?:not|n't) charging\b|\bnao (?:esta[o]? carregando|carregam?)\b/.test(fold(asked.text));
  const noneOf = [
    ...filters.filter((each) => asked.hasNot(each)).map(filterOf),
    ...(isIdle && asked.has('trouble') ? (['charging'] as const) : []),
  ];
  const exceptStations = asked.except('station');
  const exceptSites = [...asked.except('site'), ...asked.except('name')];
  const isTrouble = wanted.length + noneOf.length === 0 && asked.has('trouble');
  const [filter = isTrouble ? 'faulted' : undefined, ...others] = wanted;
  return {
    intent: 'list-stations' as const,
    ...defined({
      filter: others.length === 0 ? filter : undefined,
      site: asked.text_('site') ?? (isMade(asked) ? undefined : asked.text_('name')),
      search: isMade(asked) ? asked.text_('name') : searchIn(asked),
    }),
    ...(others.length > 0 && { anyOf: wanted }),
    ...(noneOf.length > 0 && { noneOf }),
    ...(exceptStations.length > 0 && { exceptStations }),
    ...(exceptSites.length > 0 && { exceptSites }),
  };
}

/** "Acme chargers", "stations made by ABB": a name that nobody here has is that of a maker. */
function isMade(asked: Asked): boolean {
  const name = asked.text_('name');
  const { known } = asked.moment;
  if (name === undefined) return false;
  if (
    /\b(?:made|built|manufactured|produced|from the maker|da marca|do fabricante|fabricad[oa]s?|feit[oa]s?) (?:by|de|pela|pelo|por)\b|\b(?:marca|fabricante|brand|maker|vendor)\b/.test(
      fold(asked.text),
    )
  )
    return true;
  return known !== undefined && !known.some((each) => nameKey(each.name).includes(nameKey(name)));
}

/** A version or a model in digits, which is looked for among what stations told of themselves. */
function searchIn(asked: Asked): string | undefined {
  return asked.has('model') ? (asked.text_('quoted') ?? asked.text_('key')) : undefined;
}

export const stationRequests: readonly Request[] = [
  {
    tool: 'plan_charging',
    when: [
      'plan',
      'plan @site|@name',
      'supposed @kw|@amperes @site|@name',
      'when done|full|need car|session|charging @site|@name',
      'cost|howmuch charging @site',
    ],
    takes:
      'plan supposed site how charging energy now limits limit power only happened all howmuch more car session cost price when who done full need if ahead tonight tomorrow station @site @name @kw @amperes @period',
    examples: { en: 'who charges when at site Depot?', pt: 'quem carrega quando no local Depot?' },
    intent(asked) {
      const site = asked.text_('site') ?? asked.text_('name');
      const [kw, amperes] = [asked.number('kw'), asked.number('amperes')];
      const isAhead = /\b(?:tonight|tomorrow|next hours|hoje a noite|esta noite|amanha|proximas horas)\b/.test(
        fold(asked.text),
      );
      if ((asked.has('cost') || asked.has('howmuch')) && !isAhead && !asked.has('plan')) return undefined;
      const isOther = asked.all('station').length > 0 || asked.has('contract') || asked.has('tariff');
      // To change a plan is more than to see it.
      const isOrder =
        ['change', 'limit', 'assign', 'clear'].some((each) => asked.has(each as 'change')) && !asked.isQuestion;
      if (isOther || (isOrder && !asked.has('supposed')) || (asked.has('tariff') && site === undefined))
        return undefined;
      return { intent: 'site-plan', ...defined({ site, kw, amperes: kw === undefined ? amperes : undefined }) };
    },
  },
  {
    tool: 'what_needs_attention',
    when: ['attention'],
    takes: 'station all now most trouble happened how first @name @site more',
    tells: 'most first',
    examples: { en: 'what needs my attention?', pt: 'o que precisa da minha atenção?' },
    intent(asked) {
      const site = asked.text_('site') ?? asked.text_('name');
      return asked.text_('station') === undefined
        ? call('what_needs_attention', { ...defined({ site }), given: { limit: site === undefined ? 20 : 100 } })
        : undefined;
    },
  },
  {
    tool: 'list_charge_points',
    when: [
      'station',
      'connector ?',
      'all @site',
      'all @name ?',
      ...filters.filter((each) => each !== 'charging' && each !== 'online'),
    ],
    takes: `${states} station connector all site now count or only where when how running session car trouble brand model @site @name @quoted`,
    not: `${states} @station @site @name`,
    examples: { en: 'which chargers are offline or faulted?', pt: 'quais carregadores não estão online?' },
    intent: listStations,
  },
  {
    tool: 'list_connectors_by_status',
    when: ['connector how', 'connector free|charging|faulted|unavailable how'],
    takes: 'all now station free charging faulted unavailable count online site',
    examples: { en: 'connectors with status faulted', pt: 'conectores com status livre' },
    intent(asked) {
      const status = {
        free: 'available',
        charging: 'Charging',
        faulted: 'faulted',
        unavailable: 'unavailable',
      } as const;
      const [found] = (Object.keys(status) as (keyof typeof status)[]).filter((each) => asked.has(each));
      return call('list_connectors_by_status', { given: { limit: 50, ...(found && { status: status[found] }) } });
    },
  },
  {
    tool: 'get_charge_point_status',
    when: [
      '@station',
      '@station how',
      '@station firmware',
      '@station when',
      '@station details',
      '@station where',
      '@station brand',
    ],
    takes: `${states} where site who how station connector details firmware now when latest message @place all model running brand battery count power`,
    tells: `${states} running latest`,
    examples: { en: 'how is CP-7?', pt: 'como está o CP-7?' },
    intent(asked) {
      const station = asked.text_('station');
      const isAsked =
        asked.isQuestion ||
        ['how', 'where', 'firmware', 'details', ...filters].some((each) => asked.has(each as 'how'));
      // "how long did the last charge take" is about a session.
      const isSession = asked.has('latest') && (asked.has('session') || asked.has('charging'));
      if (station === undefined || !isAsked || isSession || (asked.has('who') && !asked.has('brand'))) return undefined;
      return { intent: 'station-status', station, ...(asked.has('where') && { isWhere: true }) };
    },
  },
  {
    tool: 'what_happened',
    when: [
      '@station why',
      '@station who reset|stop|unlock|limit @period',
      '@station happened',
      '@station attention',
      '@station @clock ?',
      '@station trouble',
      '@station history',
      '@station events',
    ],
    takes: `${states} station happened trouble history why events @period @clock ended stop reset now latest running who more connector @place stop all car how`,
    tells: `${states} ended running latest`,
    examples: {
      en: 'what happened to CP-7 yesterday between 22:00 and 6:00?',
      pt: 'o que aconteceu com o CP-7 ontem depois das 18h?',
    },
    intent(asked) {
      const station = asked.text_('station');
      return station === undefined ? undefined : { intent: 'diagnose', station, ...defined({ period: asked.period }) };
    },
  },
  {
    tool: 'list_charge_point_commands',
    when: [
      '@station command',
      '@station who reset|stop|unlock|limit !@period',
      '@station who ask|command',
      '@station reset|stop|unlock ?',
      'command station ?',
    ],
    takes:
      'station command @station who reset stop unlock limit when latest start update change block @number @period @clock all ask history now done happened',
    tells: 'latest',
    examples: { en: 'which commands did CP-7 get?', pt: 'quais comandos o CP-7 recebeu?' },
    intent(asked) {
      const isAsked = asked.has('command') || asked.has('who') || asked.has('ask');
      if (!isAsked && !/^\W*(?:did|has|have|was|were|when|ja|alguem|foi|quando)\b/.test(fold(asked.text)))
        return undefined;
      const found = stationCall(asked, 'list_charge_point_commands', {
        limit: rowLimit(asked, asked.period === undefined ? 20 : 50, 50),
      });
      return 'intent' in found && asked.period !== undefined ? { ...found, period: asked.period } : found;
    },
  },
  {
    tool: 'list_sites',
    when: ['site ?', 'site all', 'site count', 'site where', 'site'],
    takes: 'site all count station where energy now @site @name',
    examples: { en: 'list the sites', pt: 'quais locais existem?' },
    intent(asked) {
      const site = asked.text_('site') ?? asked.text_('name');
      if (site !== undefined && !asked.has('station') && !asked.isQuestion) return undefined;
      return site === undefined ? call('list_sites', { given: { limit: 100 } }) : call('list_sites', { site });
    },
  },
  {
    tool: 'list_events',
    when: ['events ?', 'events latest', 'events all', 'events'],
    takes: 'events happened latest all unlock @station @period @clock @number station history now',
    tells: 'latest',
    examples: { en: 'the last 10 events of the ledger', pt: 'últimos 10 eventos do livro razão' },
    intent(asked) {
      const id = eventIdIn(asked.text);
      if (id !== undefined) return call('list_events', { given: { event_id: id } });
      return call('list_events', {
        ...defined({ station: asked.text_('station'), period: asked.period }),
        given: { limit: rowLimit(asked, 20, 100) },
      });
    },
  },
];

/** As evidence names an event: "event 1913.897". */
function eventIdIn(text: string): string | undefined {
  return /(?<![\w.])\d{1,19}\.\d{1,18}(?![\w.]*\w)/.exec(text)?.[0];
}
