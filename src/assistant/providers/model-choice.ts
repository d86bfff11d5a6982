import type { Config } from '#base/config.ts';
import type { ModelChoice } from './model-of.ts';
import { isProviderName } from './providers.ts';

/** The model that the settings name; undefined: one that needs none answers. */
export function modelChoice(config: Config): ModelChoice | undefined {
  const { llmProvider: provider, llmModel: model, llmBaseUrl: baseUrl } = config;
  if (!isProviderName(provider)) return undefined;
  const { anthropicApiKey, openaiApiKey, googleApiKey, deepseekApiKey } = config;
  const keys = {
    anthropic: anthropicApiKey,
    openai: openaiApiKey,
    google: googleApiKey,
    deepseek: deepseekApiKey,
    'openai-compatible': openaiApiKey,
  };
  return { provider, model, baseUrl, keys };
}
