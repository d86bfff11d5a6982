import type { VehicleFilter, VehicleOrder } from '#contract/vehicles/vehicle.ts';

/** What everyday words ask for. Words of one column are alternatives to each other: no car is a sedan and a hatch. */
export type Meaning = Partial<VehicleFilter> & { ordenacao?: VehicleOrder };

type Entry = readonly [meaning: Meaning, forms: string];

/**
 * Portuguese and English side by side, without accents, in the singular, forms divided by commas; plural and gender follow by
 * themselves. The first part of a form counts: "hibrido plug in" is tried before "hibrido".
 */
const entries: readonly Entry[] = [
  [{ carroceria: 'Hatch' }, 'hatch, hatchback, dois volumes'],
  [{ carroceria: 'Sedã' }, 'sedan, seda, saloon, tres volumes'],
  [
    { carroceria: 'SUV' },
    'suv, utilitario esportivo, sport utility vehicle, sport utility, crossover, jipe, jipao, utilitario',
  ],
  [{ carroceria: 'Picape' }, 'picape, pickup truck, pickup, pick up, caminhonete, camionete, caminhoneta, truck'],
  [{ carroceria: 'Perua' }, 'perua, station wagon, wagon, estate'],
  [{ carroceria: 'Minivan' }, 'minivan, mini van, monovolume, mpv, people carrier, van'],
  [{ carroceria: 'Cupê' }, 'cupe, coupe'],
  [{ carroceria: 'Conversível' }, 'conversivel, conversiveis, cabriolet, cabrio, convertible, roadster, descapotavel'],
  [{ carroceria: 'Furgão' }, 'furgao, furgoes, panel van, cargo van, utilitario de carga'],
  [
    { combustivel: 'Híbrido', recarregavel: true },
    'hibrido plug in, hibrido plugin, plug in hibrido, plug in hybrid, plugin hybrid, hybrid plug in, phev, hibrido recarregavel, hibrido plugavel',
  ],
  [{ combustivel: 'Híbrido' }, 'hibrido, hybrid, hev, hibrido eletrico, hybrid electric, hibrido leve, mild hybrid'],
  [{ recarregavel: true }, 'plug in, plugin, recarregavel, plugavel, recarrega na tomada, de tomada'],
  [
    { combustivel: 'Elétrico' },
    'eletrico, electric, ev, bev, 100 eletrico, puramente eletrico, a bateria, battery electric',
  ],
  [
    { combustivel: 'Flex' },
    'flex, flex fuel, flexfuel, total flex, bicombustivel, gasolina e alcool, alcool e gasolina, gasolina e etanol, etanol e gasolina',
  ],
  [{ combustivel: 'Gasolina' }, 'gasolina, gasoline, petrol'],
  [{ combustivel: 'Diesel' }, 'diesel, oleo diesel, turbodiesel, turbo diesel'],
  [{ combustivel: 'Etanol' }, 'etanol, ethanol, alcool, alcohol'],
  [{ combustivel: 'GNV' }, 'gnv, cng, gas natural, natural gas, kit gas, gas veicular'],
  [{ combustivel: 'Hidrogênio' }, 'hidrogenio, hydrogen, fuel cell, celula de combustivel'],
  [{ transmissao: 'Manual' }, 'manual, mecanico, stick shift'],
  [
    { transmissao: 'Automatizada' },
    'automatizado, automatizada, robotizado, automated, automated manual, dualogic, i motion, easytronic, semiautomatico, semi automatico, semi automatic',
  ],
  [{ transmissao: 'Automática' }, 'automatico, automatica, automatic'],
  [{ transmissao: 'CVT' }, 'cvt'],
  [{ conector: 'CCS1, CCS2' }, 'ccs'],
  [{ conector: 'CCS2' }, 'ccs2, ccs 2, combo 2'],
  [{ conector: 'CCS1' }, 'ccs1, ccs 1, combo 1'],
  [{ conector: 'CHAdeMO' }, 'chademo'],
  [{ conector: 'Tipo 2' }, 'tipo 2, type 2, mennekes'],
  [{ conector: 'Tipo 1' }, 'tipo 1, type 1, j1772'],
  [{ conector: 'GB/T' }, 'gb t, gbt'],
  // A car is driven to the dealer's yard before anybody buys it.
  [{ km_max: 100 }, 'zero km, 0 km, 0km, zero quilometro, 0 quilometro, zerado, zero bala, brand new'],
  [{ km_min: 101 }, 'usado, seminovo, semi novo, used, second hand, secondhand, pre owned, segunda mao'],
  [
    { ordenacao: 'mais_novo' },
    'mais novo, novinho, novo, mais recente, recente, newest, newer, new, most recent, latest, rather new',
  ],
  [{ ordenacao: 'mais_antigo' }, 'mais antigo, antigo, mais velho, velho, oldest, older, old'],
  [
    { ordenacao: 'menor_preco' },
    'mais barato, barato, baratinho, menor preco, mais em conta, em conta, cheapest, cheaper, cheap, lowest price',
  ],
  [{ ordenacao: 'maior_preco' }, 'mais caro, caro, maior preco, most expensive, expensive, highest price'],
  [
    { ordenacao: 'menor_km' },
    'menor km, menor quilometragem, menos km, menos rodado, pouco rodado, baixa quilometragem, baixa km, baixo km, pouca km, lowest mileage, low mileage, lowest km',
  ],
  [{ ordenacao: 'maior_km' }, 'mais rodado, maior km, maior quilometragem, highest mileage, high mileage'],
  ...['2 duas two', '3 tres three', '4 quatro four', '5 cinco five'].map((names): Entry => {
    const [digit = '', ...spelt] = names.split(' ');
    const forms = [digit, ...spelt].flatMap((number) => [`${number} porta`, `${number} door`]);
    return [{ portas: Number(digit) }, [...forms, `${digit}p`].join(', ')];
  }),
];

type Form = { form: string; meaning: Meaning };

const forms: readonly Form[] = entries
  .flatMap(([meaning, list]) => list.split(', ').map((form) => ({ form, meaning })))
  .toSorted((one, other) => other.form.length - one.form.length);

/** "automatico" is "automatica" and "automaticos" too; hyphens are spaces. */
function patternOf(form: string): string {
  const words = form.split(' ').map((word) => {
    if (word.length < 4) return word === 'suv' || word === 'van' ? `${word}s?` : word;
    return /[oa]$/.test(word) ? `${word.slice(0, -1)}[oa]s?` : `${word}(?:e?s)?`;
  });
  return words.join('[\\s\\-/]*[\\s\\-/]');
}

const patterns = forms.map(({ form, meaning }) => ({ meaning, pattern: new RegExp(`^${patternOf(form)}$`) }));
const anyForm = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${forms.map(({ form }) => patternOf(form)).join('|')})(?![\\p{L}\\p{N}])`,
  'gu',
);

/** What a text without accents and capitals says in everyday words, and where. */
export function everydayWords(plain: string): { at: number; words: string; meaning: Meaning }[] {
  return [...plain.matchAll(anyForm)].flatMap(({ 0: words, index }) => {
    const meaning = meaningOf(words);
    return meaning === undefined ? [] : [{ at: index, words, meaning }];
  });
}

/** What a word or phrase means by itself. */
export function meaningOf(plain: string): Meaning | undefined {
  return patterns.find(({ pattern }) => pattern.test(plain))?.meaning;
}

/** The single words, to find out which one was mistyped. */
export const singleWords: readonly string[] = forms.map(({ form }) => form).filter((form) => /^[a-z]{5,}$/.test(form));

const english: Readonly<Record<string, string>> = {
  white: 'branco',
  black: 'preto',
  silver: 'prata',
  gray: 'cinza',
  grey: 'cinza',
  red: 'vermelho',
  blue: 'azul',
  brown: 'marrom',
  beige: 'bege',
  green: 'verde',
  yellow: 'amarelo',
  orange: 'laranja',
  golden: 'dourado',
  purple: 'roxo',
  wine: 'vinho',
  burgundy: 'vinho',
  prateado: 'prata',
  prateada: 'prata',
  azuis: 'azul',
  marrons: 'marrom',
};
const nicknames: Readonly<Record<string, string>> = {
  vw: 'volkswagen',
  volks: 'volkswagen',
  gm: 'chevrolet',
  chevy: 'chevrolet',
  mercedes: 'mercedes-benz',
};

/** Other names of brands and colours, made those of the stock. */
export function stockName(plain: string): string {
  if (Object.hasOwn(nicknames, plain)) return nicknames[plain] ?? plain;
  return Object.hasOwn(english, plain) ? (english[plain] ?? plain) : plain;
}

const silent = new Set(
  (
    'carro carros veiculo veiculos automovel automoveis auto car cars vehicle vehicles ano anos year model modelo modelos marca marcas ' +
    'cor cores colour color colours cambio caixa transmissao marcha marchas gearbox gear transmission motor engine combustivel fuel ' +
    'carroceria body conector tomada porta portas door doors km quilometragem mileage preco precos price valor reais brl ' +
    'quero queria gostaria procuro procurando busco buscando preciso tem temos voces ha existe mostre mostra mostrar veja ver liste lista ' +
    'listar comprar compro vende vendem venda algum alguma alguns algumas qual quais ser seja sendo fosse favor oi ola so apenas tipo ' +
    'opcao opcoes disponivel disponiveis estoque me the a an i we you want would like looking look find search show list any some all is ' +
    'are be have has do does for with in of to that which please buy sale stock what there from need it one ones'
  ).split(' '),
);

/** Everybody says these, and they ask for nothing. */
export function isSilent(plain: string): boolean {
  return silent.has(plain);
}
