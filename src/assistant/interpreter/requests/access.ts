import { defined } from '#base/present.ts';
import type { Asked } from '../grammar/asked.ts';
import { momentAhead, timesOf } from '../grammar/times.ts';
import { fold } from '../spot/fold.ts';
import { ask, call } from './build.ts';
import type { Request } from './request.ts';

/** "Ana" may be more than the one who is known by that name; a slip is put right. */
function asSaid(name: string, { said }: Asked): string {
  const words = fold(said).split(/[^a-z\d]+/);
  const parts = name.split(' ').filter((part) => words.includes(fold(part)));
  return parts.length === 0 ? name : parts.join(' ');
}

export const accessRequests: readonly Request[] = [
  {
    tool: 'list_refusals',
    when: [
      'refusal',
      'refusal card',
      'card why',
      '@card why',
      'refusal who',
      'refusal count',
      'why not charging|session @name|@card !@station',
    ],
    not: 'not charging session',
    takes:
      'card who why count all latest driver when where station now charging session blocked trouble how happened @card @station @period @clock @name faulted',
    tells: 'latest blocked faulted',
    examples: { en: 'why was card 04AABBCC refused?', pt: 'por que o cartão 04AABBCC foi recusado?' },
    intent: (asked) => ({
      intent: 'refusals',
      ...defined({
        token: asked.text_('card'),
        station: asked.text_('station'),
        period: asked.period,
        name: asked.text_('name'),
      }),
    }),
  },
  {
    tool: 'try_authorization',
    when: [
      'may @card @station',
      'may card',
      'may charging card',
      'may @card',
      '@card charging @station ?',
      'may driver @station',
      'may @name @station',
      'may @name',
      'may driver',
      'why not charging|trouble @name|@card @station',
      'why trouble card|@name|@card @station',
      '@name charging @station ?',
    ],
    takes:
      'card charging station why driver connector now unlock refusal when session ending start assign tomorrow aftertomorrow not car trouble @card @station @site @place @name @at @period',
    not: 'may charging not trouble',
    examples: { en: 'may card 04AABBCC charge at CP-7?', pt: 'o cartão 04AABBCC pode carregar no CP-7?' },
    intent(asked) {
      const station = asked.text_('station');
      const [card, name] = [asked.text_('card'), asked.text_('name')];
      if (station === undefined) return ask('station');
      if (card === undefined && name === undefined) return ask('token');
      const { at, from, until } = timesOf(asked);
      const time = at ?? from ?? until;
      const moment = time === undefined ? undefined : momentAhead(time, { ...asked.moment, today: asked.today });
      return call('try_authorization', {
        station,
        ...(card === undefined ? defined({ name }) : { card }),
        given: defined({ at: moment, evse_id: asked.number('place') }),
      });
    },
  },
  {
    tool: 'list_drivers',
    when: [
      'driver',
      'driver ?',
      'driver count',
      'driver all',
      'who @name',
      'group @name|@quoted|@site',
      'group who|driver',
    ],
    takes: 'driver all count who group blocked where @name @quoted @site now',
    examples: { en: 'find driver Ana', pt: 'procure a motorista Ana' },
    intent(asked) {
      const name = asked.text_('name');
      const search =
        name === undefined
          ? (asked.text_('quoted') ?? asked.text_('site'))
          : asked.has('group')
            ? name
            : asSaid(name, asked);
      if (!asked.has('group'))
        return asked.text_('site') === undefined ? { intent: 'list-drivers', ...defined({ search }) } : undefined;
      return search === undefined ? undefined : { intent: 'list-drivers', group: search };
    },
  },
  {
    tool: 'find_token',
    when: [
      'card',
      'card ?',
      'card blocked',
      'card driver',
      'card count',
      'card @name',
      'who card',
      '@card who',
      '@card details',
      '@card how',
    ],
    takes: 'card all count blocked driver who ending running @name @card details how ended @number @quoted now',
    tells: 'blocked',
    not: 'blocked',
    examples: { en: 'which cards does Ana have?', pt: 'quais cartões são da Ana?' },
    intent(asked) {
      if (/\b(?:who|quem) (?:\w+ )?(?:un|des)?blo(?:ck|que)\w*/.test(fold(asked.text))) return undefined;
      const digits = asked.text_('number');
      // Two cards are no card that ends in 2.
      const card = asked.text_('card') ?? asked.text_('quoted') ?? ((digits?.length ?? 0) > 2 ? digits : undefined);
      // Whether the card of somebody is blocked stands beside it.
      const isOne = (card ?? asked.text_('name')) !== undefined;
      const blocked = isOne
        ? {}
        : asked.has('blocked')
          ? { is_blocked: true }
          : asked.hasNot('blocked')
            ? { is_blocked: false }
            : {};
      return call('find_token', {
        ...defined({ name: asked.text_('name') }),
        ...(card?.startsWith('tok_') === true ? { given: { token_id: card } } : { given: { ...blocked, limit: 50 } }),
        ...(card !== undefined && !card.startsWith('tok_') && { card }),
      });
    },
  },
  {
    tool: 'list_reservations',
    when: ['reservation', 'reservation ?', 'reservation when', 'reservation who'],
    takes:
      'all count when who why ended done stop start connector station latest now running how card where tomorrow driver @station @site @name @card',
    examples: { en: 'reservations at CP-4', pt: 'reservas do CP-4' },
    intent(asked) {
      if (asked.has('cancel') || asked.has('clear')) return undefined;
      return {
        intent: 'list-reservations',
        ...defined({
          station: asked.text_('station'),
          site: asked.text_('site'),
          token: asked.text_('card'),
          name: asked.text_('name'),
        }),
      };
    },
  },
  {
    tool: 'cancel_reservation',
    when: ['cancel reservation', 'clear reservation'],
    takes: 'station connector card now latest driver ending @station @number @card @id @name',
    isChange: true,
    examples: { en: 'cancel the reservation at CP-4', pt: 'cancele a reserva do CP-4' },
    intent(asked) {
      const station = asked.text_('station');
      const number = asked.number('number');
      const [card, name] = [asked.text_('card'), asked.text_('name')];
      if ([station, number, card, name].every((each) => each === undefined)) return ask('reservation');
      return call('cancel_reservation', {
        ...defined({ station, card, name }),
        given: defined({ reservation_id: number }),
        change: {
          en: 'cancel reservation {reservation} at {station}.',
          pt: 'cancelar a reserva {reservation} em {station}.',
        },
      });
    },
  },
  {
    tool: 'list_contracts',
    when: ['contract', 'contract ?'],
    takes: 'driver all count car vehicle card @name',
    examples: { en: 'list the Plug & Charge contracts', pt: 'liste os contratos Plug & Charge' },
    intent: (asked) =>
      asked.has('revoke') || asked.has('cancel')
        ? undefined
        : call('list_contracts', defined({ name: asked.text_('name') })),
  },
  {
    tool: 'revoke_contract',
    when: ['revoke contract', 'cancel contract', 'block contract'],
    takes: '@id @session',
    isChange: true,
    examples: {
      en: 'revoke contract 0192f0c1-aaaa-7000-8000-000000000001',
      pt: 'revogue o contrato 0192f0c1-aaaa-7000-8000-000000000001',
    },
    intent(asked) {
      const contract = asked.text_('id') ?? asked.text_('session');
      if (contract === undefined) return ask('id');
      return call('revoke_contract', {
        given: { contract_id: contract },
        change: { en: `revoke the contract ${contract} for ever.`, pt: `revogar para sempre o contrato ${contract}.` },
      });
    },
  },
  {
    tool: 'list_tariffs',
    when: [
      'tariff',
      'tariff ?',
      'tariff howmuch',
      'howmuch cost charging|session|energy|@kwh',
      'cost charging',
      'tariff @station',
      'howmuch energy cost',
      'howmuch charging',
    ],
    takes:
      'cost charging session energy all now howmuch station site how when car driver price cheap expensive least most details latest by ratio @station @site @name @tariff',
    examples: { en: 'what are our tariffs?', pt: 'quais são as nossas tarifas?' },
    intent(asked) {
      if (['change', 'assign', 'limit', 'revenue'].some((each) => asked.has(each as 'change')) && !asked.isQuestion)
        return undefined;
      const [station, site] = [asked.text_('station'), asked.text_('site') ?? asked.text_('name')];
      const tariff = asked.text_('tariff');
      if (tariff !== undefined) return call('list_tariffs', { given: { tariff_id: tariff } });
      if (station === undefined && site === undefined) return { intent: 'list-tariffs' };
      return call('list_tariffs', {
        ...defined({ station, site: station === undefined ? site : undefined }),
        given: { limit: 30 },
      });
    },
  },
  {
    tool: 'price_example',
    when: [
      'howmuch @kwh',
      'cost @kwh',
      'tariff @kwh',
      'howmuch cost @minutes',
      'howmuch cost @kwh @station|@site|@tariff|@minutes',
    ],
    takes:
      'howmuch cost tariff charging session energy station car how price now idle need full ratio @kwh @minutes @quoted @id @name @site @station @tariff',
    examples: { en: 'how much do 30 kWh in 45 minutes cost?', pt: 'quanto custam 30 kWh em 45 minutos?' },
    intent(asked) {
      const energy = asked.number('kwh');
      if (energy === undefined) return ask('value');
      const minutes = Math.round(asked.number('minutes') ?? 60);
      return call('price_example', {
        given: {
          energy_kwh: energy,
          minutes,
          ...defined({ tariff_id: asked.text_('tariff') ?? asked.text_('quoted') }),
        },
        ...defined({ station: asked.text_('station'), site: asked.text_('site') ?? asked.text_('name') }),
      });
    },
  },
  {
    tool: 'set_tariff',
    when: ['change tariff', 'limit tariff', 'change cost'],
    takes: 'station @quoted energy',
    isChange: true,
    examples: {
      en: 'set the tariff "id: day, currency: BRL, energy: 1.50"',
      pt: 'defina a tarifa "id: day, currency: BRL, energy: 1.50"',
    },
    intent(asked) {
      const text = asked.text_('quoted');
      if (text === undefined) return ask('text');
      return call('set_tariff', {
        given: { text },
        change: {
          en: `make a tariff, or a new version of one, from this text: ${text}`,
          pt: `criar uma tarifa, ou uma nova versão, a partir deste texto: ${text}`,
        },
      });
    },
  },
  {
    tool: 'assign_tariff',
    when: [
      'assign tariff',
      'assign tariff @station|@site',
      'change tariff @tariff @station|@site',
      'assign @tariff @station|@site',
    ],
    takes: 'station site all driver @quoted @station @site @name @place @id @tariff',
    isChange: true,
    examples: { en: 'assign the tariff "day" to CP-7', pt: 'atribua a tarifa "day" ao CP-7' },
    intent(asked) {
      const tariff = asked.text_('tariff') ?? asked.text_('quoted') ?? asked.text_('id');
      const [station, site] = [asked.text_('station'), asked.text_('site') ?? asked.text_('name')];
      if (tariff === undefined) return ask('tariff');
      const isEverywhere = asked.has('all');
      if (station === undefined && site === undefined && !isEverywhere) return ask('station');
      const where = station === undefined ? (site === undefined ? 'the whole network' : '{site}') : '{station}';
      return call('assign_tariff', {
        ...defined({ station, site: station === undefined ? site : undefined }),
        given: { tariff_id: tariff, ...(station === undefined && site === undefined && { is_everywhere: true }) },
        change: {
          en: `let the tariff ${tariff} hold at ${where}.`,
          pt: `fazer valer a tarifa ${tariff} em ${where === 'the whole network' ? 'toda a rede' : where}.`,
        },
      });
    },
  },
];
