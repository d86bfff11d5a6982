import { defined } from '#base/present.ts';
import type { Asked } from '../grammar/asked.ts';
import { minutesBetween, momentAhead, timesOf } from '../grammar/times.ts';
import type { ChangingIntent, Missing } from '../intent.ts';
import { fold } from '../spot/fold.ts';
import { verbs } from '../understand/words.ts';
import { ask } from './build.ts';
import { changeWords } from './change-words.ts';
import type { Request } from './request.ts';

type Order = ChangingIntent | { status: 'ask-back'; missing: Missing } | undefined;

/** Words that every order may hold besides its own. */
const around = 'station connector now site car session charging driver card only ending';

function order(
  name: ChangingIntent['intent'],
  {
    when,
    takes = '',
    tells = '',
    intent,
  }: Pick<Request, 'when' | 'takes' | 'tells'> & { intent: (asked: Asked) => Order },
): Request {
  const { examples, takes: known } = changeWords[name];
  return {
    tool: examples.tool,
    when,
    takes: `${known} ${around} ${takes}`,
    tells,
    isChange: true,
    examples: { en: examples.en, pt: examples.pt },
    intent,
  };
}

/** Whose card it is, or which one; where both are said, both have to be so. */
function cardIn(asked: Asked): { token?: string; name?: string } | undefined {
  const [token, name] = [asked.text_('card'), asked.text_('name')];
  return token === undefined && name === undefined ? undefined : defined({ token, name });
}

function placeIn(asked: Asked): { connector?: number } {
  return defined({ connector: asked.number('place') });
}

function blocking(isBlocked: boolean) {
  const verb = isBlocked ? 'block' : 'unblock';
  return order('block-token', {
    when: [
      `${verb} card`,
      `${verb} @card`,
      `${verb} driver`,
      `${verb} @name`,
      ...(isBlocked ? [] : ['unlock card', 'unlock @card']),
    ],
    takes: `blocked lostcard @name ${verb === 'block' ? 'disable stop lost' : 'enable accept unlock found'}`,
    intent(asked) {
      if (asked.text_('station') !== undefined || asked.has('connector')) return undefined;
      const card = cardIn(asked);
      return card === undefined ? ask('token') : { intent: 'block-token', ...card, isBlocked };
    },
  });
}

/** The same verbs lead both ways: "put back into service", "put out of service". undefined: both or neither is said. */
export function directionOf(asked: Asked): 'in' | 'out' | undefined {
  const said = fold(asked.text);
  const [isIn, isOut] = [verbs.enable.test(said), verbs.disable.test(said)];
  return isIn === isOut ? undefined : isIn ? 'in' : 'out';
}

function minutesIn(asked: Asked): number | undefined {
  const minutes = asked.number('minutes');
  return minutes === undefined ? undefined : Math.round(minutes);
}

function minutesUntil(until: string, asked: Asked): number {
  const end = momentAhead(until, { ...asked.moment, today: asked.today });
  return Math.max(1, Math.round((Date.parse(end) - asked.moment.now.getTime()) / 60_000));
}

/** "tonight" does not say when. */
function isPartOfDay({ items }: Asked): boolean {
  const part = /\b(?:tonight|morning|afternoon|evening|night|manha|tarde|noite|madrugada)\b/;
  return items.some(({ entity }) => entity?.kind === 'period' && part.test(fold(entity.text)));
}

/** What is ordered with more than a few words: by whose card it is, for how long, from when, until when. */
export const orderRequests: readonly Request[] = [
  blocking(true),
  blocking(false),
  order('start-session', {
    when: [
      'start session|charging|card|@card|@name @station',
      'start @card',
      'start session',
      'letin charging|session @station',
      'letin @card|@name @station',
    ],
    takes: 'letin @name',
    intent(asked) {
      const station = asked.text_('station');
      const card = cardIn(asked);
      if (station === undefined) return ask('station');
      return card === undefined
        ? ask('token')
        : { intent: 'start-session', station, ...defined({ evse: asked.number('place') }), ...card };
    },
  }),
  order('stop-session', {
    when: ['stop session', 'stop charging', 'stop car', 'stop @name', 'stop @card', 'stop @station', 'stop @session'],
    takes: 'cancel who running @name @card',
    intent(asked) {
      // "para" stops something only where a sentence begins with it, and "end" where it is an order.
      if (!verbs.stop.test(fold(asked.text)) && !/^(?:please |por favor,? )?end\b/.test(fold(asked.text)))
        return undefined;
      const found = defined({
        station: asked.text_('station'),
        evse: asked.number('place'),
        session: asked.text_('session'),
        ...cardIn(asked),
      });
      return Object.keys(found).length === 0 ? ask('station') : { intent: 'stop-session', ...found };
    },
  }),
  order('reset', {
    when: ['reset @station', 'reset station'],
    takes: 'hard idle update',
    intent(asked) {
      const station = asked.text_('station');
      if (asked.number('place') !== undefined) return undefined;
      const isNow = asked.has('hard') || asked.has('now');
      return station === undefined ? ask('station') : { intent: 'reset', station, when: isNow ? 'now' : 'idle' };
    },
  }),
  order('unlock', {
    when: ['unlock @station', 'unlock connector', 'unlock @place', 'unblock connector', 'stuck connector'],
    takes: 'trouble stuck on',
    intent(asked) {
      const station = asked.text_('station');
      // "libera o CP-7" may mean several things.
      if (!asked.has('connector') && asked.number('place') === undefined && !verbs.unlock.test(fold(asked.text)))
        return undefined;
      return station === undefined ? ask('station') : { intent: 'unlock', station, ...placeIn(asked) };
    },
  }),
  order('set-availability', {
    when: [
      'disable service @station',
      'disable unavailable @station',
      'disable @station',
      'disable connector @station',
    ],
    takes: 'trouble',
    intent(asked) {
      const station = asked.text_('station');
      if (directionOf(asked) !== 'out') return undefined;
      return station === undefined
        ? ask('station')
        : { intent: 'set-availability', station, ...placeIn(asked), isAvailable: false };
    },
  }),
  order('set-availability', {
    when: ['enable service @station', 'enable free @station', 'enable @station', 'enable connector @station'],
    intent(asked) {
      const station = asked.text_('station');
      if (directionOf(asked) !== 'in') return undefined;
      return station === undefined
        ? ask('station')
        : { intent: 'set-availability', station, ...placeIn(asked), isAvailable: true };
    },
  }),
  order('set-limit', {
    when: ['limit @kw|@amperes @station', 'limits @kw|@amperes @station', 'power @kw|@amperes @station'],
    takes: 'change most maximum price need energy tomorrow @minutes @at',
    intent(asked) {
      const station = asked.text_('station');
      const [kw, amperes] = [asked.number('kw'), asked.number('amperes')];
      if (station === undefined) return ask('station');
      if (asked.isQuestion && asked.has('limits') && !asked.has('limit')) return undefined;
      const { from, at, until, day } = timesOf(asked);
      // It holds from now on: one that begins later is no matter of this order.
      if (from !== undefined || at !== undefined || (day !== undefined && day !== asked.today)) return ask('when');
      const minutes = minutesIn(asked) ?? (until === undefined ? undefined : minutesUntil(until, asked));
      return {
        intent: 'set-limit',
        station,
        ...defined({ kw, amperes: kw === undefined ? amperes : undefined, minutes }),
        ...placeIn(asked),
      };
    },
  }),
  order('set-limit', {
    when: ['pause @station', 'pause charging|session|car'],
    takes: 'pause @minutes',
    intent(asked) {
      const station = asked.text_('station');
      if (station === undefined) return ask('station');
      return { intent: 'set-limit', station, kw: 0, ...defined({ minutes: minutesIn(asked) }), ...placeIn(asked) };
    },
  }),
  order('reserve', {
    when: ['reserve @station', 'reserve connector', 'reserve station', 'reserve @place', 'reservation setup @station'],
    takes: 'setup reservation tomorrow aftertomorrow @name @at @period @minutes',
    tells: 'free',
    intent(asked) {
      const station = asked.text_('station');
      const card = cardIn(asked);
      // "reservas do CP-7" asks for those that there are.
      if (/\b(?:reservas|reservations|bookings)\b/.test(fold(asked.text)) || asked.has('cancel')) return undefined;
      if (station === undefined) return ask('station');
      if (card === undefined) return ask('token');
      const { from, until, at, day } = timesOf(asked);
      const start = from ?? at;
      if (start === undefined && day !== undefined && (day !== asked.today || isPartOfDay(asked))) return ask('when');
      const minutes =
        minutesIn(asked) ?? (start !== undefined && until !== undefined ? minutesBetween(start, until) : undefined);
      const startsAt = start === undefined ? undefined : momentAhead(start, { ...asked.moment, today: asked.today });
      const fromNow = start === undefined && until !== undefined ? minutesUntil(until, asked) : undefined;
      return {
        intent: 'reserve',
        station,
        ...placeIn(asked),
        ...card,
        ...defined({ minutes: minutes ?? fromNow, startsAt }),
      };
    },
  }),
  order('set-need', {
    when: [
      'need @percent|@kwh @station|@name',
      'done @percent|@kwh @station|@name',
      'charging @percent @station',
      'need full @station',
      'priority @station',
      '@kwh @percent @station',
    ],
    takes: 'priority least full most tomorrow aftertomorrow done charging more day @name @kwh+ @percent+ @at @number',
    intent(asked) {
      const [station, name] = [asked.text_('station'), asked.text_('name')];
      if ((station ?? name) === undefined || /\?\s*$/.test(asked.text)) return undefined;
      const { until, at, day } = timesOf(asked);
      const by = until ?? at;
      if (by === undefined && day !== undefined) return ask('when');
      const percent = asked.number('percent') ?? (asked.has('full') ? 100 : undefined);
      const kwh = asked.number('kwh');
      const isLeast = kwh !== undefined && (percent !== undefined || asked.has('least'));
      const priority = asked.has('priority')
        ? (asked.number('number') ?? (percent === undefined ? 10 : undefined))
        : undefined;
      if (percent === undefined && kwh === undefined && priority === undefined) return ask('value');
      return {
        intent: 'set-need',
        ...defined({
          station,
          name,
          evse: asked.number('place'),
          percent,
          by,
          priority,
          ...(isLeast ? { minKwh: kwh } : { kwh }),
        }),
      };
    },
  }),
  order('set-site-limit', {
    when: [
      'limit @kw|@amperes @site|@name',
      'limits @kw|@amperes @site|@name',
      'grid @kw|@amperes @site|@name',
      'power @kw|@amperes @site|@name !supposed !?',
    ],
    takes: 'all grid ask need price station power most tomorrow aftertomorrow change @period',
    intent(asked) {
      const site = asked.text_('site') ?? asked.text_('name');
      // "all stations at Depot to 11 kW" is a limit for each of them.
      const isPlural = /\b(?:stations|chargers|estacoes|carregadores|pontos)\b/.test(fold(asked.text));
      const isForEach = asked.has('station') && (asked.has('all') || isPlural);
      if (site === undefined || asked.text_('station') !== undefined || isForEach) return undefined;
      const [kw, amperes] = [asked.number('kw'), asked.number('amperes')];
      const { from, until, at, day } = timesOf(asked);
      if (day !== undefined && [from, until, at].every((time) => time === undefined)) return ask('when');
      return {
        intent: 'set-site-limit',
        site,
        ...defined({ kw, amperes: kw === undefined ? amperes : undefined, from: from ?? at, until }),
      };
    },
  }),
  order('clear-site-limit', {
    when: ['clear limit|limits|power @site|@name'],
    intent(asked) {
      const site = asked.text_('site') ?? asked.text_('name');
      return site === undefined ? undefined : { intent: 'clear-site-limit', site };
    },
  }),
  order('clear-limit', {
    when: ['clear limit|limits|power @station', 'fullpower @station'],
    intent(asked) {
      const station = asked.text_('station');
      return station === undefined ? undefined : { intent: 'clear-limit', station, ...placeIn(asked) };
    },
  }),
];
