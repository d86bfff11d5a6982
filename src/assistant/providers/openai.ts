import { addressIfAny, type Provider } from './provider.ts';

export const openai: Provider = {
  keySetting: 'OPENAI_API_KEY',
  async load() {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return ({ model, key, baseUrl }) => createOpenAI({ apiKey: key, ...addressIfAny(baseUrl) })(model);
  },
};
