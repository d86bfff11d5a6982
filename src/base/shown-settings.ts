import { type Config, secretSettings, settings } from './config.ts';

export type ShownSetting = { name: string; about: string; value: string; isSecret: boolean; isDefault: boolean };

/** Of a secret nothing is shown but that it is set. */
const masked = '••••••';
/** Free texts that people put keys into: addresses with a password, commands with a token. */
const mayHoldSecrets: readonly string[] = ['MCP_SERVERS'];

/** Every setting as it is in force, for people who look after the installation. */
export function shownSettings(config: Config): ShownSetting[] {
  const secrets = new Set(Object.keys(secretSettings(config)));
  return Object.entries(settings).map(([key, { env: name, about, fallback }]) => {
    const value = config[key as keyof Config];
    const isSecret = secrets.has(name) || mayHoldSecrets.includes(name);
    const text = textOf(value);
    const shown = isSecret && text !== '' ? masked : withoutPassword(text);
    return { name, about, value: shown, isSecret, isDefault: text === textOf(fallback) };
  });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, each]) => `${name}=${String(each)}`)
      .join(', ');
  return String(value);
}

/** An address may carry a user and a password before its host. */
function withoutPassword(text: string): string {
  return text.replaceAll(/\/\/[^/\s@]+@/g, `//${masked}@`);
}
