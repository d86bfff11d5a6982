import { addressIfAny, type Provider } from './provider.ts';

export const google: Provider = {
  keySetting: 'GOOGLE_API_KEY',
  async load() {
    const { createGoogle } = await import('@ai-sdk/google');
    return ({ model, key, baseUrl }) => createGoogle({ apiKey: key, ...addressIfAny(baseUrl) })(model);
  },
};
