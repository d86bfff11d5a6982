import { expect, test } from 'vitest';
import type { CreatedKey, NewKey } from '../../src/contract/agents/principal.ts';
import type { Proposal, ProposalList } from '../../src/contract/agents/proposal.ts';
import type { RuleRun, StoredRule } from '../../src/contract/automation/rule.ts';
import type { DeviceTool } from '../../src/contract/devices/device.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import { type Light, lightBoard } from '../../src/simulator/devices/boards/light.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { type ActivatedDevice, activate, detailOf, patience } from '../support/activated-device.ts';
import { type ConnectedClient, connect, eras } from '../support/mcp-client.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import { enterToken } from '../support/tokens.ts';

const lightId = 'aa:bb:cc:00:00:02';
const setRgb = 'self.light.set_rgb';
const green = { isOn: true, r: 0, g: 255, b: 0 };

test.each(eras)(
  'MCP %s: a script finds the light at connector 2 and turns it green when the session there has ended',
  async (_era, options) => {
    await using at = await bayWithLight();
    await at.accept(setRgb);
    await using client = await connect(at.sigec.addresses.mcp, options, await at.key({ kind: 'agent' }));
    const script = greenWhenEnded(client, { charge_point_id: 'CP-1', connector_id: 2 });
    await expect.poll(() => script.looks, patience).toBeGreaterThan(0);
    expect(at.light.isOn).toBe(false);
    at.endSession();
    expect(await script.done).toMatchObject({ outcome: 'done', is_done: true, device_says: 'true' });
    expect(at.light).toEqual(green);
  },
  60_000,
);

test.each(eras)(
  'MCP %s: where a person raised its tier, the light turns green once another person has approved, and not before',
  async (_era, options) => {
    await using at = await bayWithLight();
    await at.accept(setRgb, 'R2');
    await using client = await connect(at.sigec.addresses.mcp, options, await at.key({ kind: 'agent' }));
    at.endSession();
    const script = greenWhenEnded(client, { charge_point_id: 'CP-1', connector_id: 2 });
    const waiting = async () => (await at.proposals()).find(({ state }) => state === 'proposed');
    await expect.poll(waiting, patience).toBeDefined();
    expect(await waiting()).toMatchObject({
      targets: [`device:${lightId}`],
      effect: `The device Bay 2 carries out its tool ${setRgb} with the arguments given.`,
      details: { arguments: { r: 0, g: 255, b: 0 }, place: { charge_point_id: 'CP-1', evse_id: 2 } },
    });
    expect(at.light.isOn).toBe(false);
    await at.approve((await waiting())?.id ?? '');
    expect(await script.done).toMatchObject({ is_done: true });
    expect(at.light).toEqual(green);
    expect((await at.proposals()).map(({ state }) => state)).toEqual(['applied']);
  },
  60_000,
);

test('a rule turns the light red when the session there has ended, once a person approved it', async () => {
  await using at = await bayWithLight();
  await at.accept(setRgb);
  const red = { device: 'Bay 2', tool: setRgb, arguments: { r: 255, g: 0, b: 0 } };
  const rule = await at.sigec.api.post<StoredRule>('/api/rules', {
    name: 'Red when it ends',
    when: { on: 'event', kind: 'session-event' },
    if: [{ of: 'event', field: 'type', value: 'ended' }],
    actions: [{ do: 'tool', tool: 'call_device_tool', arguments: red }],
  });
  expect(rule.state).toBe('waiting');
  await at.sigec.api.post(`/api/rules/${rule.id}/approve`, { hash: rule.hash });
  at.endSession();
  await expect.poll(() => at.light, patience).toEqual({ isOn: true, r: 255, g: 0, b: 0 });
}, 60_000);

test('a notification of a device triggers a rule, which acts at the station where the device stands', async () => {
  await using at = await bayWithLight();
  const rule = await at.sigec.api.post<StoredRule>('/api/rules', {
    name: 'Button at the bay',
    when: { on: 'device', deviceId: lightId, method: 'notifications/button_pressed' },
    actions: [{ do: 'command', name: 'unlock', input: { evseId: '{evse}', connectorId: '{connector}' } }],
  });
  await at.sigec.api.post(`/api/rules/${rule.id}/approve`, { hash: rule.hash });
  const ran = async () => (await at.sigec.api.get<{ runs: RuleRun[] }>(`/api/rules/${rule.id}/runs`)).runs;
  at.device.notify('notifications/something_else', {});
  at.device.notify('notifications/button_pressed', {});
  // The car still charges there: the precondition is looked at where the device stands.
  await expect.poll(async () => (await ran())[0]?.state, patience).toBe('stopped');
  expect(await ran()).toMatchObject([{ stationId: 'CP-1', reason: 'charging', actions: [{ what: 'command:unlock' }] }]);
}, 60_000);

test('what nobody has accepted, and what the firmware hides but would run, an agent does not reach', async () => {
  await using at = await bayWithLight();
  await using client = await connect(at.sigec.addresses.mcp, {}, await at.key({ kind: 'agent' }));
  await tell(client, 'raise_level', { pack: 'devices', level: 'operate' });
  const call = async (tool: string, given: object = {}) => {
    const asked = { device: 'Bay 2', tool, arguments: given };
    const answer = (await client.callTool({ name: 'call_device_tool', arguments: asked })) as Told;
    return answer.isError === true ? (answer.content?.[0]?.text ?? '') : answer.structuredContent;
  };
  expect(await call(setRgb, { r: 0, g: 255, b: 0 })).toMatch(/^No person has accepted this tool yet/);
  expect(await call('self.reboot')).toMatch(/^No person has accepted this tool yet/);
  await expect(at.accept('self.reboot', 'R1')).rejects.toThrow(/4\d\d/); // it cannot be made harmless
  await at.accept('self.reboot');
  expect(await call('self.reboot')).toMatchObject({ data: { status: 'proposed' } });
  await at.accept('self.upgrade_firmware');
  const upgrade = (url: string) => call('self.upgrade_firmware', { url });
  expect(await upgrade('http://169.254.169.254/fw.bin')).toMatch(/^url leads into a private network/);
  expect(at.light.isOn).toBe(false);
});

type Where = { charge_point_id: string; connector_id: number };
type Told = { isError?: boolean; content?: { text: string }[]; structuredContent?: Record<string, unknown> };

/** What an integrator would write: nothing but MCP, and no knowledge of ours beyond the tools' own descriptions. */
function greenWhenEnded(client: ConnectedClient, where: Where): { looks: number; done: Promise<unknown> } {
  const script = { looks: 0, done: Promise.resolve<unknown>(undefined) };
  async function play(): Promise<unknown> {
    if (client.getNegotiatedProtocolVersion() !== '2026-07-28')
      await tell(client, 'raise_level', { pack: 'devices', level: 'operate' });
    const { devices } = await tell(client, 'list_devices', where);
    const [device] = devices as { device_id: string }[];
    const { tools } = await tell(client, 'list_device_tools', { device: device?.device_id });
    const light = (tools as { tool: string; input_schema?: { properties: object } }[]).find(
      ({ input_schema }) =>
        input_schema !== undefined && ['r', 'g', 'b'].every((name) => name in input_schema.properties),
    );
    const running = async () => {
      const { sessions } = await tell(client, 'list_sessions', {
        charge_point_id: where.charge_point_id,
        state: 'running',
      });
      script.looks += 1;
      return (sessions as { evse_id?: number }[]).some(({ evse_id }) => evse_id === where.connector_id);
    };
    await expect.poll(running, patience).toBe(false);
    const asked = { device: device?.device_id, tool: light?.tool, arguments: { r: 0, g: 255, b: 0 } };
    const { data } = (await tell(client, 'call_device_tool', asked)) as { data: Record<string, unknown> };
    if (data['status'] !== 'proposed') return data;
    const proposal_id = data['proposal_id'];
    await expect
      .poll(async () => (await tell(client, 'get_proposal', { proposal_id }))['state'], patience)
      .toBe('approved');
    return (await tell(client, 'apply_proposal', { proposal_id }))['result'];
  }
  script.done = play();
  script.done.catch(() => undefined); // whoever awaits it hears of it
  return script;
}

async function tell(client: ConnectedClient, name: string, given: object): Promise<Record<string, unknown>> {
  const answer = (await client.callTool({ name, arguments: { ...given } })) as Told;
  if (answer.isError === true) throw new Error(`${name}: ${answer.content?.[0]?.text}`);
  return answer.structuredContent ?? {};
}

type Bay = AsyncDisposable & {
  device: ActivatedDevice;
  sigec: TestSigec;
  light: Light;
  endSession(): void;
  /** A person looks at a tool and says yes to it. */
  accept(tool: string, tier?: DeviceTool['tier']): Promise<void>;
  key(wanted: Pick<NewKey, 'kind'>): Promise<string>;
  proposals(): Promise<Proposal[]>;
  approve(id: string): Promise<void>;
};

/** A station with two connectors, a session at the second, and a light that stands there. */
async function bayWithLight(): Promise<Bay> {
  await using opened = new AsyncDisposableStack();
  const sigec = opened.use(await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' }));
  await enterToken(sigec, 'CARD-1');
  const url = sigec.addresses.ocpp.slice(0, -1);
  const station = new SimulatedStation({ id: 'CP-1', version: '2.0.1', url, statusEverySeconds: 0, secondMs: 50 });
  opened.defer(() => station.stop());
  station.start();
  await expect.poll(() => station.state, patience).toBe('accepted');
  station.sessions.start({ evseId: 2, token: 'CARD-1' });
  const running = () => sigec.api.get<SessionPage>('/api/sessions?stationId=CP-1&state=running');
  await expect.poll(async () => (await running()).sessions.length, patience).toBe(1);

  const { light, ...board } = lightBoard();
  const device = opened.use(await activate(sigec, { id: lightId, board, transport: 'mqtt', name: 'Bay 2' }));
  await sigec.api.post('/api/sites', { id: 'praia', name: 'Praia', timeZone: 'UTC', currency: 'EUR' });
  await sigec.api.put('/api/sites/praia/stations/CP-1', {});
  const place = { siteId: 'praia', stationId: 'CP-1', evseId: 2, connectorId: 1 };
  await sigec.api.put(`/api/devices/${lightId}/place`, place);

  const key = async (wanted: Pick<NewKey, 'kind'>) =>
    (await sigec.api.post<CreatedKey>('/api/keys', { role: 'operator', name: wanted.kind, ...wanted })).secret;
  const person = await key({ kind: 'person' });
  const all = opened.move();
  return {
    sigec,
    light,
    device,
    key,
    endSession() {
      const session = station.sessions.running(2);
      if (session !== undefined) station.sessions.stop(session, 'EVDisconnected');
    },
    async accept(name, tier) {
      const tool = (await detailOf(sigec, lightId)).tools.find((each) => each.name === name);
      const judgement = { verdict: 'accept', hash: tool?.hash, ...(tier && { tier }) };
      await sigec.api.post(`/api/devices/${lightId}/tools/${name}/judge`, judgement);
      const address = `${new URL(sigec.addresses.mcp).origin}/mcp/tools?pack=devices`;
      const offered = async () => {
        const answer = await fetch(address, { headers: { authorization: `Bearer ${adminKey}` } });
        return ((await answer.json()) as { tools: { name: string }[] }).tools.map((each) => each.name);
      };
      await expect.poll(offered, patience).toContain(tool?.toolName);
    },
    proposals: async () => (await sigec.api.get<ProposalList>('/api/proposals')).proposals,
    async approve(id) {
      const response = await fetch(`${sigec.addresses.api}/api/proposals/${id}/approve`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person}`, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(response.status).toBe(200);
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
