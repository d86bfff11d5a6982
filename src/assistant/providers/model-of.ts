import type { Config } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import { type Mind, MindProblem } from '../conversation/mind.ts';
import { isProviderName, type Model, type Provider, type ProviderName, providers } from './providers.ts';
import { readScript, scriptedMind } from './scripted.ts';

export type ModelChoice = {
  provider: ProviderName;
  model: string;
  baseUrl: string;
  keys: Readonly<Record<ProviderName, string>>;
};

/** The chosen model, ready to be asked. Throws CANNOT_START, in one sentence, when a setting is missing; nothing is sent yet. */
export async function modelOf(choice: ModelChoice): Promise<Model> {
  const { provider: name, model, baseUrl, keys } = choice;
  const problem = whatIsMissing(choice);
  if (problem !== undefined) throw new SigecError('CANNOT_START', problem);
  const make = await providers[name].load();
  return make({ model, baseUrl, key: keys[name] });
}

export function whatIsMissing({ provider: name, model, baseUrl, keys }: ModelChoice): string | undefined {
  const { keySetting, needsAddress = false }: Provider = providers[name];
  if (keySetting !== null && keys[name] === '') return `LLM_PROVIDER is ${name}, and ${keySetting} is not set.`;
  if (needsAddress && baseUrl === '') return `LLM_PROVIDER is ${name}, and LLM_BASE_URL is not set.`;
  if (model === '') return `LLM_PROVIDER is ${name}, and LLM_MODEL does not say which of its models is meant.`;
  return undefined;
}

/** The model that the settings name; undefined: one that needs none answers. */
export function modelChoice(config: Config): ModelChoice | undefined {
  const { llmProvider: provider, llmModel: model, llmBaseUrl: baseUrl } = config;
  if (!isProviderName(provider)) return undefined;
  const { anthropicApiKey, openaiApiKey, googleApiKey, deepseekApiKey } = config;
  const keys = {
    anthropic: anthropicApiKey,
    openai: openaiApiKey,
    google: googleApiKey,
    deepseek: deepseekApiKey,
    'openai-compatible': openaiApiKey,
  };
  return { provider, model, baseUrl, keys };
}

export async function mindOf(
  config: Config,
  { interpreter }: { interpreter: () => Mind | Promise<Mind> },
): Promise<Mind> {
  if (config.llmProvider === 'scripted') return scriptedMind(await readScript(config.llmModel));
  const choice = modelChoice(config);
  return choice === undefined ? await interpreter() : await mindOfModel(choice);
}

export async function mindOfModel(choice: ModelChoice): Promise<Mind> {
  const { provider, model, keys } = choice;
  const { keySetting }: Provider = providers[provider];
  const missing = whatIsMissing(choice);
  if (missing !== undefined)
    throw new MindProblem(keySetting !== null && keys[provider] === '' ? 'key-missing' : 'other', missing);
  // The library behind it takes a second to load, which nobody should wait for who talks to the interpreter.
  const [loaded, { modelMind }] = await Promise.all([modelOf(choice), import('../conversation/model-mind.ts')]);
  return modelMind(loaded, { provider, model, keySetting });
}
