import { defined } from '#base/present.ts';
import { type Asked, askedIn } from '../grammar/asked.ts';
import type { IntentOf } from '../intent.ts';
import { fold } from '../spot/fold.ts';
import {
  brands,
  colours,
  fuels,
  transmissions,
  understandVehicle,
  valueIn,
  searchOf as vehicleSearch,
} from '../understand/vehicles.ts';
import { ask, call } from './build.ts';
import { loanIn } from './loan.ts';
import type { Request } from './request.ts';

type Search = IntentOf<'find-vehicles'>;

const words =
  'vehicle car sale bodyname brandname modelname colourname fuelname gearname price condition year mileage brand model colour fuel transmission doors cheap expensive newest most least all count howmuch latest only more range reach charging energy battery @model+ @plugtype connector recommend now ability stock free cost engine';

/** By their names here, or as they are known everywhere. */
function modelsIn(asked: Asked): string[] {
  const said = asked.items.flatMap(({ entity, concepts, text, isNegated }) =>
    isNegated
      ? []
      : entity?.kind === 'model'
        ? [String(entity.value)]
        : concepts.has('modelname')
          ? [text.replace(/s$/, '')]
          : [],
  );
  return [...new Set(said)];
}

/** "cheaper than the Leaf" is not the Leaf. */
const thanModel =
  /\b(?:cheaper|newer|older|(?:more|less) expensive|bigger|smaller|farther|mais (?:barat|car|nov|antig|velh)\w+) (?:than|que|do que)\b(?! (?:r\$ ?)?\d)/;

/** What is not wanted is taken out of the text, and named apart. */
function searchOf(asked: Asked): Search | IntentOf<'vehicle-choices'> | undefined {
  const unwanted = asked.items.filter(({ isNegated }) => isNegated).map(({ text }) => text);
  let text = asked.text;
  for (const each of unwanted) text = text.replace(each, ' ');
  const found = understandVehicle(text, asked.today);
  const isChoice = found?.status === 'understood' && found.intent.intent === 'vehicle-choices';
  // "I want a cheap car" says more than that brands are to be shown.
  const isVague =
    isChoice && !['brand', 'model', 'colour', 'fuel', 'year', 'price'].some((each) => asked.has(each as 'brand'));
  const isSaid =
    isVague && Object.keys({ ...furtherOf(asked, { intent: 'find-vehicles' }), ...engineIn(asked) }).length > 0;
  if (isChoice && unwanted.length === 0 && !isSaid) return found.intent as IntentOf<'vehicle-choices'>;
  const [model] = modelsIn(asked);
  const plain: Search = {
    ...vehicleSearch(text, fold(text), valueIn(brands, text), asked.today),
    ...defined({ model, plug: asked.text_('plugtype') }),
  };
  const without = unwanted.flatMap((each) => {
    const [brand, colour, fuel, transmission] = [
      valueIn(brands, each),
      valueIn(colours, each),
      valueIn(fuels, each),
      valueIn(transmissions, each),
    ];
    return [brand ?? colour ?? fuel ?? transmission].filter((value) => value !== undefined);
  });
  const further = furtherOf(asked, plain);
  const { kmMax, yearMin, ...kept } = plain;
  return {
    ...kept,
    ...(further.rangeMin === undefined && defined({ kmMax })),
    ...((further.order !== 'mais_novo' || /\b(?:19|20)\d\d\b/.test(text)) && defined({ yearMin })),
    ...further,
    ...(without.length > 0 && { without }),
  };
}

function furtherOf(asked: Asked, plain: Search): Partial<Search> {
  const folded = fold(asked.text);
  const doors = /\b([2-5]) (?:doors?|portas?)\b/.exec(folded)?.[1];
  const [, first, last] =
    /\b(?:between|from|entre|de) ((?:19|20)\d\d) (?:and|to|e|a|ate) ((?:19|20)\d\d)\b/.exec(folded) ?? [];
  const before = /\b(?:before|until|up to|ate|antes de|older than|no maximo) ((?:19|20)\d\d)\b/.exec(folded)?.[1];
  const exact = /\b(?:of|from|de|ano|year|model) ((?:19|20)\d\d)\b(?! ?(?:or|ou|para|pra|em diante|onwards?|\+))/.exec(
    folded,
  )?.[1];
  const isFrom = /\b(?:a partir de|desde|since|after|depois de|newer than|acima de|at least|from|minimo)\b/.test(
    folded,
  );
  const isYear = /\b(?:19|20)\d\d\b/.test(folded);
  // "2018 or newer, the newest first": a year does not take the order away.
  const isFirst = /(?<!\b(?:ou|or) )\b(?:newest|mais nov[oa]s?|mais recentes?)\b(?! (?:do )?que)/.test(folded);
  const isNewest = asked.has('newest') && (isYear ? isFirst : !/\b(?:newer|recent\w*)\b/.test(folded));
  const orders: readonly (readonly [boolean, Search['order']])[] = [
    [asked.has('mileage') && asked.has('least'), 'menor_km'],
    [isNewest || /\b(?:most recent|latest model|por ano)\b/.test(folded), 'mais_novo'],
    [asked.has('expensive'), 'maior_preco'],
    [asked.has('cheap'), 'menor_preco'],
  ];
  const number = asked
    .all('number')
    .map(Number)
    .find((value) => value < 50 && String(value) !== doors);
  const engine = engineIn(asked);
  return defined({
    ...engine,
    doors: doors === undefined ? undefined : Number(doors),
    rangeMin: asked.has('range') || asked.has('reach') ? asked.number('km') : undefined,
    yearMin:
      first === undefined
        ? exact !== undefined && !isFrom && plain.yearMin !== undefined
          ? Number(exact)
          : undefined
        : Number(first),
    yearMax:
      last === undefined
        ? before === undefined
          ? exact !== undefined && !isFrom
            ? Number(exact)
            : undefined
          : Number(before)
        : Number(last),
    order: orders.find(([isIt]) => isIt)?.[1],
    limit: asked.has('latest') || asked.has('cheap') || asked.has('most') ? number : undefined,
  });
}

/** "1.6", "at most 1.4", "motor acima de 1.5": litres have one decimal, and nothing else here does. */
function engineIn(asked: Asked): Pick<Search, 'engineMin' | 'engineMax'> {
  const found = asked.items.find(
    ({ entity, text, isNegated }) => entity?.kind === 'number' && !isNegated && /^[0-7][.,]\d$/.test(text),
  );
  if (found === undefined) return {};
  const litres = Number(found.entity?.value);
  const [before, behind] = [fold(asked.text.slice(0, found.at)), fold(asked.text.slice(found.end))];
  const isLeast =
    /\b(?:over|above|from|more than|at least|bigger than|larger than|acima d[eo]|mais de|maior(?:es)? (?:que|do que)|pelo menos|no minimo|a partir d[eo])\s*$/.test(
      before,
    ) ||
    /^ ?(?:litros?|litres?|liters?)? ?(?:\+|or (?:more|bigger|larger|above)|ou (?:mais|maior|acima)|(?:para|pra) cima)/.test(
      behind,
    );
  const isMost =
    /\b(?:up to|under|below|at most|less than|smaller than|ate|abaixo d[eo]|menos de|menor(?:es)? (?:que|do que)|no maximo)\s*$/.test(
      before,
    ) ||
    /^ ?(?:litros?|litres?|liters?)? ?(?:or (?:less|smaller|below)|ou (?:menos|menor|abaixo)|(?:para|pra) baixo)/.test(
      behind,
    );
  return { ...(!isMost && { engineMin: litres }), ...(!isLeast && { engineMax: litres }) };
}

/** Numbers count as used only where the search holds them. */
function usedKinds(result: object): string[] {
  const kinds: readonly (readonly [string, readonly string[]])[] = [
    ['money+', ['priceMax', 'priceMin']],
    ['km+', ['kmMax', 'kmMin', 'rangeMin']],
    ['number+', ['engineMin', 'engineMax', 'priceMax', 'priceMin', 'yearMin', 'yearMax', 'doors', 'limit']],
    ['period', ['yearMin', 'yearMax']],
    ['kwh', ['batteryMin']],
    ['name', ['brand', 'model', 'text']],
  ];
  return kinds.flatMap(([kind, fields]) => (fields.some((field) => field in result) ? [kind] : []));
}

const choice = (tool: string, concept: string, examples: Request['examples']): Request => ({
  tool,
  when: [`${concept} vehicle|sale|brandname|stock|free`, `${concept} vehicle ?`, `range ${concept}`, `${concept} ?`],
  takes:
    'vehicle car sale stock free oldest start all range howmuch count least most cheap expensive newest fuel brandname model price brand',
  examples,
  intent: (asked) =>
    ['number', 'km', 'money', 'model'].some((kind) => asked.all(kind as 'km').length > 0) ||
    ((asked.has('least') || asked.has('most') || asked.has('cheap')) && !asked.has('range'))
      ? undefined
      : call(tool),
});

const families = ['brandname', 'modelname', 'colourname', 'fuelname', 'gearname'] as const;

/** "a Honda or a Toyota": a search for each of them. */
function eitherOf(asked: Asked): IntentOf<'several'> | undefined {
  for (const family of families) {
    const named = asked.items.filter(
      ({ concepts, entity, isNegated }) =>
        !isNegated && (concepts.has(family) || (family === 'modelname' && entity?.kind === 'model')),
    );
    if (named.length < 2) continue;
    const wishes = named.map((own) => {
      let { text } = asked;
      for (const { at, end } of named.filter((each) => each !== own).toReversed())
        text = `${text.slice(0, at)}${' '.repeat(end - at)}${text.slice(end)}`;
      return searchOf(askedIn(text, asked.moment));
    });
    const found = wishes.filter((wish) => wish !== undefined);
    return found.length === named.length ? { intent: 'several', wishes: found } : undefined;
  }
  return undefined;
}

/** A station or a device of ours is spoken of, and no car; or what it costs to charge one. */
function isOurs({ text_, has, number }: Asked): boolean {
  const isCharging = has('charging') && (has('cost') || has('howmuch')) && number('money') === undefined;
  return text_('station') !== undefined || text_('device') !== undefined || isCharging;
}

export const vehicleRequests: readonly Request[] = [
  {
    tool: 'buscar_veiculos',
    when: [...families.map((family) => `or ${family}`), 'or @model'],
    takes: `${words} or`,
    not: 'brandname colourname fuelname gearname',
    uses: (result) => usedKinds((result as IntentOf<'several'>).wishes[0] ?? {}),
    examples: { en: 'a Honda or a Toyota up to 120k', pt: 'um Honda ou um Toyota até 120 mil' },
    intent: (asked) => (isOurs(asked) ? undefined : eitherOf(asked)),
  },
  {
    tool: 'buscar_veiculos',
    when: [
      'vehicle',
      'brandname',
      'modelname',
      '@model',
      'vehicle sale',
      'fuelname vehicle',
      'colourname vehicle',
      'sale brandname',
      'cheap vehicle',
      'gearname vehicle',
      'fuelname cheap|newest|price|colourname|gearname|@money|@km',
      '@plugtype vehicle|car',
      'fuelname ?',
      'fuelname !station !session',
      'gearname colourname|price|@money|@period|@number',
      'colourname gearname|price|@money',
      'cheap|expensive|newest gearname|colourname|fuelname',
      'range|reach @km',
      'mileage @km',
      'car',
    ],
    takes: words,
    not: 'brandname colourname fuelname gearname @name',
    uses: usedKinds,
    examples: { en: 'electric cars up to 150k, not red', pt: 'carros elétricos até 150 mil, sem ser vermelho' },
    intent(asked) {
      const isElsewhere = [
        'station',
        'session',
        'who',
        'compare',
        'details',
        'plan',
        'light',
        'running',
        'card',
        'driver',
      ].some((each) => asked.has(each as 'who'));
      if (isElsewhere || isOurs(asked)) return undefined;
      // Its price is not known before it is looked up.
      if (thanModel.test(fold(asked.text)) && modelsIn(asked).length > 0) return ask('value');
      if (asked.has('charging') && asked.text_('plugtype') === undefined && asked.has('where')) return undefined;
      return searchOf(asked);
    },
  },
  {
    tool: 'listar_modelos',
    when: ['model brandname', 'model vehicle'],
    takes: 'sale all count vehicle brand',
    examples: { en: 'which Honda models do you have?', pt: 'quais modelos da Honda vocês têm?' },
    intent(asked) {
      const brand = valueIn(brands, asked.text);
      return { intent: 'vehicle-choices', of: 'models', ...defined({ brand }) };
    },
  },
  choice('listar_marcas', 'brand', {
    en: 'which brands of cars do you sell?',
    pt: 'quais marcas de carro vocês vendem?',
  }),
  choice('obter_range_anos', 'year', { en: 'from which years are the cars?', pt: 'de que anos são os carros?' }),
  choice('obter_range_anos', 'oldest', { en: 'what is the oldest car?', pt: 'qual é o carro mais antigo?' }),
  choice('obter_range_precos', 'price', {
    en: 'what is the price range of the cars?',
    pt: 'qual a faixa de preço dos carros?',
  }),
  choice('obter_range_km', 'mileage', {
    en: 'what is the mileage range of the cars?',
    pt: 'qual a faixa de quilometragem dos carros?',
  }),
  choice('listar_cores_disponiveis', 'colour', {
    en: 'which colours do the cars come in?',
    pt: 'quais cores de carro existem?',
  }),
  choice('listar_tipos_combustivel', 'fuel', {
    en: 'which fuel types do the cars have?',
    pt: 'quais tipos de combustível os carros têm?',
  }),
  choice('listar_tipos_transmissao', 'transmission', {
    en: 'which gearboxes do the cars have?',
    pt: 'quais tipos de câmbio os carros têm?',
  }),
  choice('listar_carrocerias', 'body', {
    en: 'which body types do the cars have?',
    pt: 'quais carrocerias os carros têm?',
  }),
  {
    tool: 'simular_financiamento',
    when: ['finance'],
    takes:
      'interest by vehicle car price howmuch total cost sale month times brandname modelname @model @id @money+ @number+ @months @percent',
    examples: {
      en: 'finance R$ 80000 in 48 instalments at 1.5 % a month',
      pt: 'financie R$ 80000 em 48 parcelas a 1,5 % ao mês',
    },
    intent: (asked) => {
      const given = loanIn(asked, modelsIn(asked)[0]);
      return given === undefined ? undefined : call('simular_financiamento', { given });
    },
  },
  choice('listar_numero_de_portas', 'doors', {
    en: 'how many doors do the cars have?',
    pt: 'quantas portas têm os carros?',
  }),
  {
    tool: 'detalhes_veiculo',
    when: [
      'vehicle @id',
      'car @id',
      'more @model',
      'more modelname',
      'details @model',
      'details modelname',
      'about @model',
      'about modelname',
    ],
    takes:
      'details more most all price battery energy range reach about car vehicle brandname howmuch cost modelname @model',
    examples: {
      en: 'details of vehicle 0192f0c1-aaaa-4000-8000-000000000001',
      pt: 'detalhes do veículo 0192f0c1-aaaa-4000-8000-000000000001',
    },
    intent(asked) {
      const id = asked.text_('id');
      const [model] = modelsIn(asked);
      if (asked.has('charging') || asked.has('compare') || asked.has('book')) return undefined;
      const isMore = asked.has('more') && !asked.has('details');
      if (isMore && !/\b(?:more (?:about|on)|mais (?:d[oae]s?|sobre))\b/.test(fold(asked.text))) return undefined;
      if (id !== undefined) return call('detalhes_veiculo', { given: { veiculo_id: id } });
      return model === undefined ? undefined : call('detalhes_veiculo', { given: { model } });
    },
  },
  {
    tool: 'comparar_veiculos',
    when: [
      ...['compare vehicle', 'compare @id', 'compare car', 'compare @model', 'compare modelname'],
      ...['newest|oldest|cheap|expensive|reach or @model ?', 'newest|oldest|cheap|expensive|reach or modelname ?'],
    ],
    takes:
      'all more @id+ @session+ price vehicle car brandname modelname @model+ or most least energy reach range cheap newest oldest expensive',
    examples: {
      en: 'compare vehicle 0192f0c1-aaaa-4000-8000-000000000001 and vehicle 0192f0c1-aaaa-4000-8000-000000000002',
      pt: 'compare o veículo 0192f0c1-aaaa-4000-8000-000000000001 com o veículo 0192f0c1-aaaa-4000-8000-000000000002',
    },
    intent(asked) {
      const ids = asked.all('id').concat(asked.all('session')).map(String);
      const models = modelsIn(asked);
      if (ids.length === 0 && models.length > 1)
        return call('comparar_veiculos', { given: { models: models.slice(0, 5) } });
      return ids.length < 2 ? ask('vehicle') : call('comparar_veiculos', { given: { veiculo_ids: ids.slice(0, 5) } });
    },
  },
  {
    tool: 'estacoes_para_veiculo',
    when: [
      'charging vehicle @id',
      'where charging @id',
      'charging car @id',
      'station vehicle @id',
      'session vehicle @id',
      'where charging @model|modelname',
      'station @model|modelname',
      'charging @model|modelname',
      'when @percent @model|modelname',
    ],
    takes:
      'vehicle car brandname modelname free @model where station session when howmuch battery price @number @percent+ energy done may',
    examples: {
      en: 'where can I charge vehicle 0192f0c1-aaaa-4000-8000-000000000001?',
      pt: 'onde posso carregar o veículo 0192f0c1-aaaa-4000-8000-000000000001?',
    },
    intent(asked) {
      const id = asked.text_('id');
      const [from, to] = [...asked.all('number'), ...asked.all('percent')].map(Number);
      const [model] = modelsIn(asked);
      if (id === undefined && model === undefined) return ask('vehicle');
      return call('estacoes_para_veiculo', {
        given: {
          ...(id === undefined ? { model } : { veiculo_id: id }),
          ...(to !== undefined && { carga_inicial_pct: from, carga_final_pct: to }),
        },
      });
    },
  },
  {
    tool: 'importar_veiculos',
    when: ['import vehicle', 'import car'],
    takes: 'sale @quoted',
    isChange: true,
    examples: {
      en: 'import the vehicles "marca,modelo\\nFiat,Argo"',
      pt: 'importe os veículos "marca,modelo\\nFiat,Argo"',
    },
    intent(asked) {
      const csv = asked.text_('quoted');
      if (csv === undefined) return ask('text');
      return call('importar_veiculos', {
        given: { csv: csv.replaceAll('\\n', '\n') },
        change: { en: 'put the vehicles of this list on sale.', pt: 'colocar à venda os veículos desta lista.' },
      });
    },
  },
];
