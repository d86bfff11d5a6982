import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServers } from '#assistant/servers/open-servers.ts';
import { serverFile } from '#assistant/servers/server-file.ts';
import { memoryAllowances, serversOf } from '../../../../../test/support/agent-parts.ts';
import { startForeignMcp } from '../../../../../test/support/foreign-mcp.ts';
import { recordedTerminal } from '../../../../../test/support/terminal.ts';
import type { Chat } from '../chat.ts';
import { permissions } from './permissions.ts';
import { servers as serversSlash } from './servers.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigec-slash-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('rules are added, shown with their numbers, and taken back by them', async () => {
  const terminal = recordedTerminal();
  const chat = { terminal, agent: { allowances: memoryAllowances(), servers: serversOf() } } as unknown as Chat;
  const type = (line: string) => permissions.run(chat, line.split(' '), line);
  await type('deny home/*');
  await type('ask call_device_tool device=gate-*');
  await permissions.run(chat, [], '');
  await type('forget 1');
  await permissions.run(chat, [], '');
  expect(terminal.shown.out.split('\n')).toEqual([
    'From now on: deny home/*',
    'From now on: ask call_device_tool device=gate-*',
    '1  deny home/*',
    '2  ask call_device_tool device=gate-*',
    'No longer: deny home/*',
    '1  ask call_device_tool device=gate-*',
    '',
  ]);
  for (const wrong of ['perhaps home/*', 'deny', 'deny home/* room', 'forget', 'forget 7'])
    await expect(type(wrong)).rejects.toThrow(/\/permissions/);
});

test('a server is there as soon as it is added, and gone as soon as it is removed', async () => {
  await using weather = await startForeignMcp({ tools: [{ name: 'forecast' }] });
  const terminal = recordedTerminal();
  const agent = {
    servers: openServers({ settings: [] }),
    serverFile: serverFile(join(folder, 'servers.json'), { variables: {}, ownAddresses: [] }),
  };
  const chat = { terminal, agent } as unknown as Chat;
  const type = (line: string) => serversSlash.run(chat, line.split(' '), line);
  await type(`add weather ${weather.url}`);
  expect(agent.servers.tools().map(({ name }) => name)).toEqual(['weather__forecast']);
  await expect(type(`add weather ${weather.url}`)).rejects.toThrow('There is a server weather already');
  await type('remove weather');
  expect(agent.servers.states()).toEqual([]);
  await expect(type('remove weather')).rejects.toThrow('There is no server weather');
  expect(terminal.shown.out).toBe('weather is connected (1 tools).\nweather is removed.\n');
  await agent.servers.close();
});
