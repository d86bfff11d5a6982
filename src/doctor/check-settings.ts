import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Config, type ConfigSources, readConfig, settings } from '#base/config.ts';
import { asError } from '#base/errors.ts';
import type { Finding } from './finding.ts';

/** Reads flags, environment and `.env` as the product does; names in `.env` that mean nothing to us are often typing errors. */
export function checkSettings(sources: ConfigSources): { finding: Finding; config?: Config } {
  try {
    const config = readConfig(sources);
    const file = sources.envFile !== undefined && existsSync(sources.envFile) ? sources.envFile : null;
    const unknownNames = file === null ? [] : unknownNamesIn(file);
    return {
      config,
      finding: { check: 'settings', isFine: true, state: 'settings-fine', facts: { file, unknownNames } },
    };
  } catch (error) {
    const sentence = asError(error).message;
    return { finding: { check: 'settings', isFine: false, state: 'settings-wrong', facts: { sentence } } };
  }
}

function unknownNamesIn(file: string): string[] {
  const known = new Set(
    Object.values<{ env: string; alias?: string }>(settings).flatMap(({ env, alias }) => [env, alias ?? env]),
  );
  return Object.keys(parseEnv(readFileSync(file, 'utf8'))).filter((name) => !known.has(name));
}
