import { defined } from '#base/present.ts';
import type { IntentOf, Understanding } from '../intent.ts';
import { fold, pattern } from '../spot/fold.ts';

export const brands: readonly [RegExp, string][] = [
  [/\b(?:volkswagen|vw|volks)\b/, 'Volkswagen'],
  [/\b(?:chevrolet|chevy|gm)\b/, 'Chevrolet'],
  [/\bmercedes(?:[- ]benz)?\b/, 'Mercedes-Benz'],
  [/\b(?:caoa )?chery\b/, 'Chery'],
  [/\bcitroen\b/, 'Citroën'],
  [/\bland rover\b/, 'Land Rover'],
  ...[
    'fiat',
    'ford',
    'honda',
    'toyota',
    'hyundai',
    'renault',
    'nissan',
    'jeep',
    'peugeot',
    'kia',
    'volvo',
    'mitsubishi',
    'tesla',
    'porsche',
    'audi',
    'suzuki',
    'subaru',
    'lexus',
  ].map((name): [RegExp, string] => [new RegExp(`\\b${name}s?\\b`), `${name.charAt(0).toUpperCase()}${name.slice(1)}`]),
  ...['byd', 'gwm', 'bmw', 'jac'].map((name): [RegExp, string] => [new RegExp(`\\b${name}\\b`), name.toUpperCase()]),
];

const models =
  pattern(String.raw`\b(?:gol|polo|golf|virtus|t-cross|nivus|tiguan|onix|tracker|cruze|spin|s10|uno|argo|mobi|toro|strada|
    cronos|pulse|ka|ecosport|ranger|fiesta|civic|fit|city|hr-v|corolla|yaris|hilux|etios|hb20|creta|tucson|
    kwid|sandero|duster|logan|kicks|versa|leaf|compass|renegade|commander|dolphin|seal|song|yuan|ora|haval|
    zoe|mach-e|ioniq|kona|model [3sxy]|x1|x3|i3|ix|q3|a3|a4|e-tron|taycan|208|2008|3008|c3|sportage|xc40|
    ex30|tiggo|outlander)\b`);

type Values = readonly [RegExp, string][];

export const fuels: Values = [
  [/\b(?:eletric[oa]s?|electrics?|evs?|a bateria|battery)\b/, 'Elétrico'],
  [/\b(?:hibrid[oa]s?|hybrids?|plug-?in)\b/, 'Híbrido'],
  [/\b(?:flex|flexfuel|flex-fuel)\b/, 'Flex'],
  [/\b(?:gasolina|gasoline|petrol|gas)\b/, 'Gasolina'],
  [/\bdiesel\b/, 'Diesel'],
  [/\b(?:etanol|ethanol|alcool)\b/, 'Etanol'],
];

export const colours: Values = [
  [/\b(?:branc[oa]s?|white)\b/, 'Branco'],
  [/\b(?:pret[oa]s?|black)\b/, 'Preto'],
  [/\b(?:pratas?|pratead[oa]s?|silver)\b/, 'Prata'],
  [/\b(?:cinzas?|gr[ea]y)\b/, 'Cinza'],
  [/\b(?:vermelh[oa]s?|red)\b/, 'Vermelho'],
  [/\b(?:azu(?:l|is)|blue)\b/, 'Azul'],
  [/\b(?:verdes?|green)\b/, 'Verde'],
  [/\b(?:amarel[oa]s?|yellow)\b/, 'Amarelo'],
  [/\b(?:laranjas?|orange)\b/, 'Laranja'],
  [/\b(?:marro(?:m|ns)|brown)\b/, 'Marrom'],
  [/\b(?:beges?|beige)\b/, 'Bege'],
  [/\b(?:dourad[oa]s?|gold(?:en)?)\b/, 'Dourado'],
];

export const transmissions: Values = [
  [/\b(?:automatizad[oa]s?|automated)\b/, 'Automatizada'],
  [/\b(?:automatic[oa]s?|automatics?)\b/, 'Automática'],
  [/\b(?:manua(?:l|is)|manuals|stick)\b/, 'Manual'],
  [/\bcvt\b/, 'CVT'],
];

/** The list's own word for what somebody calls it in either language; undefined: none of them. */
export function valueIn(values: Values, said: string): string | undefined {
  const folded = fold(said.normalize('NFC'));
  return values.find(([pattern]) => pattern.test(folded))?.[1];
}

const otherMatters =
  pattern(String.raw`\b(?:insur\w+|segur(?:o|adora)|financ\w+|oil|oleo|pneus?|tires?|park\w*|estacion\w+|wash\w*|lav\w+|alug\w+|
    rent\w*|drive|dirigir|weather|news|noticias|stolen|roub\w+|crash|batida|revisao|repair|conserto|stock price|
    acoes)\b`);

type Search = IntentOf<'find-vehicles'>;
type Choice = IntentOf<'vehicle-choices'>['of'];

const vehicleNoun =
  /\b(?:carros?|veiculos?|automove(?:l|is)|cars?|vehicles?|suvs?|sedans?|hatch(?:back)?s?|picapes?|pick-?ups?|seminov[oa]s?|caminhonetes?)\b/;
const bodies =
  /\b(?:suv|sedan|seda|hatch(?:back)?|picape|caminhonete|pick-?up|perua|wagon|minivan|conversivel|convertible|coupe|cupe)s?\b/;
const aboutCharging =
  /\b(?:charging|carregando|carregam|recarga\w*|plugged|carregador\w*|stations?|estac\w+|sess\w+|charger\w*)\b/;
const choices: readonly [Choice, RegExp][] = [
  ['brands', /\b(?:brands?|marcas?|makes?|makers?|montadoras?|fabricantes?|manufacturers?)\b/],
  ['models', /\b(?:models|modelos|which model|que modelo|quais modelo)\b/],
  ['colours', /\b(?:colou?rs?|cores?)\b/],
  ['fuels', /\b(?:fuels?|fuel types?|combustive(?:l|is)|tipos? de combustivel)\b/],
  ['years', /\b(?:years?|anos?)\b/],
  ['prices', /\b(?:price range|prices?|faixas? de preco|precos?|cheapest|mais barato|how much|quanto custa)\b/],
];
const wondering =
  pattern(String.raw`\b(?:which|what|quais|qual|que|list|lista|liste|show|mostra|mostre|have|tem|temos|ha|existem?|available|
    disponiveis|faixa|range|do you (?:sell|have|carry))\b`);

const wish =
  pattern(String.raw`\b(?:look\w*|want|need|buy\w*|quer(?:o|ia|emos)|procur\w+|compr\w+|preciso|gostaria|busc\w+|interess\w+|
    find|choose|escolher|sell|vend\w+|have|tem|temos|oferec\w+|good|bom|recommend|recomend\w+|suger\w+|suggest)\b`);

const amount =
  '(?:(?:uns|umas|cerca de|mais ou menos|about|around|roughly) )?(?:r\\$ ?|brl ?)?(\\d+(?:[.,]\\d+)*) ?(k\\b|mil\\b|thousand\\b|m(?:il)?(?:hao|hoes|illion)\\b)?';
const most =
  '(?:ate|up to|under|below|less than|menos de|menos que|abaixo de|no maximo|at most|max(?:imo|imum)?(?: of| de)?|within|por menos de|cheaper than|mais barat[oa]s? (?:do )?que|mais em conta (?:do )?que|not more than)';
const least =
  '(?:acima de|a partir de|from|over|more than|above|mais de|mais que|at least|no minimo|min(?:imo|imum)?(?: of| de)?|pelo menos|starting at)';

/** `text` as it was said: here names such as HB20 are vehicles, not stations. */
export function understandVehicle(text: string, today: string): Understanding | undefined {
  const folded = fold(text.normalize('NFC'));
  const brand = valueIn(brands, text);
  const isNamed = vehicleNoun.test(folded);
  const isChoice =
    choices.some(([, pattern]) => pattern.test(folded)) &&
    (brand !== undefined || /\b(?:brands?|marcas?|montadoras?|fuels?|combustive\w+|colou?rs?|cores)\b/.test(folded));
  const isPriced = /\d ?(?:mil|k|km|reais)\b|r\$|\b(?:comprar|buy|usad[oa]s?|used|a venda|for sale)\b/.test(folded);
  if (!isNamed && brand === undefined && !isChoice && !(isPriced && models.test(folded))) return undefined;
  if (
    aboutCharging.test(folded) ||
    (isChoice && !isNamed && brand === undefined && /\b(?:cart\w+|livros?|books?)\b/.test(folded))
  )
    return undefined;
  if (otherMatters.test(folded)) return undefined;
  const intent = searchOf(text, folded, brand, today);
  const [asked] = choices.find(([, pattern]) => pattern.test(folded)) ?? [];
  const slots = Object.keys(intent).filter((name) => name !== 'intent');
  if (asked !== undefined && wondering.test(folded) && slots.every((name) => name === 'brand' || name === 'text'))
    return {
      status: 'understood',
      intent: { intent: 'vehicle-choices', of: asked, ...(brand !== undefined && { brand }) },
    };
  if (slots.length > 0) return { status: 'understood', intent };
  // A vague wish: what there is is shown first, so that it can become a better one.
  const isListing = /\b(?:list|show|lista|liste|mostra|mostre|ver|all|todos|quais|which)\b/.test(folded);
  if (isListing) return { status: 'understood', intent };
  return wish.test(folded) ? { status: 'understood', intent: { intent: 'vehicle-choices', of: 'brands' } } : undefined;
}

/** What a sentence says about a vehicle that is looked for. */
export function searchOf(text: string, folded: string, brand: string | undefined, today: string): Search {
  const year = Number(today.slice(0, 4));
  const model = modelIn(text, folded, brand);
  const body = bodies.exec(folded)?.[0];
  const found = {
    brand,
    model,
    body: body === undefined ? undefined : bodyOf(body),
    ...pricesIn(folded),
    yearMin: yearIn(folded, year),
    kmMax: kmIn(folded),
    fuel: valueIn(fuels, text),
    colour: valueIn(colours, text),
    transmission: valueIn(transmissions, text),
  };
  return { intent: 'find-vehicles', ...defined(found) };
}

/** As the stock calls it. */
function bodyOf(said: string): string {
  const body = said.replace(/s$/, '');
  if (body === 'suv') return 'SUV';
  if (/^(?:hatch|hatchback)$/.test(body)) return 'Hatch';
  if (/^(?:picape|pick-?up|caminhonete)$/.test(body)) return 'Picape';
  if (/^(?:perua|wagon)$/.test(body)) return 'Perua';
  if (/^(?:conversivel|convertible)$/.test(body)) return 'Conversível';
  return /^(?:coupe|cupe)$/.test(body) ? 'Cupê' : `${body.charAt(0).toUpperCase()}${body.slice(1)}`;
}

function modelIn(text: string, folded: string, brand: string | undefined): string | undefined {
  const known = models.exec(folded);
  if (known !== null) return text.slice(known.index, known.index + known[0].length);
  if (brand === undefined) return undefined;
  const pattern = brands.find(([, name]) => name === brand)?.[0];
  const at = pattern?.exec(folded);
  if (at === null || at === undefined) return undefined;
  return /^ (\p{Lu}[\p{L}\d-]+)/u.exec(text.slice(at.index + at[0].length))?.[1];
}

function pricesIn(folded: string): { priceMin?: number; priceMax?: number } {
  // Kilometres and years are numbers too.
  const plain = folded
    .replaceAll(/(\d+(?:[.,]\d+)*) ?(?:mil |thousand |k ?)?(?:km|quilometros|kilomet\w+|miles)\b/g, ' ')
    .replaceAll(/\b(?:19|20)\d\d\b(?! ?(?:k|mil|reais))/g, ' ')
    // "1.6" is the size of an engine.
    .replaceAll(
      /(?<![\d.,$])(?<!r\$ )[0-7][.,]\d(?![\d.,]| ?(?:k|mil|thousand|m(?:il)?(?:hao|hoes|illion)|reais))/g,
      ' ',
    );
  const between = new RegExp(`\\b(?:entre|between|de|from) ${amount} (?:e|and|a|ate|to) ${amount}`).exec(plain);
  if (between !== null) {
    const [, low = '', lowUnit, high = '', highUnit] = between;
    return { priceMin: money(low, lowUnit ?? highUnit), priceMax: money(high, highUnit) };
  }
  const [, high, highUnit] = new RegExp(`\\b${most} ${amount}`).exec(plain) ?? [];
  const [, low, lowUnit] = new RegExp(`\\b${least} ${amount}`).exec(plain) ?? [];
  return {
    ...(high !== undefined && { priceMax: money(high, highUnit) }),
    ...(low !== undefined && { priceMin: money(low, lowUnit) }),
  };
}

/** "80 mil", "80k", "80.000", "80,000.00". */
function money(digits: string, unit: string | undefined): number {
  const whole = digits.replace(/[.,]\d{1,2}$/, (end) => (unit === undefined ? '' : end.replace(',', '.')));
  const value = Number(unit === undefined ? whole.replaceAll(/[.,]/g, '') : whole);
  if (unit === undefined) return value;
  return value * (/^m(?:il)?(?:hao|hoes|illion)/.test(unit) ? 1_000_000 : 1_000);
}

const yearFrom = pattern(
  String.raw`\b(?:a partir de|desde|since|from|ano|year|after|depois de|newer than|mais novos? (?:que|do que)|acima de|de|
    at least|minimo|model year) ((?:19|20)\d\d)\b`,
);
const yearOnwards = pattern(
  String.raw`\b((?:19|20)\d\d)(?: ?\+| or (?:newer|later)| ou (?:mais )?(?:novo|recente|acima|superior)\w*|
    \x20(?:para|pra) (?:cima|frente|ca)| em diante| onwards?| and (?:newer|up))`,
);

function yearIn(folded: string, now: number): number | undefined {
  const year = yearOnwards.exec(folded)?.[1] ?? yearFrom.exec(folded)?.[1];
  if (year !== undefined) return Number(year);
  // "Newer" means about what a dealer would show first: not older than six years.
  return /\b(?:newer|recent|mais nov[oa]s?|recentes?)\b/.test(folded) ? now - 6 : undefined;
}

function kmIn(folded: string): number | undefined {
  const [, digits, unit] =
    new RegExp(`\\b${most} (\\d+(?:[.,]\\d+)*) ?(mil|k|thousand)? ?(?:km|quilometros|kilomet\\w+)\\b`).exec(folded) ??
    [];
  return digits === undefined ? undefined : money(digits, unit);
}
