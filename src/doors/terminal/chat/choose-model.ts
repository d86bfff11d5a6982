import { type Config, readConfig, settings } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import type { Terminal } from '../terminal.ts';

const providerNames = settings.llmProvider.accepts.split(', ');

/** "anthropic/claude-…", "interpreter", or a model of the provider that is set; undefined: as it is set. */
export function chooseModel({ text }: Terminal, config: Config, name: string | undefined): Config {
  if (name === undefined || name.trim() === '') return config;
  const [first = '', ...rest] = name.trim().split('/');
  if (providerNames.includes(first)) {
    const { llmProvider } = readConfig({ flags: { llmProvider: first } });
    return { ...config, llmProvider, llmModel: rest.join('/') };
  }
  const accepts = text.chat.modelForm(providerNames.join(', '));
  if (config.llmProvider === 'interpreter')
    throw new SigecError('INVALID_INPUT', text.wrongUse.invalidInput({ name: '--model', value: name, accepts }));
  return { ...config, llmModel: name.trim() }; // a model may have a slash in its name
}
