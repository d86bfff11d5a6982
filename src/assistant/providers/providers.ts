import type { LanguageModel } from 'ai';
import type { Config } from '#base/config.ts';

/** A model as an object. Never its name alone: that would be sent to a gateway that nobody chose. */
export type Model = Exclude<LanguageModel, string>;

type ProviderSettings = {
  model: string;
  key: string;
  baseUrl: string;
};

export type Provider = {
  /** The setting that holds its key; null: it may work without one. */
  keySetting: string | null;
  needsAddress?: boolean;
  /** Loaded when it is used: nobody waits for the code of providers they do not have. */
  load(): Promise<(settings: ProviderSettings) => Model>;
};

/** Those that have a model; the interpreter and the script work without. */
export type ProviderName = Exclude<Config['llmProvider'], 'interpreter' | 'scripted'>;

export const providers = {
  anthropic: {
    keySetting: 'ANTHROPIC_API_KEY',
    load: async () => ofMaker((await import('@ai-sdk/anthropic')).createAnthropic),
  },
  openai: {
    keySetting: 'OPENAI_API_KEY',
    load: async () => ofMaker((await import('@ai-sdk/openai')).createOpenAI),
  },
  google: {
    keySetting: 'GOOGLE_API_KEY',
    load: async () => ofMaker((await import('@ai-sdk/google')).createGoogle),
  },
  deepseek: {
    keySetting: 'DEEPSEEK_API_KEY',
    load: async () => ofMaker((await import('@ai-sdk/deepseek')).createDeepSeek),
  },
  /** Ollama, llama.cpp, vLLM, LM Studio and whoever else speaks as OpenAI does. One in the house needs no key. */
  'openai-compatible': {
    keySetting: null,
    needsAddress: true,
    async load() {
      const { createOpenAICompatible: create } = await import('@ai-sdk/openai-compatible');
      return ({ model, key, baseUrl }) =>
        create({ name: 'openai-compatible', baseURL: baseUrl, ...(key !== '' && { apiKey: key }) })(model);
    },
  },
} satisfies Record<ProviderName, Provider>;

type MakerSettings = { apiKey: string; baseURL?: string };

function ofMaker(create: (settings: MakerSettings) => (model: string) => Model) {
  return ({ model, key, baseUrl }: ProviderSettings): Model =>
    create({ apiKey: key, ...(baseUrl !== '' && { baseURL: baseUrl }) })(model);
}

export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providers, name);
}
