import { defined } from '#base/present.ts';
import type { Asked } from '../grammar/asked.ts';
import type { EntityKind } from '../grammar/entities.ts';
import type { SessionOrder } from '../intent.ts';
import { fold } from '../spot/fold.ts';
import { ask, call } from './build.ts';
import type { Request } from './request.ts';

const maxRows = 100;

function listSessions(asked: Asked) {
  const isRunning =
    asked.has('ended') || asked.hasNot('running')
      ? false
      : asked.has('running') || asked.has('now') || (asked.has('charging') && !asked.has('latest'))
        ? true
        : undefined;
  const isPast = asked.period !== undefined && !asked.has('running') && !asked.has('now');
  const order = orderIn(asked);
  const isFirst = asked.has('latest') || asked.has('first') || order !== undefined;
  const limit =
    (isFirst ? asked.number('number') : undefined) ??
    ((asked.has('latest') || order !== undefined) && !asked.has('count') && isSingular(asked) ? 1 : undefined);
  return {
    intent: 'list-sessions' as const,
    ...defined({
      isRunning: isPast && isRunning === true ? undefined : isRunning,
      station: asked.text_('station'),
      period: asked.period,
      name: asked.text_('name'),
      site: asked.text_('site'),
      card: asked.text_('card'),
      isOdd: isOddIn(asked) ? true : oddWords.some((each) => asked.hasNot(each)) ? false : undefined,
      ...boundsIn(asked),
      order,
      limit: limit === undefined ? undefined : Math.min(limit, maxRows),
      isWho: asked.has('who') && (isPast || asked.text_('station') !== undefined) ? true : undefined,
    }),
    ...excepted('exceptStations', asked.except('station')),
    ...excepted('exceptSites', asked.except('site')),
    ...excepted('exceptNames', asked.except('name')),
  };
}

function excepted<Name extends string>(name: Name, values: string[]): { [Key in Name]?: string[] } {
  return values.length === 0 ? {} : ({ [name]: values } as { [Key in Name]: string[] });
}

/** "the longest", "the two dearest sessions". */
function orderIn(asked: Asked): SessionOrder | undefined {
  if (asked.has('expensive')) return 'dearest';
  if (asked.has('cheap')) return 'cheapest';
  const isLeast = asked.has('least');
  if (/\b(?:longest|mais (?:long|demorad|comprid)\w+)\b/.test(fold(asked.text))) return 'longest';
  if (/\b(?:shortest|mais (?:curt|breve)\w*)\b/.test(fold(asked.text))) return 'shortest';
  if ((asked.has('most') || isLeast) && asked.has('energy') && asked.number('kwh') === undefined)
    return isLeast ? 'least-energy' : 'most-energy';
  return undefined;
}

const most =
  'under|below|less than|fewer than|at most|up to|no more than|not more than|shorter than|cheaper than|menos de|menos que|abaixo de|inferior(?:es)? a|menor(?:es)? (?:do )?que|ate|no maximo|mais curt\\w+ (?:do )?que|mais barat\\w+ (?:do )?que';
const least =
  'over|above|more than|at least|from|longer than|exceed\\w*|beyond|no less than|not less than|bigger than|greater than|higher than|minimum(?: of)?|past|dearer than|more expensive than|>|mais de|mais que|mais do que|acima de|pelo menos|ao menos|no minimo|a partir de|superior(?:es)? a|maior(?:es)? (?:do )?que|pass\\w+ de|exced\\w+|mais long\\w+ (?:do )?que|mais demorad\\w+ (?:do )?que|mais car\\w+ (?:do )?que';
const orLess =
  'or less|or fewer|or shorter|or below|or under|at most|max(?:imum)?|ou menos|no maximo|(?:para|pra) baixo';
const orMore =
  '\\+|or more|or longer|or above|or higher|or over|and (?:more|up|above)|at least|minimum|ou mais|ou acima|ou superior|no minimo|(?:para|pra) cima';
const between = 'between|entre';

/** "over 25 kWh", "longer than two hours", "between R$ 10 and R$ 20". Just "25 kWh" is no bound, and nothing finds exactly that much. */
function boundsIn(asked: Asked): Partial<Record<Bound, number>> {
  const said = fold(asked.text);
  return Object.assign(
    {},
    ...bounded.map(([kind, smallest, greatest]) => {
      const item = asked.items.find(({ entity, isNegated }) => entity?.kind === kind && !isNegated);
      const value = asked.number(kind);
      if (item === undefined || value === undefined) return {};
      const before = said.slice(0, item.at);
      if (new RegExp(`\\b(?:${between}) [^,]*$`).test(before)) {
        const [low, high = value] = [...asked.all('number'), ...asked.all(kind)].map(Number);
        return { [smallest]: low, [greatest]: high };
      }
      const behind = said.slice(item.end);
      const isLed = (words: string) => new RegExp(`(?<!\\w)(?:${words}) *(?:de )?(?:r\\$ ?)?$`).test(before);
      const isEnded = (words: string) => new RegExp(`^ ?(?:${words})(?!\\w)`).test(behind);
      if (isLed(most) || isEnded(orLess)) return { [greatest]: value };
      return isLed(least) || isEnded(orMore) ? { [smallest]: value } : {};
    }),
  ) as Partial<Record<Bound, number>>;
}

type Bound = 'minKwh' | 'maxKwh' | 'minMinutes' | 'maxMinutes' | 'minCost' | 'maxCost';
const bounded = [
  ['kwh', 'minKwh', 'maxKwh'],
  ['minutes', 'minMinutes', 'maxMinutes'],
  ['money', 'minCost', 'maxCost'],
] as const satisfies [EntityKind, Bound, Bound][];

const oddWords = ['odd', 'trouble', 'faulted'] as const;

/** "sessions with problems"; a fault of a station is none of its sessions. */
function isOddIn(asked: Asked): boolean {
  return asked.has('odd') || asked.has('trouble') || (asked.has('faulted') && !asked.has('station'));
}

/** "the last session", not "the last sessions". */
function isSingular({ items }: Asked): boolean {
  return items.some(({ concepts, text }) => concepts.has('session') && !/s$/i.test(text));
}

export const sessionRequests: readonly Request[] = [
  {
    tool: 'list_sessions',
    when: [
      'session',
      'who charging',
      'charging now !station',
      'car charging !station',
      'who session',
      'session latest',
      'charging history @card|@name',
      'session history',
      'charging ? !station',
    ],
    takes:
      'session running ended odd charging who car now latest count all driver energy card where when station connector how only more cost price bound history faulted trouble @station @period @clock @site @name @card done howmuch long short most least expensive cheap day week month',
    tells: 'latest',
    not: '@station @site @name running odd trouble faulted',
    uses: (result) => [
      ...('limit' in result ? ['number'] : []),
      ...bounded.flatMap(([kind, least, greatest]) => {
        if (least in result && greatest in result) return [`${kind}+`, 'number'];
        return least in result || greatest in result ? [kind] : [];
      }),
    ],
    examples: { en: 'sessions of Ana between 22:00 and 6:00', pt: 'sessões da Ana ontem entre 22h e 23h' },
    intent(asked) {
      // Whether somebody may charge is told by no list.
      const isPermission = /^\W*(?:can|could|may|pode|podem|poderia)\b/.test(fold(asked.text));
      if (isPermission && (asked.text_('name') ?? asked.text_('card')) !== undefined) return undefined;
      // Where one could charge a car is no list of sessions.
      const isWish = /\b(?:can|could) (?:i|we)\b|\b(?:posso|podemos|consigo)\b/.test(fold(asked.text));
      return asked.has('where') && isWish ? ask('vehicle') : listSessions(asked);
    },
  },
  {
    tool: 'get_transaction_details',
    when: ['@session', '@session session', '@session details'],
    takes:
      'session details cost energy why ended who when how charging driver card station stop howmuch now running happened trouble',
    tells: 'ended running',
    examples: { en: 'details of session 1042', pt: 'detalhes da sessão 1042' },
    intent(asked) {
      const session = asked.text_('session');
      return session === undefined ? undefined : { intent: 'session-details', session };
    },
  },
  {
    tool: 'list_sessions',
    when: [
      'why session stop|ended @station|@card|@name',
      'why session latest',
      'why charging stop|ended @card|@name',
      'why session stop|ended latest',
      'session latest details|cost|howmuch|who|energy',
      'session running details @station|@card|@name',
    ],
    takes:
      'session stop ended running charging latest car details cost howmuch energy who when driver station early @station @card @name @period @clock trouble why',
    tells: 'ended latest',
    examples: { en: 'why did the last session at CP-7 end?', pt: 'por que a última sessão do CP-7 terminou?' },
    intent(asked) {
      return call('list_sessions', {
        ...defined({
          station: asked.text_('station'),
          card: asked.text_('card'),
          name: asked.text_('name'),
          period: asked.period,
        }),
        given: { state: asked.has('running') ? 'running' : 'ended', limit: 1 },
      });
    },
  },
  {
    tool: 'get_transaction_details',
    when: ['cost @session', 'howmuch @session'],
    takes: 'session details energy why driver tariff charging',
    examples: { en: 'how much did session 1042 cost?', pt: 'quanto custou a sessão 1042?' },
    intent(asked) {
      const session = asked.text_('session');
      return session === undefined ? undefined : { intent: 'session-details', session };
    },
  },
  {
    tool: 'correct_bill',
    when: ['correct @session', 'correct session', 'correct cost'],
    takes: 'session cost why latest station @session @station @money @number @quoted',
    isChange: true,
    examples: {
      en: 'refund R$ 10 for session 1042 because "charger failed"',
      pt: 'estorne R$ 10 da sessão 1042 com o motivo "carregador falhou"',
    },
    intent(asked) {
      const station = asked.has('latest') ? asked.text_('station') : undefined;
      const session = asked.text_('session');
      const amount = asked.number('money') ?? asked.number('number');
      const reason = asked.text_('quoted');
      if (session === undefined && (station === undefined || asked.all('station').length > 1)) return ask('session');
      if (amount === undefined) return ask('value');
      if (reason === undefined) return ask('text');
      return call('correct_bill', {
        ...(session === undefined && defined({ station })),
        given: { amount: String(-Math.abs(amount)), reason, ...defined({ transaction_id: session }) },
        change: {
          en: `give ${amount} back on the bill of session {session}: ${reason}.`,
          pt: `devolver ${amount} na conta da sessão {session}: ${reason}.`,
        },
      });
    },
  },
];
