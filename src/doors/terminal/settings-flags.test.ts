import { Command } from 'commander';
import { expect, test } from 'vitest';
import { flagOf, readConfig, settings } from '#base/config.ts';
import { addSettings, flagsOf } from './settings-flags.ts';
import { texts } from './text/text.ts';

function optionsOf(args: string[]): Record<string, unknown> {
  const command = addSettings(new Command('serve').option('--demo'), texts.en);
  return command.parse(args, { from: 'user' }).opts();
}

test('every setting is an option whose value arrives under its name', () => {
  const names = Object.keys(settings) as (keyof typeof settings)[];
  const args = names.flatMap((name) => [flagOf(settings[name].env), `value of ${name}`]);
  expect(flagsOf(optionsOf(args))).toEqual(Object.fromEntries(names.map((name) => [name, `value of ${name}`])));
});

test('what is no setting is left out', () => {
  expect(flagsOf(optionsOf(['--demo', '--api-port', '9001']))).toEqual({ apiPort: '9001' });
});

test('a flag is stronger than the environment', () => {
  const flags = flagsOf(optionsOf(['--api-port', '9001', '--packs', 'charging,vehicles']));
  const config = readConfig({ flags, env: { API_PORT: '9002', HOST: '127.0.0.2' } });
  expect(config).toMatchObject({ apiPort: 9001, host: '127.0.0.2', packs: ['charging', 'vehicles'] });
});
