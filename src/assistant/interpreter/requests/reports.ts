import { defined } from '#base/present.ts';
import type { Asked } from '../grammar/asked.ts';
import type { Concept } from '../grammar/lexicon.ts';
import { besides } from '../grammar/period-steps.ts';
import type { IntentOf, Period } from '../intent.ts';
import { fold } from '../spot/fold.ts';
import { spotPeriod } from '../spot/spot-period.ts';
import { ask, call } from './build.ts';
import type { Request } from './request.ts';

type Measure = IntentOf<'report'>['measure'];

const groups: readonly [IntentOf<'report'>['by'], RegExp][] = [
  ['site', /\b(?:by|per|each|por|cada) (?:site|location|local|unidade)\b/],
  ['driver', /\b(?:by|per|each|por|cada) (?:driver|customer|client|motorista|cliente)\b/],
  ['tariff', /\b(?:by|per|each|por|cada) (?:tariff|tarifa)\b/],
  ['day', /\b(?:by|per|each|por|cada) (?:day|dia)\b|\b(?:daily|diari[oa])\b/],
  ['month', /\b(?:by|per|each|por|cada) (?:month|mes)\b|\b(?:monthly|mensal)\b/],
  ['station', /\b(?:by|per|each|por|cada) (?:station|charger|estacao|carregador)\b/],
];

const ranked = [
  ['day', 'day'],
  ['month', 'month'],
  ['who', 'driver'],
  ['driver', 'driver'],
  ['site', 'site'],
  ['station', 'station'],
  ['when', 'day'],
] as const satisfies [Concept, IntentOf<'report'>['by']][];

function reportOf(measure: Measure) {
  return (asked: Asked): IntentOf<'report'> | undefined => {
    const [period, compared] = comparedIn(asked);
    const folded = fold(asked.text);
    const isRanking = asked.has('most') || asked.has('least');
    // "make it red" asks for no money.
    const isMade = asked.items.every(({ concepts, text }) => !concepts.has('revenue') || /^ma[dk]e$/i.test(text));
    if (measure === 'revenue' && isMade && asked.has('revenue') && !isRanking && !asked.has('howmuch'))
      return undefined;
    const by =
      groups.find(([, pattern]) => pattern.test(folded))?.[0] ??
      (isRanking ? ranked.find(([concept]) => asked.has(concept))?.[1] : undefined);
    // The longest or dearest session is no row of a report.
    if (measure === 'sessions' && isRanking && by === undefined) return undefined;
    return {
      intent: 'report',
      measure,
      ...defined({
        period: compared === undefined ? asked.period : period,
        compared,
        station: asked.text_('station'),
        site: asked.text_('site'),
        name: asked.text_('name'),
        tariff: asked.text_('tariff'),
        by,
        ...(isRanking && { order: asked.has('least') ? ('least' as const) : ('most' as const) }),
        limit: isRanking ? asked.number('number') : undefined,
      }),
    };
  };
}

/** How many of them are shown. */
function limited(result: object): string[] {
  return 'limit' in result ? ['number'] : [];
}

/** "compare September and October" names two times, though one reading takes them for all of both. */
function comparedIn(asked: Asked): readonly (Period | undefined)[] {
  const [only, second] = asked.items.filter(({ entity }) => entity?.kind === 'period');
  // "October with the month before": before October, and not before today.
  const period = only?.entity?.period;
  const apart = fold(asked.text.slice(only?.end ?? 0));
  const beside = period === undefined || !asked.has('compare') ? undefined : besides(period, apart);
  if (beside !== undefined) return [period, beside];
  const halves = fold(only?.text ?? '').split(/ (?:and|e|with|com|to|vs\.?|versus) /);
  if (!asked.has('compare') || second !== undefined || halves.length !== 2) return asked.periods;
  const found = halves.map((half) => spotPeriod(/^\d/.test(half) ? half : `in ${half}`, asked.today)?.period);
  return found.every((each) => each !== undefined) ? found : asked.periods;
}

const around =
  'energy revenue howmuch count session station charging report all compare by most least who driver cost site now latest happened done card more car usage total day month week first tariff place when where @period+ @clock @station @site @name @tariff';

export const reportRequests: readonly Request[] = [
  {
    tool: 'get_report',
    when: ['report @period', 'compare @period', 'report @site|@station|@name', 'report month|day'],
    takes: around,
    examples: { en: 'report of Praia Grande for October', pt: 'relatório da Praia Grande de outubro' },
    intent: (asked) =>
      ['logs', 'setting', 'ask', 'outage', 'uptime', 'message'].some((each) => asked.has(each as 'ask'))
        ? undefined
        : reportOf(asked.has('energy') ? 'energy' : 'revenue')(asked),
  },
  {
    tool: 'get_report',
    when: ['energy', 'energy howmuch', 'energy report', 'energy revenue'],
    takes: around.replace(' cost', ''),
    uses: limited,
    examples: { en: 'compare the energy of September and October', pt: 'compare a energia de setembro e outubro' },
    intent: reportOf('energy'),
  },
  {
    tool: 'get_report',
    when: ['revenue', 'revenue howmuch', 'revenue report', 'revenue session', 'profit'],
    takes: around,
    uses: limited,
    examples: { en: 'revenue by site last month', pt: 'faturamento por local no mês passado' },
    intent: reportOf('revenue'),
  },
  {
    tool: 'get_report',
    when: [
      'count session',
      'report session',
      'most session',
      'least session',
      'compare session',
      'count charging @period',
      'usage',
      'session by',
      'who most session|charging',
      'most charging',
      'least charging',
    ],
    takes: around,
    uses: limited,
    examples: { en: 'how many sessions were there in March?', pt: 'quantas recargas houve em março?' },
    intent: (asked) => (asked.has('running') || asked.has('now') ? undefined : reportOf('sessions')(asked)),
  },
  {
    tool: 'get_uptime_report',
    when: ['uptime', 'uptime howmuch', 'uptime report'],
    takes: `${around} uptime offline`,
    tells: 'offline',
    examples: { en: 'uptime of CP-7 last month', pt: 'disponibilidade do CP-7 no mês passado' },
    intent: reportOf('uptime'),
  },
  {
    tool: 'get_uptime_report',
    when: ['outage', 'outage ?', 'offline when @period', 'offline count @period'],
    takes:
      'outage offline count when all station latest happened faulted why site @station @site @name @period @clock trouble most',
    tells: 'offline faulted latest',
    examples: { en: 'outages of CP-7 this week', pt: 'quedas do CP-7 nesta semana' },
    intent(asked) {
      if (asked.has('exclude')) return undefined;
      return call('get_uptime_report', {
        ...defined({
          station: asked.text_('station'),
          site: asked.text_('site'),
          name: asked.text_('name'),
          period: asked.period,
        }),
        given: { with_outages: true, limit: 30 },
      });
    },
  },
  {
    tool: 'exclude_outage',
    when: ['exclude outage'],
    takes: '@id @session @quoted uptime report service why',
    isChange: true,
    examples: {
      en: 'exclude outage 0192f0c1-aaaa-7000-8000-000000000001 because "maintenance order 12"',
      pt: 'exclua a queda 0192f0c1-aaaa-7000-8000-000000000001 por "ordem de manutenção 12"',
    },
    intent(asked) {
      const outage = asked.text_('id') ?? asked.text_('session');
      const reason = asked.text_('quoted');
      if (outage === undefined) return ask('id');
      if (reason === undefined) return ask('text');
      return call('exclude_outage', {
        given: { outage_id: outage, exclusion: 'scheduled-maintenance', reason },
        change: {
          en: `leave outage ${outage} out of uptime as scheduled maintenance: ${reason}.`,
          pt: `desconsiderar a queda ${outage} na disponibilidade, como manutenção programada: ${reason}.`,
        },
      });
    },
  },
];
