import { addressIfAny, type Provider } from './provider.ts';

export const deepseek: Provider = {
  keySetting: 'DEEPSEEK_API_KEY',
  async load() {
    const { createDeepSeek } = await import('@ai-sdk/deepseek');
    return ({ model, key, baseUrl }) => createDeepSeek({ apiKey: key, ...addressIfAny(baseUrl) })(model);
  },
};
