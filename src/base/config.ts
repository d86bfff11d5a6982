import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SigecError } from './errors.ts';
import { accessSettings } from './settings/access-settings.ts';
import { agentSettings } from './settings/agent-settings.ts';
import { deviceSettings } from './settings/device-settings.ts';
import { energySettings } from './settings/energy-settings.ts';
import { installationSettings } from './settings/installation-settings.ts';
import { moneySettings } from './settings/money-settings.ts';
import { notificationSettings } from './settings/notification-settings.ts';
import { plugAndChargeSettings } from './settings/plug-and-charge-settings.ts';
import { roamingSettings } from './settings/roaming-settings.ts';
import { serverSettings } from './settings/server-settings.ts';
import type { Setting } from './settings/setting-kinds.ts';
import { shopSettings } from './settings/shop-settings.ts';
import { stationFileSettings } from './settings/station-file-settings.ts';
import { stationSettings } from './settings/station-settings.ts';

/** Every setting of the product, by subject. `.env.example` and `docs/reference/settings.md` are generated from this table. */
export const settings = {
  ...serverSettings,
  ...installationSettings,
  ...accessSettings,
  ...stationSettings,
  ...stationFileSettings,
  ...plugAndChargeSettings,
  ...energySettings,
  ...roamingSettings,
  ...moneySettings,
  ...shopSettings,
  ...deviceSettings,
  ...notificationSettings,
  ...agentSettings,
};

type SettingName = keyof typeof settings;
export type Config = { readonly [Name in SettingName]: (typeof settings)[Name]['fallback'] };

export type ConfigSources = {
  flags?: Partial<Record<SettingName, string>>;
  env?: Record<string, string | undefined>;
  envFile?: string;
};

/** Reads flags, environment and `.env`, in that order of strength; a wrong value stops the start with one sentence. */
export function readConfig({ flags = {}, env = {}, envFile }: ConfigSources): Config {
  const fromFile = envFile === undefined ? {} : readEnvFile(envFile);
  const values = Object.entries(settings as Record<string, Setting<unknown>>).map(([name, setting]) => {
    const names = [setting.env, ...(setting.alias ? [setting.alias] : [])];
    const candidates = [
      { label: flagOf(setting.env), text: flags[name as SettingName] },
      ...names.map((label) => ({ label, text: env[label] })),
      ...names.map((label) => ({ label: `${label} in ${envFile}`, text: fromFile[label] })),
    ];
    const given = candidates.find(({ text }) => text !== undefined && text.trim() !== '');
    return [name, given === undefined ? setting.fallback : readSetting(setting, given.label, given.text ?? '')];
  });
  return Object.fromEntries(values) as Config;
}

/** Every setting that is a secret or may hold one, by the name of its variable; empty: not set. */
export function secretSettings(config: Config): Record<string, string> {
  const all = Object.entries(settings as Record<string, Setting<unknown>>);
  const secret = all.filter(([, { isSecret }]) => isSecret);
  return Object.fromEntries(secret.flatMap(([name, { env }]) => named(env, config[name as SettingName])));
}

/** A setting of several values, such as headers, has a secret in each. */
function named(env: string, value: unknown): [string, string][] {
  const [first = '', ...others] = typeof value === 'string' ? [value] : Object.values(value as Record<string, string>);
  return [[env, first], ...others.map((other, at): [string, string] => [`${env} ${at + 2}`, other])];
}

/** `--ocpp-server-port` for `OCPP_SERVER_PORT`. */
export function flagOf(env: string): string {
  return `--${env.toLowerCase().replaceAll('_', '-')}`;
}

/** The connection string of an external database, or `undefined` for the embedded one. */
export function externalDatabaseUrl(config: Config): string | undefined {
  if (config.databaseUrl !== '') return config.databaseUrl;
  if (config.postgresUser === '') return undefined;
  const { postgresUser, postgresPassword, postgresHost, postgresPort, postgresDb } = config;
  const who = `${encodeURIComponent(postgresUser)}:${encodeURIComponent(postgresPassword)}`;
  return `postgresql://${who}@${postgresHost}:${postgresPort}/${encodeURIComponent(postgresDb || postgresUser)}`;
}

function readSetting<T>(setting: Setting<T>, label: string, text: string): T {
  const value = setting.read(text.trim());
  if (value !== undefined) return value;
  const shown = setting.isSecret ? 'its value (not shown)' : `"${text}"`;
  throw new SigecError('CANNOT_START', `${label} is ${shown}, but accepts ${setting.accepts}.`);
}

function readEnvFile(file: string): Record<string, string | undefined> {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new SigecError(
      'CANNOT_START',
      `${file} cannot be read: ${(cause as Error).message}. Make it readable or remove it.`,
      { cause },
    );
  }
  const broken = content
    .split(/\r?\n/)
    .findIndex((line) => line.trim() !== '' && !/^\s*(#|(export\s+)?[A-Za-z_]\w*\s*=)/.test(line));
  // A quoted value may span lines, so a line without "=" is only wrong when no quote is open above it.
  if (broken >= 0 && !opensQuote(content, broken)) {
    throw new SigecError(
      'CANNOT_START',
      `Line ${broken + 1} of ${file} is not NAME=value; correct it or start it with "#".`,
    );
  }
  return parseEnv(content);
}

function opensQuote(content: string, line: number): boolean {
  const above = content.split(/\r?\n/).slice(0, line).join('\n');
  return ['"', "'", '`'].some((quote) => (above.split(quote).length - 1) % 2 === 1);
}
