import { expect, test } from 'vitest';
import { readConfig, secretSettings } from './config.ts';
import { shownSettings } from './shown-settings.ts';

const shown = (env: Record<string, string>) =>
  new Map(shownSettings(readConfig({ env })).map((setting) => [setting.name, setting]));

test('a setting is shown as it is in force, and whether somebody set it', () => {
  const settings = shown({ API_PORT: '9001', PACKS: 'charging,devices' });
  expect(settings.get('API_PORT')).toMatchObject({ value: '9001', isDefault: false, isSecret: false });
  expect(settings.get('OCPP_SERVER_PORT')).toMatchObject({ value: '9000', isDefault: true });
  expect(settings.get('PACKS')?.value).toBe('charging, devices');
});

test('of secrets nothing is shown but that they are set', () => {
  const env = {
    ADMIN_KEY: 'the-key-of-the-administrator',
    DATABASE_URL: 'postgresql://sigec:a-password-here@127.0.0.1:5432/sigec',
    OPENAI_API_KEY: 'sk-something-secret',
    MCP_SERVERS: 'http,https://user:hidden-word@example.org/mcp',
    PUBLIC_URL: 'https://user:visible-no@example.org',
  };
  const text = JSON.stringify([...shown(env).values()]);
  for (const secret of [
    ...Object.values(secretSettings(readConfig({ env }))),
    'hidden-word',
    'visible-no',
    'a-password-here',
  ])
    if (secret !== '') expect(text).not.toContain(secret);
  expect(shown(env).get('ADMIN_KEY')).toMatchObject({ isSecret: true, isDefault: false });
  expect(shown({}).get('ADMIN_KEY')).toMatchObject({ value: '', isDefault: true });
});
