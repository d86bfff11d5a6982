import type { Config } from '#base/config.ts';
import { asError } from '#base/errors.ts';
import type { AssistantAbout } from '#contract/agents/assistant.ts';
import { modelChoice, whatIsMissing } from '../providers/model-of.ts';
import { noPrices, priceOf, readPrices } from '../providers/read-prices-file.ts';
import { readScript } from '../providers/scripted.ts';

/** Who would answer, told from the settings: no provider is asked for it. */
export async function aboutMind(config: Config): Promise<AssistantAbout> {
  const { llmProvider: provider, llmModel: model } = config;
  const choice = modelChoice(config);
  if (choice === undefined && provider !== 'scripted')
    return { isModel: false, provider: null, model: null, whyNot: null, price: null };
  const whyNot = choice === undefined ? await whyNotScript(model) : (whatIsMissing(choice) ?? null);
  const prices = await readPrices(config.llmPricesFile).catch(() => noPrices); // the first answer tells what is wrong with it
  const price = priceOf(prices, provider, model);
  return {
    isModel: true,
    provider,
    whyNot,
    model: choice === undefined ? null : model,
    price: price === undefined ? null : { currency: prices.currency, ...price },
  };
}

async function whyNotScript(path: string): Promise<string | null> {
  return await readScript(path).then(
    () => null,
    (error: unknown) => asError(error).message,
  );
}
