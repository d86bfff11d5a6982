import { fold, pattern } from '../spot/fold.ts';

/** Names of makers as people write them, and as the list of vehicles does. */
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

export const models =
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
