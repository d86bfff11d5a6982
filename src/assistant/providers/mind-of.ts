import type { Config } from '#base/config.ts';
import { type Mind, MindProblem } from '../conversation/mind.ts';
import { type ModelChoice, modelChoice, modelOf, whatIsMissing } from './model-of.ts';
import { type Provider, providers } from './providers.ts';
import { readScript, scriptedMind } from './scripted.ts';

/** Whoever the settings choose to answer. Throws `MindProblem` with one sentence where a setting is missing; nothing is sent yet. */
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
