import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ScriptStep } from '../../src/assistant/providers/scripted.ts';
import type { ProposalList } from '../../src/contract/agents/proposal.ts';
import { asks, ChatHouse, keptConversation, look, reset, table } from '../support/chat-house.ts';
import { openTmux, type Tmux } from '../support/tmux.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // the chat is a process of its own

const entry = join(import.meta.dirname, '..', '..', 'src', 'doors', 'terminal', 'sigec.ts');

let house: ChatHouse;
beforeAll(async () => {
  house = await ChatHouse.open();
});
afterAll(() => house[Symbol.asyncDispose]());

test('ask, see the tool line and the table, approve on the spot, see what the station did', async () => {
  const before = await house.resets();
  const home = await house.makeHome();
  await using chat = await openChat({ script: [look, table, reset, asks], home });
  await chat.until('you ›');
  await chat.type('which stations are there?');
  const answered = await chat.until(/online\n.*tokens read/);
  expect(answered).toMatch(/Let me look\.\n {2}⏵ 1 list_charge_points {2}\d/);
  expect(answered).toContain('Station  Link\n───────────────\nCP-7     online');
  expect(answered).not.toContain('which ones?'); // what it thought
  await chat.keep('chat-table');

  await chat.type('restart CP-7 now');
  await chat.until(/Approve and carry out\? .*$/);
  const proposed = await chat.screen();
  expect(proposed).toMatch(/⏵ 1 Restart a charge point {2}charge_point_id: CP-7, type: hard/);
  expect(proposed).toContain('Restarts the whole charge point.');
  expect(await house.resets()).toBe(before);
  await chat.type('d');
  await chat.until('Asked with');
  await chat.keep('chat-approval');
  await chat.type('y');
  const done = await chat.until('The charge point restarted');
  expect(done).toMatch(/^ {2}carried out$/m);
  expect(await house.resets()).toBe(before + 1);
  await chat.until(/you ›$/);
  await chat.keep('chat-carried-out');

  await chat.type('/details');
  await chat.until('"charge_point_id": "CP-7"');
  await chat.type('/station show CP-7');
  await chat.until(/OCPP[^]*you ›$/);
  await chat.press('C-d');
  expect(await chat.ended()).toBe(0);
  // Whoever goes on with the conversation knows the outcome.
  expect(JSON.stringify(await keptConversation(home))).toContain('is now \\"applied\\", as the person decided.');
});

test('without a model: asked, read back, confirmed and approved in Portuguese', async () => {
  const before = await house.resets();
  await using chat = await openChat({ args: ['--lang', 'pt-BR'] });
  await chat.until('interpretador (sem modelo de linguagem');
  await chat.type('quais estações estão online?');
  expect(await chat.until(/CP-7 .*online[^]*você ›$/)).toMatch(/⏵ 1 list_charge_points/);
  await chat.type('reinicia o CP-7 agora');
  await chat.until(/Entendi[^]*CP-7[^]*você ›$/);
  expect(await house.resets()).toBe(before);
  await chat.type('sim');
  await chat.until(/Aprovar e executar\? .*$/);
  expect(await house.resets()).toBe(before);
  await chat.type('s');
  await chat.until(/executada[^]*você ›$/);
  expect(await house.resets()).toBe(before + 1);
  await chat.keep('chat-interpreter-pt-BR');
});

test('what is not approved stays, and denying it is final', async () => {
  const before = await house.resets();
  await using chat = await openChat({ script: [reset, asks, reset, asks] });
  await chat.until('you ›');
  await chat.type('restart it');
  await chat.until(/Approve and carry out\? .*$/);
  await chat.type('');
  await chat.until('It waits.');
  await chat.type('restart it again');
  await chat.until(/(Approve and carry out\?[^]*){2}$/);
  await chat.type('n');
  await chat.until('Denied.');
  expect(await house.resets()).toBe(before);
  const { proposals } = await house.sigec.api.get<ProposalList>('/api/proposals?limit=1');
  expect(proposals).toMatchObject([{ state: 'denied', decidedVia: 'terminal' }]);
});

test('Ctrl+C ends the answer and not the conversation', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1'); // a model that never answers
  await once(silent, 'listening');
  try {
    const { port } = silent.address() as AddressInfo;
    const env = {
      LLM_PROVIDER: 'openai-compatible',
      LLM_INTERPRETER_FIRST: 'off',
      LLM_MODEL: 'slow',
      LLM_BASE_URL: `http://127.0.0.1:${port}/v1`,
    };
    await using chat = await openChat({ env });
    await chat.until('you ›');
    await chat.type('hello?');
    await chat.until(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] thinking/);
    await chat.type('typed ahead');
    await chat.press('C-c');
    await chat.until(/Cancelled\.\n\nyou ›$/);
    await chat.press('C-c');
    await chat.until('once more to leave');
    await chat.press('C-c');
    expect(await chat.ended()).toBe(0);
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});

test('Tab completes, the arrow brings back what was typed, and a conversation is resumed', async () => {
  const home = await house.makeHome();
  await using chat = await openChat({ script: [look, table, { say: 'As I **said**.' }], home });
  await chat.until('you ›');
  await chat.type('which stations are there?');
  await chat.until('tokens read');
  await chat.press('Up');
  await chat.until(/you › which stations are there\?$/);
  await chat.press('C-c');
  await chat.press('/');
  await chat.press('u');
  await chat.press('Tab');
  await chat.until(/you › \/usage$/);
  await chat.press('Enter');
  await chat.until(/Whole conversation:[^]*you ›$/);
  await chat.press('C-d');
  expect(await chat.ended()).toBe(0);

  await using again = await openChat({ script: [look, table, { say: 'As I **said**.' }], home, args: ['--continue'] });
  await again.until('Going on with "which stations are there?"');
  await again.type('and now?');
  expect(await again.until('As I said.')).toContain('  There is **one**:\n');
});

test('in Portuguese, and without colour where nobody wants it', async () => {
  await using chat = await openChat({
    script: [look, table, reset, asks],
    args: ['--lang', 'pt-BR'],
    env: { NO_COLOR: '1' },
  });
  await chat.until('você ›');
  await chat.type('/help');
  await chat.until('os servidores MCP');
  await chat.type('quais estações há?');
  await chat.until('tokens lidos');
  await chat.type('reinicia o CP-7');
  await chat.until(/Aprovar e executar\? .*$/);
  await chat.type('n');
  expect(await chat.until('Negada')).not.toMatch(/Approve|tokens read/);
});

type Opened = { script?: ScriptStep[]; env?: Record<string, string>; args?: string[]; home?: string };

/** `sigec chat` in a terminal of its own. */
async function openChat({ script, env = {}, args = [], home }: Opened): Promise<Tmux> {
  const cwd = home ?? (await house.makeHome());
  const command = [process.execPath, entry, 'chat', ...args];
  return openTmux({ command, cwd, env: { ...(await house.settings(script, cwd)), ...env } });
}
