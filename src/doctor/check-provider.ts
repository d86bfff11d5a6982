import { missingSetting, modelChoice } from '#assistant/providers/model-of.ts';
import type { Config } from '#base/config.ts';
import type { Finding } from './finding.ts';

const states = { key: 'provider-key-missing', address: 'provider-address-missing' } as const;

/** Whether the chosen provider has its key and its address. Which model is meant may still be said in the chat. */
export function checkProvider(config: Config): Finding {
  const provider = config.llmProvider;
  const choice = modelChoice(config);
  const missing = choice && missingSetting(choice);
  if (missing === undefined || missing.what === 'model')
    return { check: 'provider', isFine: true, state: 'provider-fine', facts: { provider } };
  const { what, setting } = missing;
  return { check: 'provider', isFine: false, state: states[what], facts: { provider, setting } };
}
