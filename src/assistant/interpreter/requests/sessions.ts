import { defined } from '#base/present.ts';
import type { Asked } from '../grammar/asked.ts';
import { fold } from '../spot/fold.ts';
import { ask, call } from './build.ts';
import type { Request } from './request.ts';

const maxRows = 100;

function listSessions(asked: Asked) {
  const isRunning =
    asked.has('ended') || asked.hasNot('running')
      ? false
      : asked.has('running') || asked.has('now') || asked.has('charging')
        ? true
        : undefined;
  const isPast = asked.period !== undefined && !asked.has('running') && !asked.has('now');
  const limit =
    (asked.has('latest') || asked.has('first') ? asked.number('number') : undefined) ??
    (asked.has('latest') && !asked.has('count') && isSingular(asked) ? 1 : undefined);
  const exceptStations = asked.except('station');
  return {
    intent: 'list-sessions' as const,
    ...defined({
      isRunning: isPast && isRunning === true ? undefined : isRunning,
      station: asked.text_('station'),
      period: asked.period,
      name: asked.text_('name'),
      site: asked.text_('site'),
      card: asked.text_('card'),
      isOdd: asked.has('odd') ? true : undefined,
      minKwh: isAtMost(asked) ? undefined : asked.number('kwh'),
      limit: limit === undefined ? undefined : Math.min(limit, maxRows),
      isWho: asked.has('who') && isPast ? true : undefined,
    }),
    ...(exceptStations.length > 0 && { exceptStations }),
  };
}

/** "under 5 kWh", "between 10 and 20 kWh": only a least amount can be asked for, so the sum stays unused. */
function isAtMost(asked: Asked): boolean {
  return /\b(?:under|below|less than|at most|up to|no more than|between|menos de|abaixo de|ate|no maximo|entre)\b[^,]*\bkwh\b/.test(
    fold(asked.text),
  );
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
      'session running ended odd charging who car now latest count all driver energy card where when station connector how only more cost price times history faulted trouble @station @period @clock @site @name @card done howmuch first',
    not: '@station running',
    uses: (result) => [...('minKwh' in result ? ['kwh'] : []), ...('limit' in result ? ['number'] : [])],
    examples: { en: 'sessions of Ana between 22:00 and 6:00', pt: 'sessões da Ana ontem entre 22h e 23h' },
    intent(asked) {
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
    takes: 'session cost why @session @money @number @quoted',
    isChange: true,
    examples: {
      en: 'refund R$ 10 for session 1042 because "charger failed"',
      pt: 'estorne R$ 10 da sessão 1042 com o motivo "carregador falhou"',
    },
    intent(asked) {
      const session = asked.text_('session');
      const amount = asked.number('money') ?? asked.number('number');
      const reason = asked.text_('quoted');
      if (session === undefined) return ask('session');
      if (amount === undefined) return ask('value');
      if (reason === undefined) return ask('text');
      return call('correct_bill', {
        given: { transaction_id: session, amount: String(-Math.abs(amount)), reason },
        change: {
          en: `give ${amount} back on the bill of session ${session}: ${reason}.`,
          pt: `devolver ${amount} na conta da sessão ${session}: ${reason}.`,
        },
      });
    },
  },
];
