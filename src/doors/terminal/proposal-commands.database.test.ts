import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditPage } from '#contract/agents/audit.ts';
import { proposal, proposalList } from '#contract/agents/proposal.ts';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';
import { type Lamp, lampPack } from '../../../test/support/lamp-pack.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { runSigec } from './run.ts';

let door: RestDoor;
let lamp: Lamp;
let agent: string;
let person: string;

beforeAll(async () => {
  door = await openRestDoor();
  const made = lampPack();
  lamp = made.lamp;
  door.registry.addPack(made.pack);
  agent = await door.key({ kind: 'agent', name: 'Scout' });
  person = await door.key({ kind: 'person', role: 'administrator', name: 'Ana' });
});
afterAll(() => door[Symbol.asyncDispose]());

async function propose(note = 'please'): Promise<string> {
  const principal = (await door.principals.authenticate(agent)) ?? null;
  const context = { actor: { principal, door: 'mcp' as const }, signal: AbortSignal.timeout(10_000) };
  return String((await door.registry.execute('switch_lamp', { note }, context)).data['proposal_id']);
}

async function sigecWith(given: Parameters<typeof recordedTerminal>[0], ...args: string[]) {
  const language = args.includes('pt-BR') ? 'pt-BR' : 'en';
  const terminal = recordedTerminal({
    server: door,
    env: { SIGEC_URL: 'http://127.0.0.1', SIGEC_KEY: person },
    language,
    ...given,
  });
  const exitCode = await runSigec(args, terminal);
  return { exitCode, ...terminal.shown };
}
const sigec = (...args: string[]) => sigecWith({}, ...args);

test('what waits is listed and shown with all that a person has to know', async () => {
  const id = await propose('\u001b[31mred\u202e');
  const listed = await sigec('proposal', 'list', '--state', 'proposed');
  expect(listed.out).toMatch(
    new RegExp(`${id} +waits for a person +station:LAMP-1 +Switch the lamp: Switches .*Scout`),
  );
  expect(listed.err).toMatch(/^Waiting for a person: \d+\.$/m);
  expect(proposalList.parse(JSON.parse((await sigec('proposal', 'list', '--json')).out)).waiting).toBeGreaterThan(0);
  const shown = await sigec('proposal', 'show', id);
  expect(shown.exitCode).toBe(0);
  expect(shown.out).toMatch(/^Switch the lamp\nSwitches the lamp (on|off)\.\n\nState/);
  expect(shown.out).toMatch(/Asked by +Scout \(\w{8}\)\nOn +station:LAMP-1\nTool +switch_lamp \(R2, medium impact/);
  expect(shown.out).toContain('note: red'); // whatever a tool lets through, no escape reaches the screen
  for (const hidden of ['\u001b', '\u202e']) expect(shown.out).not.toContain(hidden);
});

test('it is shown, asked about and approved; a no approves nothing', async () => {
  const id = await propose();
  const refused = await sigecWith({ typed: [''] }, 'proposal', 'approve', id);
  expect(refused).toMatchObject({ exitCode: 1, out: '' });
  expect(refused.err).toMatch(/Switches the lamp (on|off)\.[^]*Approve this\? \[y\/N\] Nothing was approved\./);
  const approved = await sigecWith({ typed: ['y'] }, 'proposal', 'approve', id);
  expect(approved).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^Approved\. /) as string });
  const again = await sigec('proposal', 'approve', id, '--yes');
  expect(again).toMatchObject({ exitCode: 1, err: 'It is approved already; call apply_proposal.\n' });
  const before = lamp.switched;
  const applied = await sigecWith({ typed: ['yes'] }, 'proposal', 'approve', id, '--apply');
  expect(applied.out).toMatch(/^carried out\n\nOutcome\n {2}The lamp was switched\.\n {2}is on: (yes|no)\n$/);
  expect(lamp.switched).toBe(before + 1);
});

test('where nobody can be asked, --yes is asked for; with it all is done in one step', async () => {
  const id = await propose();
  const before = lamp.switched;
  expect(await sigec('proposal', 'approve', id, '--apply')).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('--yes') as string,
  });
  expect(lamp.switched).toBe(before);
  const { exitCode, out } = await sigec('proposal', 'approve', id, '--apply', '--yes', '--json');
  expect(exitCode).toBe(0);
  expect(proposal.parse(JSON.parse(out))).toMatchObject({ state: 'applied', decidedVia: 'terminal' });
  expect(lamp.switched).toBe(before + 1);
});

test('what was exchanged between the look and the yes is not approved', async () => {
  const id = await propose();
  const terminal = recordedTerminal({ server: door, env: { SIGEC_URL: 'http://127.0.0.1', SIGEC_KEY: person } });
  const input = {
    ...terminal.input,
    isInteractive: true,
    async line() {
      await door.database.pool.query(`update proposal set hash = '\\x00' where id = $1`, [id]);
      return 'y';
    },
  };
  expect(await runSigec(['proposal', 'approve', id], { ...terminal, input })).toBe(1);
  expect(terminal.shown.err).toContain('What is stored is not what was proposed.');
});

test('what has changed since is told, with nothing done', async () => {
  const id = await propose();
  lamp.isOn = !lamp.isOn;
  const { exitCode, out, err } = await sigec('proposal', 'approve', id, '--apply', '--yes');
  expect(exitCode).toBe(1);
  expect(err).toContain('Switches the lamp'); // what it says yes to is shown all the same
  expect(out).toMatch(/^overtaken: Nothing was done: since it was approved this has changed: is_on\./);
});

test('it is denied with a reason, in the language of the reader', async () => {
  const id = await propose();
  const denied = await sigec('proposal', 'deny', id, '--why', 'agora não', '--lang', 'pt-BR');
  expect(denied).toMatchObject({ exitCode: 0, out: 'Negada.\n' });
  const shown = await sigec('proposal', 'show', id, '--lang', 'pt-BR');
  expect(shown.out).toMatch(/Situação +negada\n[^]*Por quê +agora não/);
  expect(shown.out).toMatch(/Decidida +.*por Ana, no terminal/);
  const late = await sigec('proposal', 'approve', id, '--yes', '--lang', 'pt-BR');
  expect(late).toMatchObject({ exitCode: 1, err: 'Uma pessoa a negou.\n' });
});

test("an agent's key decides nothing here", async () => {
  const id = await propose();
  for (const verb of [
    ['approve', id, '--yes'],
    ['approve', id, '--yes', '--apply'],
    ['deny', id],
  ]) {
    const { exitCode, err } = await sigec('proposal', ...verb, '--key', agent);
    expect([exitCode, err]).toEqual([3, expect.stringContaining('A key of kind agent changes nothing here')]);
  }
  expect((await sigec('proposal', 'show', id, '--key', agent)).exitCode).toBe(0); // it may see its own
});

test('a person sees the ending of an id, and it is enough to decide with', async () => {
  const id = await propose();
  const screen = { columns: 110, rows: 40 };
  const ending = id.slice(-8);
  const listed = await sigecWith({ screen }, 'proposal', 'list', '--state', 'proposed');
  expect(listed.out).toContain(`${ending}  waits for a person`);
  expect(listed.out).not.toContain(id);
  expect((await sigec('proposal', 'show', ending)).out).toMatch(/^Switch the lamp\n/);
  expect((await sigec('proposal', 'show', '00dead')).err).toMatch(
    /^No id begins or ends with "00dead"; the newest \d+ were/,
  );
  expect(await sigec('proposal', 'deny', ending)).toMatchObject({ exitCode: 0, out: 'Denied.\n' });
  const newest = await propose();
  const approved = await sigec('proposal', 'approve', newest.slice(-6), '--yes', '--json');
  expect(proposal.parse(JSON.parse(approved.out))).toMatchObject({ id: newest, state: 'approved' });
});

test('an id that nobody has is told', async () => {
  expect((await sigec('proposal', 'show', '0199a0a0-0000-7000-8000-000000000000')).exitCode).toBe(4);
  expect((await sigec('proposal', 'approve', 'what')).exitCode).toBe(2);
});

test('the trail is listed with names, filtered, and as JSON', async () => {
  const id = await propose();
  await sigec('proposal', 'approve', id, '--yes', '--key', agent);
  const all = await sigec('audit', 'list', '--action', 'tool:switch', '--limit', '2', '--lang', 'pt-BR');
  expect(all.out).toMatch(/^Hora +Por +Porta +Ação +Sobre +Fim\n.* Scout +mcp +tool:switch_lamp +LAMP-1 +feito\n/);
  expect(all.err).toContain('Só as últimas 2');
  const refused = await sigec('audit', 'list', '--outcome', 'refused', '--json');
  expect(auditPage.parse(JSON.parse(refused.out)).entries[0]).toMatchObject({ subject: id, door: 'terminal' });
  const operator = await door.key({ kind: 'person' });
  expect((await sigec('audit', 'list', '--key', operator)).exitCode).toBe(3);
});

test("only a person's key is made to approve in the window of an agent", async () => {
  const make = (kind: string) =>
    sigec('key', 'create', 'Ana', '--kind', kind, '--role', 'operator', '--approves-by-elicitation', '--json');
  expect(JSON.parse((await make('person')).out)).toMatchObject({ key: { approvesByElicitation: true } });
  expect((await make('agent')).exitCode).toBe(2);
});
