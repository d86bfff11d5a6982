import type { Provider } from './provider.ts';

/** Ollama, llama.cpp, vLLM, LM Studio and whoever else speaks as OpenAI does. One in the house needs no key. */
export const openaiCompatible: Provider = {
  keySetting: null,
  needsAddress: true,
  async load() {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return ({ model, key, baseUrl }) =>
      createOpenAICompatible({ name: 'openai-compatible', baseURL: baseUrl, ...(key !== '' && { apiKey: key }) })(
        model,
      );
  },
};
