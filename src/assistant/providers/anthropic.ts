import { addressIfAny, type Provider } from './provider.ts';

export const anthropic: Provider = {
  keySetting: 'ANTHROPIC_API_KEY',
  async load() {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return ({ model, key, baseUrl }) => createAnthropic({ apiKey: key, ...addressIfAny(baseUrl) })(model);
  },
};
