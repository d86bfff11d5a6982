import type { Config } from '#base/config.ts';
import { anthropic } from './anthropic.ts';
import { deepseek } from './deepseek.ts';
import { google } from './google.ts';
import { openai } from './openai.ts';
import { openaiCompatible } from './openai-compatible.ts';
import type { Provider } from './provider.ts';

/** Those that have a model; the interpreter and the script work without. */
export type ProviderName = Exclude<Config['llmProvider'], 'interpreter' | 'scripted'>;

export const providers = {
  anthropic,
  openai,
  google,
  deepseek,
  'openai-compatible': openaiCompatible,
} satisfies Record<ProviderName, Provider>;

export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providers, name);
}
