import { type Config, settings } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import { type Mind, MindProblem } from '../conversation/mind.ts';
import type { ModelLimits } from '../conversation/model-mind.ts';
import { isProviderName, type Model, type Provider, type ProviderName, providers } from './providers.ts';
import { readScript, scriptedMind } from './scripted.ts';

export type ModelChoice = { provider: ProviderName; model: string; baseUrl: string; key: string; limits?: ModelLimits };

/** The chosen model, ready to be asked. Throws CANNOT_START, in one sentence, when a setting is missing; nothing is sent yet. */
export async function modelOf(choice: ModelChoice): Promise<Model> {
  const { provider, model, baseUrl, key } = choice;
  const problem = whatIsMissing(choice);
  if (problem !== undefined) throw new SigecError('CANNOT_START', problem);
  const make = await providers[provider].load();
  return make({ model, baseUrl, key });
}

export function whatIsMissing(choice: ModelChoice): string | undefined {
  const missing = missingSetting(choice);
  if (missing === undefined) return undefined;
  const { what, setting } = missing;
  const how = what === 'model' ? 'does not say which of its models is meant' : 'is not set';
  return `LLM_PROVIDER is ${choice.provider}, and ${setting} ${how}.`;
}

type MissingSetting = { what: 'key' | 'address' | 'model'; setting: string };

/** The first setting that the provider cannot work without, and that is empty. */
export function missingSetting({ provider, model, baseUrl, key }: ModelChoice): MissingSetting | undefined {
  const { keySetting, needsAddress = false }: Provider = providers[provider];
  if (keySetting !== null && key === '') return { what: 'key', setting: keySetting };
  if (needsAddress && baseUrl === '') return { what: 'address', setting: settings.llmBaseUrl.env };
  return model === '' ? { what: 'model', setting: settings.llmModel.env } : undefined;
}

/** The model that the settings name; undefined: one that needs none answers. */
export function modelChoice(config: Config): ModelChoice | undefined {
  const { llmProvider: provider, llmModel: model, llmBaseUrl: baseUrl } = config;
  if (!isProviderName(provider)) return undefined;
  return { provider, model, baseUrl, key: config[providers[provider].key], limits: limitsOf(config) };
}

function limitsOf({ llmMaxOutputTokens, llmEffort, llmTimeoutSeconds }: Config): ModelLimits {
  return { maxOutputTokens: llmMaxOutputTokens, effort: llmEffort, silenceMs: llmTimeoutSeconds * 1_000 };
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
  const { provider, model, limits } = choice;
  const { keySetting }: Provider = providers[provider];
  const missing = whatIsMissing(choice);
  if (missing !== undefined)
    throw new MindProblem(missingSetting(choice)?.what === 'key' ? 'key-missing' : 'other', missing);
  // The library behind it takes a second to load, which nobody should wait for who talks to the interpreter.
  const [loaded, { modelMind }] = await Promise.all([modelOf(choice), import('../conversation/model-mind.ts')]);
  return modelMind(loaded, { provider, model, keySetting }, limits);
}
