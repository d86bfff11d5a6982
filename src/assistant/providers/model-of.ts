import { SigecError } from '#base/errors.ts';
import type { Model, Provider } from './provider.ts';
import { type ProviderName, providers } from './providers.ts';

export type ModelChoice = {
  provider: ProviderName;
  model: string;
  /** Empty: the provider's own address. */
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

/** undefined: nothing is. */
export function whatIsMissing({ provider: name, model, baseUrl, keys }: ModelChoice): string | undefined {
  const { keySetting, needsAddress = false }: Provider = providers[name];
  if (keySetting !== null && keys[name] === '') return `LLM_PROVIDER is ${name}, and ${keySetting} is not set.`;
  if (needsAddress && baseUrl === '') return `LLM_PROVIDER is ${name}, and LLM_BASE_URL is not set.`;
  if (model === '') return `LLM_PROVIDER is ${name}, and LLM_MODEL does not say which of its models is meant.`;
  return undefined;
}
