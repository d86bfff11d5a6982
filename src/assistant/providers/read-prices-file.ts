import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { asError, SigecError } from '#base/errors.ts';
import type { Price } from '../conversation/budget.ts';

/** What models cost, as their providers say it today: per million tokens, by provider and model. */
export type Prices = { currency: string; models: Readonly<Record<string, Price>> };

export const noPrices: Prices = { currency: 'USD', models: {} };

const price = z.strictObject({
  input: z.number().min(0),
  output: z.number().min(0),
  cachedInput: z.number().min(0).optional(),
});
const pricesSchema = z.strictObject({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'three capital letters, such as USD')
    .default('USD'),
  models: z.record(z.string().regex(/^[a-z-]+\/.+$/, 'provider and model, such as "openai/gpt-…"'), price),
});

/** From a JSON file of whoever pays: prices change too often, and differ too much by contract, for a table of ours. Empty: none are known. */
export async function readPrices(path: string): Promise<Prices> {
  if (path === '') return noPrices;
  try {
    return pricesSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    const about = cause instanceof z.ZodError ? z.prettifyError(cause) : asError(cause).message;
    throw new SigecError('CANNOT_START', `The price table ${path} cannot be used: ${about}`, { cause });
  }
}

export function priceOf({ models }: Prices, provider: string, model: string): Price | undefined {
  const key = `${provider}/${model}`;
  return Object.hasOwn(models, key) ? models[key] : undefined;
}
