import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { openAgentDoor } from '../../../test/support/agent-door.ts';
import { modern, post } from '../../../test/support/mcp-client.ts';

test('a wrong key is refused even where none is needed', async () => {
  await using door = await openAgentDoor();
  for (const authorization of ['Bearer sk-nobody', 'Basic YTpi', 'Bearer', 'Bearer a b']) {
    const answer = await post(door.mcp.address, modern('tools/list'), { authorization });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  }
});

test('where others can reach us a key is needed, and the answer says where to learn more', async () => {
  await using door = await openAgentDoor({ config: { allowedHosts: ['sigec.example'] } });
  const refused = await post(door.mcp.address, modern('tools/list'));
  expect(refused.status).toBe(401);
  expect(refused.body).toMatchObject({ code: 'NOT_SIGNED_IN' });
  const learnMore = /resource_metadata="([^"]+)"/.exec(refused.headers['www-authenticate'] ?? '')?.[1] ?? '';
  expect(await (await fetch(learnMore)).json()).toMatchObject({
    resource: door.mcp.address,
    bearer_methods_supported: ['header'],
  });
  const secret = await door.makeKey({ kind: 'agent', role: 'viewer' });
  const served = await post(door.mcp.address, modern('tools/list'), {
    authorization: `Bearer ${secret}`,
    host: 'sigec.example:8000',
  });
  expect(served.status).toBe(200);
});

type Described = { resource: string; scopes_supported: string[]; authorization_servers: string[] };

test('every address describes itself: what it is, and the scopes that open it', async () => {
  await using door = await openAgentDoor();
  const root = door.mcp.address.replace(/\/mcp$/, '');
  const describe = async (path: string) => {
    const answer = await fetch(`${root}/.well-known/oauth-protected-resource${path}`);
    return { status: answer.status, body: (await answer.json()) as Described };
  };
  const [bare, pack, reading] = await Promise.all(['', '/mcp/x/charging', '/mcp/x/charging/readonly'].map(describe));
  expect(bare?.body.resource).toBe(door.mcp.address);
  expect(pack?.body.resource).toBe(`${door.mcp.address}/x/charging`);
  expect(pack?.body.scopes_supported).toEqual(['sigec:read', 'sigec:operate']);
  expect(reading?.body.scopes_supported).toEqual(['sigec:read']);
  expect(pack?.body.authorization_servers).toEqual(['http://127.0.0.1:8001']);
  expect((await describe('/mcp/x/nothing')).status).toBe(404);
});

test('behind a proxy that adds TLS the description names the public address', async () => {
  await using door = await openAgentDoor({ config: { publicUrl: 'https://sigec.example' } });
  const described = await post(door.mcp.address, modern('tools/list'), { host: 'sigec.example' });
  expect(described.headers['www-authenticate']).toContain(
    '"https://sigec.example/.well-known/oauth-protected-resource/mcp"',
  );
  expect(described.headers['www-authenticate']).toContain('scope="');
});

test('a key whose scopes open nothing at an address is told which would', async () => {
  await using door = await openAgentDoor();
  const authorization = `Bearer ${await door.makeKey({ kind: 'agent', role: 'viewer', scopes: ['keys:read'] })}`;
  for (const path of ['/x/charging', '/x/charging/readonly']) {
    const answer = await post(`${door.mcp.address}${path}`, modern('tools/list'), { authorization });
    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toMatch(/error="insufficient_scope", scope="[^"]*stations:read/);
  }
  expect((await post(door.mcp.address, modern('tools/list'), { authorization })).status).toBe(200);
});

test('no key is read from an address', async () => {
  await using door = await openAgentDoor({ config: { allowedHosts: ['sigec.example'] } });
  const secret = await door.makeKey({ kind: 'agent', role: 'viewer' });
  const answer = await post(`${door.mcp.address}?access_token=${secret}`, modern('tools/list'));
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).not.toContain(secret);
});

test('an address that only reads has no tool that changes anything', async () => {
  await using door = await openAgentDoor();
  const authorization = `Bearer ${await door.makeKey({ kind: 'agent', role: 'operator' })}`;
  const address = `${door.mcp.address}/x/charging/readonly`;
  const { body } = await post(address, modern('tools/list'), { authorization });
  const { tools } = (body as { result: { tools: { name: string; annotations: { readOnlyHint: boolean } }[] } }).result;
  expect(tools.length).toBeGreaterThan(5);
  expect(tools.filter(({ annotations }) => !annotations.readOnlyHint)).toEqual([]);
  const reset = modern('tools/call', { name: 'reset_charge_point', arguments: {} });
  expect((await post(address, reset, { authorization })).body).toMatchObject({ error: { code: -32_602 } });
});

test.each([
  ['a host name that is not ours', { host: 'evil.example' }],
  ['a page of another origin', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
])('%s is refused', async (_what, headers) => {
  await using door = await openAgentDoor();
  for (const path of ['', '/x/charging', '/x/charging/readonly', '/tools', '/../sse', '/../messages']) {
    const answer = await post(`${door.mcp.address}${path}`, modern('tools/list'), headers);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'NOT_ALLOWED' });
  }
});

test('a page on this machine may call us', async () => {
  await using door = await openAgentDoor();
  const answer = await post(door.mcp.address, modern('tools/list'), {
    origin: 'http://localhost:5173',
    host: 'localhost:8000',
  });
  expect(answer.status).toBe(200);
});

test('the bare address says what this is, and the health check that it lives', async () => {
  await using door = await openAgentDoor();
  const root = door.mcp.address.replace(/mcp$/, '');
  expect(await (await fetch(root)).json()).toMatchObject({
    name: 'SIGEC-VE',
    mcp: [door.mcp.address, `${door.mcp.address}/x/charging`, `${door.mcp.address}/x/charging/readonly`],
    packs: [{ name: 'charging', title: 'Charging stations' }],
    tools: expect.arrayContaining(['GET /mcp/tools', 'POST /reset_charge_point']) as string[],
  });
  expect((await fetch(`${root}healthz`, { headers: { host: '10.0.0.1' } })).status).toBe(200);
  expect((await fetch(`${root}nothing`)).status).toBe(404);
  expect((await fetch(root, { method: 'POST' })).status).toBe(404);
  expect((await fetch(door.mcp.address)).status).toBe(405);
});

test('too large, too deep or broken bodies are refused, and the next call is served', async () => {
  await using door = await openAgentDoor();
  const tooLarge = modern('tools/call', { name: 'list_charge_points', arguments: { search: 'x'.repeat(1024 * 1024) } });
  expect((await post(door.mcp.address, tooLarge)).status).toBe(413);
  const deep = modern('tools/call', { name: 'list_charge_points', arguments: { search: 0 } });
  const tooDeep = {
    ...deep,
    text: deep.text.replace('"search":0', `"search":${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  };
  expect(JSON.stringify((await post(door.mcp.address, tooDeep)).body)).not.toContain('.ts:');
  expect((await post(door.mcp.address, { ...deep, text: '{"jsonrpc":' })).status).toBe(400);
  expect((await post(door.mcp.address, modern('tools/list'))).status).toBe(200);
});

test('a port in use stops the start with what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await expect(openAgentDoor({ config: { mcpServerPort: port } })).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: `Port ${port} (MCP_SERVER_PORT) is in use by another program. Stop that program, or set MCP_SERVER_PORT to a free port.`,
  });
  other.close();
});

test('a client that takes JSON alone, or does not say, is answered in both eras', async () => {
  await using door = await openAgentDoor();
  for (const accept of ['application/json', '*/*']) {
    const listed = await post(door.mcp.address, modern('tools/list'), { accept });
    expect([accept, listed.status, (listed.body as Answered).result.tools.length > 5]).toEqual([accept, 200, true]);
    const ask = (method: string, params: object, more: Record<string, string> = {}) =>
      post(
        door.mcp.address,
        {
          text: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
          headers: { 'content-type': 'application/json', accept },
        },
        more,
      );
    const clientInfo = { name: 'small', version: '0' };
    const begun = await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    expect([accept, begun.status]).toEqual([accept, 200]);
    const tools = await ask('tools/list', {}, { 'mcp-session-id': begun.headers['mcp-session-id'] ?? '' });
    expect((tools.body as Answered).result.tools.length).toBeGreaterThan(5);
  }
});

type Answered = { result: { tools: unknown[] } };
