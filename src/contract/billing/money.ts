import { z } from 'zod';

/** An amount of money or a price as decimal text: "12.34". Never a float, so that nothing is lost on the way. */
export const amount = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,4})?$/, 'must be an amount such as "0.49", without sign and with at most four decimals');

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export const currency = z
  .string()
  .refine((code) => currencies.has(code), 'must be a currency of ISO 4217, such as EUR or BRL');

/** RFC 5646, as far as stations take it: pt, pt-BR. */
export const language = z
  .string()
  .max(8)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,4})?$/, 'must be a language such as pt-BR');
