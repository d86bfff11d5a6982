import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkSettings } from './check-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'sigec-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('valid settings give a configuration to go on with', () => {
  const { finding, config } = checkSettings({ env: { API_PORT: '9001' } });
  expect(config?.apiPort).toBe(9001);
  expect(finding).toMatchObject({ isFine: true, state: 'settings-fine', facts: { file: null, unknownNames: [] } });
});

test('names in .env that are no settings are told', () => {
  const envFile = join(folder, 'typing-error.env');
  writeFileSync(envFile, 'API_PORT=9001\nFASTAPI_PORT=9002\nOCPP_PORT=9000\n');
  const { finding } = checkSettings({ envFile });
  expect(finding).toMatchObject({ isFine: true, facts: { file: envFile, unknownNames: ['OCPP_PORT'] } });
});

test('a wrong value and a broken file are problems', () => {
  const envFile = join(folder, 'broken.env');
  writeFileSync(envFile, 'this is no setting\n');
  for (const sources of [{ env: { API_PORT: 'abc' } }, { envFile }]) {
    const { finding, config } = checkSettings(sources);
    expect(config).toBeUndefined();
    expect(finding).toMatchObject({ isFine: false, state: 'settings-wrong' });
  }
});
