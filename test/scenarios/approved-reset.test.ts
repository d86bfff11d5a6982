import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { asError } from '../../src/base/errors.ts';
import type { AuditPage } from '../../src/contract/agents/audit.ts';
import type { CreatedKey, NewKey } from '../../src/contract/agents/principal.ts';
import type { Proposal } from '../../src/contract/agents/proposal.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import type { MessageList } from '../../src/contract/stations/message.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { textOf } from '../support/mcp-client.ts';
import { type ProposingAgent, proposingAgent } from '../support/proposing-agent.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { runSigecProcess } from '../support/sigec-process.ts';
import { enterToken } from '../support/tokens.ts';
import { asker } from '../support/tools-view.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // terminal commands are processes of their own

let sigec: TestSigec;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigec-approved-'));
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await enterToken(sigec, 'CARD-1');
});
afterAll(async () => {
  await sigec[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const versions = ['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[];

test.each(versions)(
  'OCPP %s: proposed, not by its own hand approved, approved, carried out, verified',
  async (version) => {
    await using at = await chargingStation(`CP-${version}`, version);
    await using agent = await proposingAgent(sigec);

    const asked = await agent.proposeReset(at.station.id);
    expect(asked).toMatchObject({ status: 'proposed', targets: [`station:${at.station.id}`] });
    expect(asked.effect).toBe(
      'Restarts the whole charge point at once and ends the one session that is running there.',
    );
    expect(asked.details).toMatchObject({ running_sessions: [{ session_id: at.sessionId }] });
    const id = asked.proposal_id;

    for (const way of waysToApproveOneself(agent, id)) await mustBeRefused(id, way);
    expect(await at.resets()).toEqual([]);

    const ana = await makeKey({ kind: 'person', role: 'operator', name: 'Ana' });
    const approved = await terminal(ana.secret, 'proposal', 'approve', id, '--yes');
    expect(approved).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^Approved\./) as string });
    expect(await proposalOf(id)).toMatchObject({ state: 'approved', decidedByName: 'Ana', decidedVia: 'terminal' });
    await using thief = await proposingAgent(sigec);
    expect(await thief.apply(id)).toMatchObject({ isError: true }); // what was approved is not anybody's
    expect(await at.resets()).toEqual([]);

    const done = await agent.apply(id);
    expect(textOf(done)).toContain('it has booted again since');
    expect(done.structuredContent).toMatchObject({
      status: 'done',
      result: { outcome: 'accepted', is_done: true, verified_by: { event_kind: 'station-booted' } },
    });
    expect(await at.resets()).toMatchObject([{ type: version === '1.6' ? 'Hard' : 'Immediate' }]);
    expect(at.boots).toBe(2);
    await expect.poll(() => at.runningSession()).toBeUndefined(); // it was cut, as the proposal said

    expect(await agent.apply(id)).toMatchObject({ isError: true });
    expect(await at.resets()).toHaveLength(1);
    expect(await proposalOf(id)).toMatchObject({ state: 'applied', result: { data: { is_done: true } } });

    const trail = await auditOf(id);
    const deed = ({ action, outcome, principal }: AuditPage['entries'][number]) => [action, outcome, principal];
    const steps = trail.filter(({ action, outcome }) => action.startsWith('proposal:') && outcome === 'done');
    expect(steps.map(deed)).toEqual([
      ['proposal:approve', 'done', ana.key.id],
      ['proposal:apply', 'done', agent.keyId],
      ['proposal:end', 'done', agent.keyId],
    ]);
    for (const action of ['POST /api/proposals/:id/approve', 'POST /api/proposals/:id/apply', 'proposal:apply'])
      expect(trail.map(deed)).toContainEqual([action, 'refused', agent.keyId]);
    expect(trail.map(deed)).toContainEqual(['proposal:apply', 'refused', thief.keyId]);
    const [made] = (await entries(`principal=${agent.keyId}&action=tool:reset_charge_point`)).filter(
      ({ details }) => details['proposalId'] === id,
    );
    expect(made).toMatchObject({ outcome: 'done', subject: at.station.id, door: 'mcp' });
    const verified = await terminal('', 'audit', 'verify');
    expect(verified).toMatchObject({ exitCode: 0, out: expect.stringContaining('whole') as string });
  },
);

const changes: [what: string, change: (at: ChargingStation) => Promise<void>][] = [
  ['the session ends', (at) => at.end()],
  [
    'another begins',
    async (at) => {
      await at.end();
      await at.begin();
    },
  ],
];

test.each(versions.flatMap((version) => changes.map(([what, change]) => ({ version, what, change }))))(
  'OCPP $version: when $what between approval and execution, nothing goes to the station',
  async ({ version, what, change }) => {
    await using at = await chargingStation(`CP-${version}-${what.split(' ').at(-1)}`, version);
    await using agent = await proposingAgent(sigec);
    const { proposal_id: id } = await agent.proposeReset(at.station.id);
    const ana = await makeKey({ kind: 'person', role: 'operator', name: 'Ana' });
    expect((await terminal(ana.secret, 'proposal', 'approve', id, '--yes')).exitCode).toBe(0);
    await change(at);
    const stopped = await agent.apply(id);
    expect(stopped).toMatchObject({ isError: true });
    expect(textOf(stopped)).toContain('this has changed: running_sessions');
    expect(await proposalOf(id)).toMatchObject({ state: 'stale', result: null });
    expect(await agent.apply(id)).toMatchObject({ isError: true });
    expect(await at.resets()).toEqual([]);
    expect(at.boots).toBe(1);
    expect(await auditOf(id)).toContainEqual(expect.objectContaining({ action: 'proposal:end', outcome: 'failed' }));
  },
);

test('a person who asked through an agent cannot approve it with the same key; another person can, and carries it out', async () => {
  await using at = await chargingStation('CP-PERSON', '2.0.1');
  await using ana = await proposingAgent(sigec, { kind: 'person', name: 'Ana' });
  const { proposal_id: id } = await ana.proposeReset(at.station.id);
  const ways = waysToApproveOneself(ana, id).filter(({ door }) => door !== signingIn); // a person may sign in
  for (const way of ways) await mustBeRefused(id, way);
  const own = await auditOf(id);
  expect(own).toContainEqual(
    expect.objectContaining({ action: 'proposal:approve', outcome: 'refused', principal: ana.keyId, door: 'terminal' }),
  );
  const bruno = await makeKey({ kind: 'person', role: 'operator', name: 'Bruno' });
  const carriedOut = await terminal(bruno.secret, 'proposal', 'approve', id, '--apply', '--yes');
  expect(carriedOut.exitCode).toBe(0);
  expect(carriedOut.out).toMatch(/^carried out\n\nOutcome\n {2}The charge point restarted/);
  expect(carriedOut.out).toMatch(/Seen since: station booted/);
  expect(await at.resets()).toHaveLength(1);
});

type Way = { door: string; attempt: () => Promise<string>; refusal: RegExp };
const signingIn = 'signing in to the console';
const notApproved = /nobody has approved it yet/;

/** Every door there is, with the key that proposed. */
function waysToApproveOneself({ client, secret }: ProposingAgent, id: string): Way[] {
  const rest = asker(sigec.addresses.api, secret);
  const view = asker(sigec.addresses.mcp, secret);
  const told = async (asked: ReturnType<typeof rest>) => {
    const { status, body } = await asked;
    return `${status} ${JSON.stringify(body)}`;
  };
  const mcp = async (name: string, given: Record<string, unknown>) => {
    const answer = await client.callTool({ name, arguments: given }).catch(asError);
    if (answer instanceof Error) return answer.message;
    return answer.isError === true ? textOf(answer) : `${name} was answered`;
  };
  const cli = async (...args: string[]) => {
    const { exitCode, err } = await terminal(secret, 'proposal', ...args);
    return `exit ${exitCode}: ${err}`;
  };
  const approve = `/api/proposals/${id}/approve`;
  const apply = { name: 'apply_proposal', arguments: { proposal_id: id } };
  const nothing = { name: 'approve_proposal', arguments: { proposal_id: id } };
  return [
    { door: 'REST', attempt: () => told(rest('POST', approve, {})), refusal: /^403 / },
    { door: 'REST, both at once', attempt: () => told(rest('POST', approve, { apply: true })), refusal: /^403 / },
    { door: 'REST, carry out', attempt: () => told(rest('POST', `/api/proposals/${id}/apply`)), refusal: /^40[39] / },
    { door: signingIn, attempt: () => told(rest('POST', '/api/sign-in', { key: secret })), refusal: /^403 / },
    { door: 'MCP', attempt: () => mcp(nothing.name, nothing.arguments), refusal: /no tool named approve_proposal/ },
    { door: 'MCP, call_tool', attempt: () => mcp('call_tool', nothing), refusal: /no tool named approve_proposal/ },
    { door: 'MCP, carry out', attempt: () => mcp(apply.name, apply.arguments), refusal: notApproved },
    { door: 'MCP, carry out by call_tool', attempt: () => mcp('call_tool', apply), refusal: notApproved },
    {
      door: 'REST view of the tools',
      attempt: () => told(view('POST', '/mcp/tools/apply_proposal/call', { arguments: apply.arguments })),
      refusal: /^409 .*nobody has approved it yet/,
    },
    { door: 'terminal', attempt: () => cli('approve', id, '--yes'), refusal: /^exit 3: / },
    { door: 'terminal, both at once', attempt: () => cli('approve', id, '--yes', '--apply'), refusal: /^exit 3: / },
  ];
}

async function mustBeRefused(id: string, { door, attempt, refusal }: Way): Promise<void> {
  const told = await attempt();
  const { state } = await proposalOf(id);
  expect({ door, told, state }).toEqual({ door, told: expect.stringMatching(refusal) as string, state: 'proposed' });
}

function makeKey(wanted: Partial<NewKey>): Promise<CreatedKey> {
  return sigec.api.post<CreatedKey>('/api/keys', wanted);
}

function proposalOf(id: string): Promise<Proposal> {
  return sigec.api.get<Proposal>(`/api/proposals/${id}`);
}

async function entries(query: string): Promise<AuditPage['entries']> {
  return (await sigec.api.get<AuditPage>(`/api/audit?limit=1000&${query}`)).entries;
}

/** Oldest first. */
async function auditOf(proposalId: string): Promise<AuditPage['entries']> {
  return (await entries('')).filter(({ subject }) => subject === proposalId).toReversed();
}

/** The command as a process of its own. */
function terminal(key: string, ...args: string[]) {
  const env = {
    SIGEC_URL: sigec.addresses.api,
    DATABASE_URL: sigec.databaseUrl,
    ...(key !== '' && { SIGEC_KEY: key }),
  };
  return runSigecProcess(args, { cwd: folder, env });
}

type ChargingStation = AsyncDisposable & {
  station: SimulatedStation;
  sessionId: string;
  /** How often it has booted. */
  readonly boots: number;
  begin(): Promise<string>;
  end(): Promise<void>;
  runningSession(): Promise<string | undefined>;
  /** The payloads of the Resets that went over the wire. */
  resets(): Promise<object[]>;
};

/** A simulated station where a vehicle charges. */
async function chargingStation(id: string, version: OcppVersion): Promise<ChargingStation> {
  let boots = 0;
  const station = new SimulatedStation({
    id,
    version,
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    secondMs: 50,
    onEvent: (event) => {
      if (event.kind === 'exchanged' && event.exchange.action === 'BootNotification') boots += 1;
    },
  });
  station.start();
  await expect.poll(() => station.state, { timeout: 10_000 }).toBe('accepted');
  const runningSession = async () =>
    (await sigec.api.get<SessionPage>(`/api/sessions?stationId=${id}&state=running`)).sessions[0]?.id;
  const begin = async () => {
    station.sessions.start({ evseId: 1, token: 'CARD-1' });
    await expect.poll(runningSession, { timeout: 10_000 }).toBeDefined();
    return (await runningSession()) ?? '';
  };
  return {
    station,
    sessionId: await begin(),
    get boots() {
      return boots;
    },
    begin,
    async end() {
      const session = station.sessions.running(1);
      if (session !== undefined) station.sessions.stop(session, 'EVDisconnected');
      await expect.poll(runningSession, { timeout: 10_000 }).toBeUndefined();
    },
    runningSession,
    async resets() {
      const { messages } = await sigec.api.get<MessageList>(`/api/stations/${id}/messages?action=Reset&caller=system`);
      return messages.map(({ request }) => (JSON.parse(request) as [number, string, string, object])[3]);
    },
    [Symbol.asyncDispose]: () => station.stop(),
  };
}
