import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ScriptStep } from '../../src/assistant/providers/scripted.ts';
import type { ProposalList } from '../../src/contract/agents/proposal.ts';
import { runSigec } from '../../src/doors/terminal/run.ts';
import { asks, ChatHouse, keptConversation, look, reset, table, through } from '../support/chat-house.ts';
import { recordedTerminal } from '../support/terminal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let house: ChatHouse;
beforeAll(async () => {
  house = await ChatHouse.open();
});
afterAll(() => house[Symbol.asyncDispose]());

test('what is typed after a slash costs no answer', async () => {
  const home = await house.makeHome();
  const file = join(home, 'talk.md');
  const typed = [
    ...[
      'which stations are there?',
      '/servers',
      '/servers sigec',
      '/servers nobody',
      '/tools reset',
      '/tools list_charge_points',
      '/resources',
      '/prompts',
    ],
    ...['/model', '/model nonsense/x', '/model interpreter', '/approvals', '/approvals forget a', '/details 9'],
    ...[`/export ${file}`, `/export ${file}`, '/conversations', '/usage', '/nonsense', '/station show CP-7', '/serve'],
    ...['/clear', '/usage', '/resume', '/resume zzz', '/help', '/quit', 'never asked'],
  ];
  const away = `http://127.0.0.1:${await closedPort()}/mcp`;
  const env = {
    ...(await house.settings([look, table], home)),
    MCP_SERVERS: `HTTP,${house.sigec.addresses.mcp}\nHTTP,${away}\nFTP,x`,
  };
  const terminal = recordedTerminal({ env, typed, screen: { columns: 120, rows: 40 } });
  expect(await runSigec(['chat'], terminal)).toBe(0);
  const { out, err } = terminal.shown;
  for (const line of [
    /sigec +connected +\d+ +http/,
    /sigec is connected \(\d+ tools\)\./,
    /list_charge_points {2}sigec {2}reads/,
    /car-pal/,
    /Answered by scripted\./,
    /From now on answered by interpreter/,
    /Nothing was allowed beyond single calls\./,
    /Written to .*talk\.md\./,
    /which stations are there\?/,
    /Whole conversation: [\d,]+ tokens read/,
    /Whole conversation: 0 tokens read/,
    /A new conversation\./,
    /Going on with "which stations are there\?"/,
    /\/help +this list/,
  ])
    expect(out).toMatch(line);
  for (const line of [
    /Line 3 of MCP_SERVERS is left out/,
    /is away: Nothing answers at http:.*\/mcp\. It is tried again\./,
    /The script nonsense\/x cannot be used|nonsense\/x/,
    /Write \/approvals forget SERVER TOOL\./,
    /The last answer has calls 1 to 1\./,
    /talk\.md/,
    /There is no \/nonsense\./,
    /There is no \/serve\./,
    /There is no conversation zzz\./,
    /There is no server nobody\./,
  ])
    expect(err).toMatch(line);
  expect(out).toMatch(/Serial number/);
  const exported = await readFile(file, 'utf8');
  expect(exported).toContain('## Person\n\nwhich stations are there?');
  expect(exported).toContain('| CP-7 | online |');
  expect(out + err).not.toContain('never asked');
});

test('the exit code of ask says how it ended, and nothing is coloured or redrawn for a program', async () => {
  const answered = await ask([look, table], 'which stations are there?');
  expect(answered).toMatchObject({ exitCode: 0, out: expect.stringContaining('| CP-7 | online |') as string });
  expect(answered.out + answered.err).not.toContain('\u001b');
  expect(answered.err).toMatch(/⏵ 1 list_charge_points/);

  const waiting = await ask([reset, asks], 'restart CP-7');
  expect(waiting.exitCode).toBe(7);
  expect(waiting.err).toMatch(/sigec proposal approve [\w-]{36} --apply/);

  const failing = await ask([{ problem: { code: 'other', message: 'The script is tired.' } }], 'hello');
  expect(failing).toMatchObject({ exitCode: 1, err: expect.stringContaining('The script is tired.') as string });

  const asJson = await ask([look, table, reset, asks], 'which?', '--json');
  expect(asJson.exitCode).toBe(0);
  expect(JSON.parse(asJson.out)).toMatchObject({
    ending: { reason: 'done' },
    calls: [{ name: 'list_charge_points', isError: false }],
    proposals: [],
  });
  expect((await ask([], '', '')).exitCode).toBe(2);
});

test('a key that may approves in the window of its agent, while the call runs', async () => {
  const before = await house.resets();
  const own = await house.makeKey({ kind: 'person', role: 'operator', name: 'Rui', approvesByElicitation: true });
  const env = await house.settings([reset, asks, reset, asks]);
  const typed = ['restart it', 'n', 'restart it', 'y', '/quit'];
  const terminal = recordedTerminal({
    env: { ...env, MCP_KEY: own, SIGEC_KEY: own },
    typed,
    screen: { columns: 120, rows: 40 },
  });
  expect(await runSigec(['chat'], terminal)).toBe(0);
  expect(terminal.shown.err).toMatch(/sigec asks:[^]*Restart a charge point \(reset_charge_point\)/);
  expect(await house.resets()).toBe(before + 1);
  const { proposals } = await house.sigec.api.get<ProposalList>('/api/proposals?limit=2');
  expect(proposals).toMatchObject([
    { state: 'applied', decidedVia: 'elicitation' },
    { state: 'denied', decidedVia: 'elicitation' },
  ]);
});

test('what many stations hang upon is decided outside the conversation', async () => {
  const text = '{ id: chat-day, currency: BRL, perKwh: "1.90" }';
  const { err } = await talk([through('set_tariff', { text }), asks], ['set the price', '/quit']);
  expect(err).toMatch(
    /\(R3\), so it is decided outside the conversation\. Decide in the console, or with: sigec proposal/,
  );
  expect(err).not.toContain('Approve and carry out?');
  const { proposals } = await house.sigec.api.get<ProposalList>('/api/proposals?limit=1');
  expect(proposals).toMatchObject([{ tool: 'set_tariff', state: 'proposed' }]);
});

test('a harmless command is asked about, once or for the conversation, and not made when it is denied', async () => {
  const report = through('request_charge_point_report', { charge_point_id: 'CP-7', report: 'heartbeat' });
  const { out, err } = await talk(
    [report, asks, report, asks],
    ['first', 'n', 'second', 'd', 's', '/approvals', '/quit'],
  );
  expect(err.match(/It changes something\./g)).toHaveLength(2);
  expect(err).toContain('"charge_point_id": "CP-7"');
  expect(out).toContain('sigec/request_charge_point_report  in this conversation');
  expect(out.match(/⏵ 1 /g)).toHaveLength(1);
});

test('one key is enough: the assistant proposes under a name of its own, and its person approves', async () => {
  const before = await house.resets();
  const env = { ...(await house.settings([reset, asks])), MCP_KEY: '' };
  const terminal = recordedTerminal({ env, typed: ['restart it', 'y', '/quit'], screen: { columns: 120, rows: 40 } });
  expect(await runSigec(['chat'], terminal)).toBe(0);
  expect(await house.resets()).toBe(before + 1);
  const { proposals } = await house.sigec.api.get<ProposalList>('/api/proposals?limit=1');
  expect(proposals).toMatchObject([
    { state: 'applied', proposedByName: expect.stringMatching(/^Assistant of /) as string },
  ]);
});

test('the key that proposed does not approve, and the chat says what to do instead', async () => {
  const before = await house.resets();
  const settings = await house.settings([reset, asks]);
  const env = { ...settings, MCP_KEY: settings['SIGEC_KEY'] ?? '' };
  const terminal = recordedTerminal({ env, typed: ['restart it', '/quit'], screen: { columns: 120, rows: 40 } });
  expect(await runSigec(['chat'], terminal)).toBe(0);
  expect(terminal.shown.err).toContain('The same key that proposed it cannot approve it.');
  expect(await house.resets()).toBe(before);
});

test('reading only: what changes something is not there to be called', async () => {
  const before = (await house.sigec.api.get<ProposalList>('/api/proposals?limit=1')).proposals[0]?.id;
  const { out, exitCode } = await ask([reset, asks], 'restart CP-7', '--read-only', '--json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ proposals: [] });
  expect((await house.sigec.api.get<ProposalList>('/api/proposals?limit=1')).proposals[0]?.id).toBe(before);
});

test('a system that is away is told, and no question is lost on it', async () => {
  const away = `http://127.0.0.1:${await closedPort()}`;
  const { exitCode, err } = await ask([look], 'hello', '--url', away, '--mcp-servers', `HTTP,${away}/mcp`);
  expect(exitCode).toBe(1);
  expect(err).toContain(`Nothing answers at ${away}/mcp. It is tried again.`);
});

test('conversations are kept for nobody else to read', async () => {
  const home = await house.makeHome();
  await ask([look, table], 'which stations are there?', '--data-dir', home);
  expect(await keptConversation(home)).toMatchObject({ title: 'which stations are there?' });
  const places = ['agent', 'agent/conversations'].map((place) => join(home, place));
  const modes = await Promise.all(places.map(async (place) => (await stat(place)).mode & 0o777));
  expect(modes).toEqual([0o700, 0o700]);
});

/** `sigec chat` with a person who types these lines. */
async function talk(script: ScriptStep[], typed: string[]): Promise<{ out: string; err: string }> {
  const env = await house.settings(script);
  const terminal = recordedTerminal({ env, typed, screen: { columns: 120, rows: 40 } });
  expect(await runSigec(['chat'], terminal)).toBe(0);
  return terminal.shown;
}

/** `sigec ask`, where a program reads along. */
async function ask(script: ScriptStep[], question: string, ...args: string[]) {
  const terminal = recordedTerminal({ env: await house.settings(script) });
  const exitCode = await runSigec(['ask', question, ...args.filter((word) => word !== '')], terminal);
  return { exitCode, ...terminal.shown };
}

/** Was given by the system a moment ago, so nobody else has it. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
