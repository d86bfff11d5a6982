import { type Command, Option } from 'commander';
import { type Config, type ConfigSources, flagOf, readConfig, settings } from '#base/config.ts';
import type { Terminal } from './terminal.ts';
import type { Text } from './text/text.ts';

type SettingName = keyof typeof settings;
type Flags = NonNullable<ConfigSources['flags']>;
type FlagText = { env: string; accepts: string; fallback: unknown };

const names = Object.keys(settings) as SettingName[];

/** Every setting of the product as an option. Their values stay texts: whoever reads the configuration checks them. */
export function addSettings(command: Command, text: Text, { isHidden = false } = {}): Command {
  for (const name of names) {
    const setting: FlagText = settings[name];
    const about = [text.settings[name], hintOf(setting, text)].filter((part) => part !== '').join(' ');
    const option = new Option(`${flagOf(setting.env)} <value>`, about).helpGroup('Settings:');
    command.addOption(isHidden ? option.hideHelp() : option);
  }
  return command;
}

export function flagsOf(options: Readonly<Record<string, unknown>>): Flags {
  const values = names.map((name) => [name, options[optionOf(name)]] as const);
  return Object.fromEntries(values.filter(([, value]) => typeof value === 'string'));
}

/** Under which name a command finds the option of a setting: by its variable, which for those of other projects is not our name. */
function optionOf(name: SettingName): string {
  return new Option(flagOf(settings[name].env)).attributeName();
}

/** Where the settings of a command come from: its own options, the environment, and `.env`. */
export function settingsOf({ env }: Pick<Terminal, 'env'>, options: object = {}): ConfigSources {
  return { flags: flagsOf({ ...options }), env, envFile: '.env' };
}

export function configOf(terminal: Pick<Terminal, 'env'>, options?: object): Config {
  return readConfig(settingsOf(terminal, options));
}

/** What may be given, where that is a list of words, and what holds otherwise. */
function hintOf({ accepts, fallback }: FlagText, { help }: Text): string {
  if (typeof fallback === 'number') return help.byDefault(String(fallback));
  if (typeof fallback !== 'string' || fallback === '') return '';
  const words = accepts.split(', ');
  return words.includes(fallback) ? `[${words.join('|')}]` : help.byDefault(fallback);
}
