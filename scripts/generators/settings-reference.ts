import { flagOf, settings } from '../../src/base/config.ts';
import type { GeneratedFile } from './generated-file.ts';
import { code, referencePage, table } from './reference-page.ts';

type Shown = { env: string; alias?: string; about: string; accepts: string; fallback: unknown; isSecret?: boolean };

/** `.env.example` and the reference of settings, from the tables in src/base/settings/. */
export async function settingsReference(): Promise<GeneratedFile[]> {
  const all: Shown[] = Object.values(settings);
  return [{ path: '.env.example', content: envExample(all) }, reference(all)];
}

function envExample(all: readonly Shown[]): string {
  const header = [
    '# Every setting of SIGEC-VE with its default. Copy this file to .env and uncomment what you change.',
    '# Written by `npm run generate` from src/base/settings/; change that instead.',
  ];
  const lines = all.flatMap((setting) => [
    '',
    `# ${setting.about} Accepts ${setting.accepts}.`,
    `#${setting.env}=${fallbackText(setting)}`,
  ]);
  return `${[...header, ...lines].join('\n')}\n`;
}

function reference(all: readonly Shown[]): GeneratedFile {
  const rows = all.map((setting) => [
    [code(setting.env), ...(setting.alias ? [code(setting.alias)] : [])].join(', '),
    ...[setting.about, setting.accepts, code(fallbackText(setting))],
  ]);
  const lines = [
    'A setting is read from its command-line flag, else from the environment, else from the file `.env` in the current folder.',
    `The flag of \`OCPP_SERVER_PORT\` is \`${flagOf('OCPP_SERVER_PORT')}\`, and so on. A value that is not accepted stops the start with a sentence that names it.`,
    '',
    ...table(['setting', 'what it is', 'accepts', 'default'], rows),
  ];
  return referencePage('settings', { title: 'Settings', source: 'src/base/settings/', lines });
}

/** Defaults that depend on who runs it, as one would write them. */
const written: Readonly<Record<string, string>> = { DATA_DIR: '~/.sigec' };

function fallbackText({ env, fallback }: Shown): string {
  if (written[env] !== undefined) return written[env];
  if (typeof fallback !== 'object' || fallback === null) return String(fallback);
  const parts = Array.isArray(fallback)
    ? (fallback as unknown[])
    : Object.entries(fallback).map(([name, value]) => `${name}=${String(value)}`);
  return parts.join(',');
}
