import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { settings } from '#base/config.ts';
import { providers } from './providers.ts';

type Compose = { services: Record<string, { environment: Record<string, string> }> };

// The client gets the keys one by one, not the whole of .env: the password of the database is none of its business.
test('the key of every provider reaches the client in its container', async () => {
  const compose = await readFile(join(import.meta.dirname, '../../../compose.yaml'), 'utf8');
  const client = (parse(compose, { merge: true }) as Compose).services['client']?.environment ?? {};
  const names = Object.values(providers).map(({ key }) => settings[key].env);
  expect(names.filter((name) => client[name] !== `\${${name}:-}`)).toEqual([]);
});
