import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { fuelType, transmissionType, vehicleConnector } from '#contract/vehicles/vehicle.ts';
import { closestWord } from '../search/words.ts';

/** A value that was read, or what would have been one. */
export type ReadValue = { value: string | number } | { accepts: Sentence };

type Limits = { least: number; most: number; decimals?: 1 | 2 };

/** As people write numbers in Brazil (1.234,56) or elsewhere (1234.56), with R$ or without. */
export function readNumber(text: string, { least, most, decimals }: Limits): ReadValue {
  const bare = text.replace(/^R\$\s*/i, '');
  const plain = /^\d{1,3}(\.\d{3})+(,\d+)?$/.test(bare) ? bare.replaceAll('.', '') : bare;
  const digits = decimals === undefined ? /^\d{1,9}$/ : new RegExp(`^\\d{1,9}([.,]\\d{1,${decimals}})?$`);
  const value = Number(plain.replace(',', '.'));
  if (digits.test(plain) && value >= least && value <= most) return { value };
  const accepts = decimals === undefined ? 'accepts-whole-from-to' : 'accepts-number-from-to';
  return { accepts: sentenceOf(accepts, { least, most }) };
}

/** One visible line. */
export function readLine(text: string, maxCharacters: number): ReadValue {
  const line = text.replace(/^'(?=[=+\-@])/, '').normalize('NFC'); // an export guards what looks like a formula
  const isFine = !/\p{C}/u.test(line) && line.length <= maxCharacters;
  return isFine ? { value: line } : { accepts: sentenceOf('accepts-visible', { most: maxCharacters }) };
}

const lists = {
  tipo_combustivel: fuelType.options,
  tipo_transmissao: transmissionType.options,
  tipo_conector: vehicleConnector.options,
};

export function readWord(column: keyof typeof lists, text: string): ReadValue {
  const options: readonly string[] = lists[column];
  const value = closestWord(text, options);
  return value === undefined ? { accepts: sentenceOf('accepts-one-of', { choices: options }) } : { value };
}
