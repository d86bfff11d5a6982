import { expect, test } from 'vitest';
import type { ProviderTest } from '../../src/contract/agents/assistant.ts';
import type { Installation, SupportBundle } from '../../src/contract/installation.ts';
import { startModelServer } from '../support/model-servers/model-server.ts';
import { adminKey, startSigec } from '../support/sigec.ts';

test('the bundle for support tells what runs, and no secret, key, password, token or name of a driver', async () => {
  const secrets = {
    OPENAI_API_KEY: 'sk-nobody-may-read-this',
    AGENT_KEY: 'a-key-of-an-agent-for-tests',
    OIDC_CLIENT_SECRET: 'secret-of-the-identity-provider',
  };
  await using sigec = await startSigec(secrets);
  await sigec.api.post('/api/drivers', { name: 'Ana Carolina Prado', email: 'ana.prado@example.com' });
  await sigec.api.post('/api/tokens', { value: '04A2B3C4D5E6F7', type: 'iso14443' });
  const { secret } = await sigec.api.post<{ secret: string }>('/api/keys', {
    name: 'night',
    kind: 'agent',
    role: 'viewer',
  });

  const bundle = await sigec.api.get<SupportBundle>('/api/support-bundle');
  const text = JSON.stringify(bundle);
  for (const hidden of [
    ...Object.values(secrets),
    ...[adminKey, secret, 'Ana Carolina', 'ana.prado', '04A2B3C4D5E6F7', sigec.databaseUrl],
  ])
    expect(text).not.toContain(hidden);
  expect(bundle).toMatchObject({ licence: 'Apache-2.0', counts: { stations: 0 }, notReady: [] });
  expect(bundle.appliedMigrations.length).toBe(bundle.database.migrations);
  expect(bundle.settings.find(({ name }) => name === 'OPENAI_API_KEY')).toMatchObject({
    isSecret: true,
    value: '••••••',
  });
});

test('what runs here is for administrators: packs with their tools, retention and the settings', async () => {
  await using sigec = await startSigec({ PACKS: 'charging,vehicles', METER_VALUES_KEEP_DAYS: '90' });
  const { packs, retention, database } = await sigec.api.get<Installation>('/api/installation');
  expect(packs.map(({ name, isOn, tools }) => [name, isOn, tools.length > 0])).toEqual([
    ['charging', true, true],
    ['money', false, false],
    ['devices', false, false],
    ['vehicles', true, true],
    ['bookshop', false, false],
  ]);
  expect(retention).toEqual({ meterValuesDays: 90, messagesDays: 30 });
  expect(database.sizeBytes).toBeGreaterThan(0);
  const { secret } = await sigec.api.post<{ secret: string }>('/api/keys', {
    name: 'op',
    kind: 'person',
    role: 'operator',
  });
  for (const path of ['/api/installation', '/api/support-bundle']) {
    const refused = await fetch(`${sigec.addresses.api}${path}`, { headers: { authorization: `Bearer ${secret}` } });
    expect(refused.status).toBe(403);
  }
});

test('the test of a provider asks it, and tells its answer or why there is none', async () => {
  await using model = await startModelServer('openai');
  await using sigec = await startSigec({
    LLM_PROVIDER: 'openai',
    LLM_MODEL: model.model,
    OPENAI_API_KEY: model.key,
    LLM_BASE_URL: model.url,
  });
  const ask = () => sigec.api.post<ProviderTest>('/api/assistant/test', { language: 'en' });
  model.say({ text: ['Ready.'] });
  expect(await ask()).toMatchObject({
    isFine: true,
    provider: 'openai',
    model: model.model,
    text: 'Ready.',
    reason: null,
  });
  expect(model.requests).toHaveLength(1);
  model.say({ refusal: 'key' });
  expect(await ask()).toMatchObject({
    isFine: false,
    text: null,
    reason: expect.stringMatching(/does not accept the key\. Check OPENAI_API_KEY/) as string,
  });
});
