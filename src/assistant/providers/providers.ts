import type { LanguageModel } from 'ai';
import { type Config, settings } from '#base/config.ts';

/** A model as an object. Never its name alone: that would be sent to a gateway that nobody chose. */
export type Model = Exclude<LanguageModel, string>;

type ProviderSettings = {
  model: string;
  key: string;
  baseUrl: string;
};

type KeyName = Extract<keyof Config, `${string}ApiKey`>;

export type Provider = {
  /** Where the settings hold its key. */
  key: KeyName;
  /** How that setting is called, for whoever has to set it; null: it may work without a key. */
  keySetting: string | null;
  needsAddress?: boolean;
  /** Loaded when it is used: nobody waits for the code of providers they do not have. */
  load(): Promise<(settings: ProviderSettings) => Model>;
};

/** Those that have a model; the interpreter and the script work without. */
export type ProviderName = Exclude<Config['llmProvider'], 'interpreter' | 'scripted'>;

/** All that is known of a provider; its name and its key are settings too (`base/config.ts`). */
export const providers = {
  anthropic: {
    ...keyIn('anthropicApiKey'),
    load: async () => ofMaker((await import('@ai-sdk/anthropic')).createAnthropic),
  },
  openai: {
    ...keyIn('openaiApiKey'),
    load: async () => ofMaker((await import('@ai-sdk/openai')).createOpenAI),
  },
  google: {
    ...keyIn('googleApiKey'),
    load: async () => ofMaker((await import('@ai-sdk/google')).createGoogle),
  },
  deepseek: {
    ...keyIn('deepseekApiKey'),
    load: async () => ofMaker((await import('@ai-sdk/deepseek')).createDeepSeek),
  },
  /** Ollama, llama.cpp, vLLM, LM Studio and whoever else speaks as OpenAI does. One in the house needs no key. */
  'openai-compatible': {
    key: 'openaiApiKey',
    keySetting: null,
    needsAddress: true,
    async load() {
      const { createOpenAICompatible: create } = await import('@ai-sdk/openai-compatible');
      return ({ model, key, baseUrl }) =>
        create({ name: 'openai-compatible', baseURL: baseUrl, ...(key !== '' && { apiKey: key }) })(model);
    },
  },
} satisfies Record<ProviderName, Provider>;

function keyIn(key: KeyName): Pick<Provider, 'key' | 'keySetting'> {
  return { key, keySetting: settings[key].env };
}

type MakerSettings = { apiKey: string; baseURL?: string };

function ofMaker(create: (settings: MakerSettings) => (model: string) => Model) {
  return ({ model, key, baseUrl }: ProviderSettings): Model =>
    create({ apiKey: key, ...(baseUrl !== '' && { baseURL: baseUrl }) })(model);
}

export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providers, name);
}
