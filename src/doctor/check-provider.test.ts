import { expect, test } from 'vitest';
import { readConfig } from '#base/config.ts';
import { checkProvider } from './check-provider.ts';

test.each([
  [{}, 'provider-fine', undefined],
  [{ LLM_PROVIDER: 'anthropic' }, 'provider-key-missing', 'ANTHROPIC_API_KEY'],
  [{ LLM_PROVIDER: 'openai' }, 'provider-key-missing', 'OPENAI_API_KEY'],
  [{ LLM_PROVIDER: 'google' }, 'provider-key-missing', 'GOOGLE_API_KEY'],
  [{ LLM_PROVIDER: 'deepseek' }, 'provider-key-missing', 'DEEPSEEK_API_KEY'],
  [{ LLM_PROVIDER: 'google', GOOGLE_API_KEY: 'g' }, 'provider-fine', undefined],
  [{ LLM_PROVIDER: 'google', OPENAI_API_KEY: 'o' }, 'provider-key-missing', 'GOOGLE_API_KEY'],
  [{ LLM_PROVIDER: 'openai-compatible' }, 'provider-address-missing', 'LLM_BASE_URL'],
  [{ LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: 'http://127.0.0.1:1234' }, 'provider-fine', undefined],
])('%j: %s %s', (env, state, setting) => {
  const finding = checkProvider(readConfig({ env }));
  expect(finding).toMatchObject({ state, isFine: state === 'provider-fine' });
  if (setting !== undefined) expect(finding.facts).toMatchObject({ setting });
});
