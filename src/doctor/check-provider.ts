import type { Config } from '#base/config.ts';
import type { Finding } from './finding.ts';

type Provider = Config['llmProvider'];
type Needed = {
  setting: string;
  value(config: Config): string;
  missing: 'provider-key-missing' | 'provider-address-missing';
};

/** What each provider cannot work without; null: nothing. */
const needs = {
  interpreter: null,
  scripted: null,
  anthropic: key('ANTHROPIC_API_KEY', ({ anthropicApiKey }) => anthropicApiKey),
  openai: key('OPENAI_API_KEY', ({ openaiApiKey }) => openaiApiKey),
  google: key('GOOGLE_API_KEY', ({ googleApiKey }) => googleApiKey),
  deepseek: key('DEEPSEEK_API_KEY', ({ deepseekApiKey }) => deepseekApiKey),
  'openai-compatible': {
    setting: 'LLM_BASE_URL',
    value: ({ llmBaseUrl }) => llmBaseUrl,
    missing: 'provider-address-missing',
  },
} satisfies Record<Provider, Needed | null>;

export function checkProvider(config: Config): Finding {
  const provider = config.llmProvider;
  const needed: Needed | null = needs[provider];
  const isComplete = needed?.value(config) !== '';
  if (needed === null || isComplete)
    return { check: 'provider', isFine: true, state: 'provider-fine', facts: { provider } };
  const { missing, setting } = needed;
  return { check: 'provider', isFine: false, state: missing, facts: { provider, setting } };
}

function key(setting: string, value: (config: Config) => string): Needed {
  return { setting, value, missing: 'provider-key-missing' };
}
