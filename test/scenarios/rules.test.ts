import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NotificationList } from '../../src/contract/automation/notification.ts';
import type { RuleInput, RulePreview, RuleRun, StoredRule } from '../../src/contract/automation/rule.ts';
import { type AnsweringStation, connectAnswering } from '../support/answering-station.ts';
import { proposingAgent } from '../support/proposing-agent.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

// Rules as a person sets, approves and watches them, over the whole product and a station of OCPP 1.6, which cannot wait for a session's end.

const hourMs = 3_600_000;
let ahead = 0;
const clock = { now: () => new Date(Date.now() + ahead) };
let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' }, { clock });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const station = (stationId: string, answers = {}) =>
  connectAnswering(sigec.addresses.ocpp, { stationId, version: '1.6', answers });

async function tell(at: AnsweringStation, status: string, errorCode = 'NoError'): Promise<void> {
  await at.call('StatusNotification', { connectorId: 1, status, errorCode });
}

/** A fault that is over again, so that the next one is news. */
async function fault(at: AnsweringStation, errorCode = 'OtherError'): Promise<void> {
  await tell(at, 'Faulted', errorCode);
  await tell(at, 'Available');
}

const resetOnFault = (stationId: string, changes: Partial<RuleInput> = {}): RuleInput => ({
  name: `Restart ${stationId}`,
  when: { on: 'event', kind: 'connector-status' },
  where: { stationIds: [stationId] },
  if: [{ of: 'event', field: 'status', value: 'faulted' }],
  actions: [{ do: 'command', name: 'reset', input: { when: 'idle' } }],
  ...changes,
});

async function setAndApprove(definition: RuleInput, days = 30): Promise<StoredRule> {
  const set = await sigec.api.post<StoredRule>('/api/rules', definition);
  return sigec.api.post<StoredRule>(`/api/rules/${set.id}/approve`, { hash: set.hash, days });
}

async function runsOf({ id }: Pick<StoredRule, 'id'>): Promise<RuleRun[]> {
  return (await sigec.api.get<{ runs: RuleRun[] }>(`/api/rules/${id}/runs`)).runs;
}

const ended = async (rule: StoredRule, count = 1) => {
  await expect
    .poll(async () => (await runsOf(rule)).filter(({ state }) => state !== 'running').length)
    .toBeGreaterThanOrEqual(count);
  return runsOf(rule);
};

const resets = ({ asked }: AnsweringStation) => asked.filter(({ action }) => action === 'Reset');

test('a rule that was approved restarts an idle station, and its run is in the audit trail', async () => {
  await using at = await station('R-1');
  await tell(at, 'Available');
  const rule = await setAndApprove(resetOnFault('R-1'));
  expect(rule).toMatchObject({ state: 'on', tier: 'R2', approval: { runsPerDay: 20 } });
  await fault(at);
  expect(await ended(rule)).toMatchObject([{ state: 'done', stationId: 'R-1', actions: [{ what: 'command:reset' }] }]);
  expect(resets(at)).toHaveLength(1);
  const { entries } = await sigec.api.get<{ entries: { principal: string; action: string; subject: string }[] }>(
    '/api/audit',
  );
  expect(entries).toContainEqual(
    expect.objectContaining({ principal: `rule:${rule.id}`, action: 'rule:run', subject: 'R-1', outcome: 'done' }),
  );
});

test('a rule of somebody with a role at one site acts at that site', async () => {
  await using at = await station('R-1B');
  await tell(at, 'Available');
  await sigec.api.post('/api/sites', { id: 'yard', name: 'Yard', timeZone: 'America/Sao_Paulo', currency: 'BRL' });
  await sigec.api.put('/api/sites/yard/stations/R-1B', {});
  const wanted = { name: 'Yard', kind: 'person', role: 'operator', sites: ['yard'] };
  const { secret } = await sigec.api.post<{ secret: string }>('/api/keys', wanted);
  const send = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const answer = await fetch(`${sigec.addresses.api}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as StoredRule;
  };
  const where = { siteId: 'yard', stationIds: ['R-1B'] };
  const { id, hash } = await send('/api/rules', resetOnFault('R-1B', { where }));
  const rule = await send(`/api/rules/${id}/approve`, { hash, days: 30 });
  expect(rule.state).toBe('on');
  await fault(at);
  expect(await ended(rule)).toMatchObject([{ state: 'done', stationId: 'R-1B', actions: [{ outcome: 'done' }] }]);
  expect(resets(at)).toHaveLength(1);
});

test('a rule that nobody approved does nothing', async () => {
  await using at = await station('R-2');
  await tell(at, 'Available');
  const rule = await sigec.api.post<StoredRule>('/api/rules', resetOnFault('R-2'));
  expect(rule.state).toBe('waiting');
  await fault(at);
  expect(await ended(rule)).toMatchObject([{ state: 'kept-back', reason: 'not-approved' }]);
  expect(resets(at)).toEqual([]);
});

test('a rule that would reset a charging station is stopped by its precondition', async () => {
  await using at = await station('R-3');
  await tell(at, 'Available');
  const rule = await setAndApprove(resetOnFault('R-3', { else: [{ do: 'notify', text: 'Look at it' }] }));
  await sigec.api.post('/api/tokens', { value: 'RULES-ANA' });
  await at.call('StartTransaction', {
    connectorId: 1,
    idTag: 'RULES-ANA',
    meterStart: 0,
    timestamp: new Date().toISOString(),
  });
  await tell(at, 'Faulted', 'OtherError');
  expect(await ended(rule)).toMatchObject([
    { state: 'stopped', reason: 'charging', actions: [{ outcome: 'refused', code: 'charging' }, { what: 'notify' }] },
  ]);
  expect(resets(at)).toEqual([]);
  const { notifications } = await sigec.api.get<NotificationList>('/api/notifications');
  expect(notifications).toContainEqual(
    expect.objectContaining({ ruleId: rule.id, text: { en: 'Look at it (R-3)', 'pt-BR': 'Look at it (R-3)' } }),
  );
});

test('a station that says it charges is not reset, though no session of it is known', async () => {
  await using at = await station('R-3B');
  await tell(at, 'Available');
  const rule = await setAndApprove(
    resetOnFault('R-3B', { if: [{ of: 'event', field: 'activity', value: 'suspended-by-vehicle' }] }),
  );
  await tell(at, 'SuspendedEV');
  expect(await ended(rule)).toMatchObject([{ state: 'stopped', reason: 'charging' }]);
  expect(resets(at)).toEqual([]);
});

test('a rule stops the session at the connector that it is about, and none where two run and it names none', async () => {
  await using at = await station('R-3C');
  await sigec.api.post('/api/tokens', { value: 'RULES-EVA' });
  const start = (connectorId: number) =>
    at.call('StartTransaction', {
      connectorId,
      idTag: 'RULES-EVA',
      meterStart: 0,
      timestamp: new Date().toISOString(),
    });
  await start(1);
  const { transactionId } = await start(2);
  const stop = { do: 'command', name: 'stop-session' } as const;
  const here = await setAndApprove(resetOnFault('R-3C', { actions: [stop] }));
  const boots = { on: 'event', kind: 'station-booted' } as const;
  const anywhere = await setAndApprove(resetOnFault('R-3C', { when: boots, if: [], actions: [stop] }));
  await at.call('StatusNotification', { connectorId: 2, status: 'Faulted', errorCode: 'OtherError' });
  expect(await ended(here)).toMatchObject([{ actions: [{ outcome: 'done' }] }]);
  await at.call('BootNotification', { chargePointVendor: 'Tucano', chargePointModel: 'Praia' });
  expect(await ended(anywhere)).toMatchObject([{ actions: [{ outcome: 'refused', code: 'no-session' }] }]);
  const stops = at.asked.filter(({ action }) => action === 'RemoteStopTransaction');
  expect(stops.map(({ payload }) => payload)).toEqual([{ transactionId }]);
});

test('a safety code is never reset by a rule', async () => {
  await using at = await station('R-4');
  await tell(at, 'Available');
  const rule = await setAndApprove(resetOnFault('R-4'));
  await tell(at, 'Faulted', 'GroundFailure');
  expect(await ended(rule)).toMatchObject([{ state: 'stopped', reason: 'safety-code' }]);
  expect(resets(at)).toEqual([]);
});

test('a station of OCPP 2.x tells the danger in an event, and is not reset by a rule either', async () => {
  await using at = await connectAnswering(sigec.addresses.ocpp, { stationId: 'R-4B', version: '2.0.1' });
  const status = async (connectorStatus: string) =>
    at.call('StatusNotification', {
      timestamp: new Date().toISOString(),
      connectorStatus,
      evseId: 1,
      connectorId: 1,
    });
  await status('Available');
  const rule = await setAndApprove(resetOnFault('R-4B'));
  const timestamp = new Date().toISOString();
  await at.call('NotifyEvent', {
    generatedAt: timestamp,
    seqNo: 0,
    eventData: [
      {
        eventId: 1,
        timestamp,
        trigger: 'Alerting',
        actualValue: 'true',
        techCode: 'GroundFailure',
        eventNotificationType: 'HardWiredNotification',
        variable: { name: 'Problem' },
        component: { name: 'Connector', evse: { id: 1, connectorId: 1 } },
      },
    ],
  });
  await status('Faulted');
  expect(await ended(rule)).toMatchObject([{ state: 'stopped', reason: 'safety-code' }]);
  expect(resets(at)).toEqual([]);
});

test('a tool that names another station is stopped where somebody charges there', async () => {
  await using at = await station('R-9');
  await using other = await station('R-10');
  await tell(at, 'Available');
  await tell(other, 'Available');
  const restart = { do: 'tool', tool: 'send_remote_reset', arguments: { charge_point_id: 'R-10' } } as const;
  const rule = await setAndApprove(resetOnFault('R-9', { actions: [restart], limits: { coolDownMinutes: 0 } }));
  await sigec.api.post('/api/tokens', { value: 'RULES-BIA' });
  const { transactionId } = await other.call('StartTransaction', {
    connectorId: 1,
    idTag: 'RULES-BIA',
    meterStart: 0,
    timestamp: new Date().toISOString(),
  });
  await fault(at);
  expect(await ended(rule)).toMatchObject([{ state: 'stopped', reason: 'charging' }]);
  expect(resets(other)).toEqual([]);
  await other.call('StopTransaction', { transactionId, meterStop: 10, timestamp: new Date().toISOString() });
  await tell(other, 'Available');
  await fault(at);
  await expect.poll(() => resets(other).length).toBe(1);
});

test('a station is restarted or unlocked by itself twice a day at most, by however many rules', async () => {
  await using at = await station('R-11', { UnlockConnector: () => ({ status: 'Unlocked' }) });
  await tell(at, 'Available');
  const limits = { coolDownMinutes: 0, perStationPerDay: 50 };
  const unlock = { do: 'command', name: 'unlock', input: { evseId: 1, connectorId: 1 } } as const;
  const rules = [
    await setAndApprove(resetOnFault('R-11', { limits })),
    await setAndApprove(resetOnFault('R-11', { name: 'Unlock R-11', actions: [unlock], limits })),
  ];
  await fault(at);
  for (const rule of rules) expect(await ended(rule)).toMatchObject([{ state: 'done' }]);
  ahead += 2 * hourMs;
  await fault(at);
  for (const rule of rules) expect((await ended(rule, 2))[0]).toMatchObject({ state: 'stopped', reason: 'too-often' });
  ahead += 23 * hourMs;
  await fault(at);
  for (const rule of rules) expect((await ended(rule, 3))[0]).toMatchObject({ state: 'done' });
});

test('a rule that loops is stopped by its cool-down, then by how often it may act in a day', async () => {
  await using at = await station('R-5');
  await tell(at, 'Available');
  const rule = await setAndApprove(resetOnFault('R-5', { limits: { coolDownMinutes: 60, perStationPerDay: 2 } }));
  await fault(at);
  await ended(rule);
  for (let again = 0; again < 5; again += 1) await fault(at);
  await expect
    .poll(async () => (await runsOf(rule)).find(({ reason }) => reason === 'cool-down')?.times, { timeout: 30_000 })
    .toBe(5);
  expect(resets(at)).toHaveLength(1);
  ahead += 2 * hourMs;
  await fault(at);
  await expect.poll(() => resets(at).length).toBe(2);
  await expect.poll(async () => (await runsOf(rule)).every(({ state }) => state !== 'running')).toBe(true);
  ahead += 2 * hourMs;
  await fault(at);
  await expect.poll(async () => (await runsOf(rule)).map(({ reason }) => reason)).toContain('loop');
  expect(resets(at)).toHaveLength(2);
});

test('a rule whose approval expired does not run, and says so', async () => {
  await using at = await station('R-6');
  await tell(at, 'Available');
  const rule = await setAndApprove(resetOnFault('R-6'), 1);
  ahead += 25 * hourMs;
  await fault(at);
  expect(await ended(rule)).toMatchObject([{ state: 'kept-back', reason: 'approval-expired' }]);
  expect(resets(at)).toEqual([]);
  expect(await sigec.api.get<StoredRule>(`/api/rules/${rule.id}`)).toMatchObject({ state: 'expired' });
  const told = async () =>
    (await sigec.api.get<NotificationList>('/api/notifications')).notifications.filter(
      ({ ruleId }) => ruleId === rule.id,
    );
  await expect.poll(async () => (await told())[0]?.text.en).toMatch(/did not run \(R-6\): its approval has expired/);
});

test('a rule that is worded anew has to be approved anew', async () => {
  const rule = await setAndApprove(resetOnFault('R-1', { name: 'Worded anew' }));
  const changed = await sigec.api.put<StoredRule>(`/api/rules/${rule.id}`, { ...rule.rule, name: 'Another name' });
  expect(changed).toMatchObject({ state: 'waiting', approval: null });
  await expect(sigec.api.post(`/api/rules/${rule.id}/approve`, { hash: rule.hash })).rejects.toThrow(/409/);
  await sigec.api.post(`/api/rules/${rule.id}/switch`, { isOn: false });
});

test('what has to last triggers a rule once it has lasted, and not where it was over before', async () => {
  const text = 'tell me whenever a station is offline for more than 10 minutes';
  const { rule: read } = await sigec.api.post<{ rule: RuleInput }>('/api/rules/read', { text });
  const where = { stationIds: ['R-12', 'R-13'] };
  const [gone, back] = [await station('R-12'), await station('R-13')];
  const rule = await sigec.api.post<StoredRule>('/api/rules', { ...read, where });
  expect(rule.sentence.en).toMatch(/^When a station goes offline and it lasts 10 minutes/);
  const atOnce = { ...read, where, name: 'At once', when: { on: 'event', kind: 'station-connected' } };
  const witness = await sigec.api.post<StoredRule>('/api/rules', atOnce);
  const isNow = async (id: string, state: string) =>
    await expect
      .poll(async () => (await sigec.api.get<{ link: { state: string } }>(`/api/stations/${id}`)).link.state)
      .toBe(state);
  await gone[Symbol.asyncDispose]();
  await back[Symbol.asyncDispose]();
  await isNow('R-12', 'offline');
  await isNow('R-13', 'offline');
  await using _again = await station('R-13');
  await isNow('R-13', 'online');
  await ended(witness); // events are taken in their order, so both that went offline are waited for by now
  expect(await runsOf(rule)).toEqual([]);
  ahead += hourMs / 5;
  await expect.poll(() => runsOf(rule), { timeout: 40_000 }).toMatchObject([{ state: 'done', stationId: 'R-12' }]);
}, 60_000);

test('"tell me when CP-11 is back" is a rule for once', async () => {
  const { rule: read } = await sigec.api.post<{ rule: RuleInput }>('/api/rules/read', {
    text: 'Tell me when CP-11 is back',
  });
  await using first = await station('CP-11');
  await tell(first, 'Available');
  const rule = await sigec.api.post<StoredRule>('/api/rules', read);
  expect(rule).toMatchObject({ state: 'on', tier: 'R0', rule: { isOnce: true, where: { stationIds: ['CP-11'] } } });
  await first[Symbol.asyncDispose]();
  await using _second = await station('CP-11');
  await expect.poll(async () => (await sigec.api.get<StoredRule>(`/api/rules/${rule.id}`)).state).toBe('ended');
  const { notifications } = await sigec.api.get<NotificationList>('/api/notifications');
  expect(notifications.find(({ ruleId }) => ruleId === rule.id)?.text.en).toMatch(/^Tell me when CP-11 is back: CP-11/);
});

test('a dry run tells what a rule would have done, held back by the same limits, and sends nothing', async () => {
  await using at = await station('R-7');
  await tell(at, 'Available');
  for (let again = 0; again < 4; again += 1) await fault(at);
  const asked = at.asked.length;
  const preview = () => sigec.api.post<RulePreview>('/api/rules/preview', { rule: resetOnFault('R-7'), days: 3 });
  await expect.poll(async () => (await preview()).dryRun.runs, { timeout: 20_000 }).toBe(1);
  expect(await preview()).toMatchObject({
    tier: 'R2',
    problems: [],
    dryRun: { runs: 1, stations: 1, keptBack: { 'cool-down': 3 }, isWhole: true },
  });
  expect((await preview()).sentence.en).toMatch(
    /^When a connector changes its status \(R-7\) if status is faulted then restart it\./,
  );
  expect(at.asked).toHaveLength(asked);
});

test('an agent proposes a rule, a person approves its very wording, and it acts with the rights of that person', async () => {
  await using at = await station('R-8');
  await tell(at, 'Available');
  await using agent = await proposingAgent(sigec);
  const call = async (name: string, given: Record<string, unknown>) =>
    ((await agent.client.callTool({ name, arguments: given })) as { structuredContent?: Record<string, unknown> })
      .structuredContent;
  const proposed = await call('set_rule', { rule: resetOnFault('R-8'), days: 3 });
  expect(proposed).toMatchObject({ status: 'proposed', targets: ['station:R-8'] });
  const id = String(proposed?.['proposal_id']);
  const { hash } = await sigec.api.get<{ hash: string }>(`/api/proposals/${id}`);
  expect(await sigec.api.post(`/api/proposals/${id}/approve`, { hash, apply: true })).toMatchObject({
    state: 'applied',
  });
  const { rules } = await sigec.api.get<{ rules: StoredRule[] }>('/api/rules');
  const rule = rules.find(({ rule: { name } }) => name === 'Restart R-8');
  if (rule === undefined) throw new Error('the rule was not set');
  expect(rule).toMatchObject({ state: 'on', tier: 'R2', approval: { hash: rule.hash } });
  await fault(at);
  expect(await ended(rule)).toMatchObject([{ state: 'done' }]);
  expect(resets(at)).toHaveLength(1);
});

test('an agent approves no rule, and changes none over REST', async () => {
  await using agent = await proposingAgent(sigec);
  const { id, hash } = await sigec.api.post<StoredRule>('/api/rules', resetOnFault('R-1', { name: 'Not for agents' }));
  for (const [path, body] of [
    [`/api/rules/${id}/approve`, { hash }],
    [`/api/rules/${id}/switch`, { isOn: false }],
    ['/api/rules', resetOnFault('R-1')],
  ] as const) {
    const { status } = await fetch(`${sigec.addresses.api}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(status).toBe(403);
  }
  expect((await sigec.api.get<StoredRule>(`/api/rules/${id}`)).state).toBe('waiting');
});

test('a sentence is read by the names and the clocks of the installation', async () => {
  await using _alfa = await station('Alfa');
  await sigec.api.post('/api/sites', { id: 'pier', name: 'Pier', timeZone: 'Asia/Tokyo', currency: 'JPY' });
  const read = (text: string) => sigec.api.post<Record<string, unknown>>('/api/rules/read', { text });
  expect(await read('tell me when Alfa is back')).toMatchObject({ rule: { where: { stationIds: ['Alfa'] } } });
  expect(await read('every night at 3 restart faulted stations at Pier')).toMatchObject({
    rule: { when: { at: '03:00', timeZone: 'Asia/Tokyo' }, where: { siteId: 'pier' } },
  });
  expect(await read('tell me when Bravo is back')).toMatchObject({ rule: null, unread: ['Bravo'] });
  expect(await read('restart CP-3 at 3am')).toMatchObject({ rule: null, unread: [], lacks: 'trigger' });
});

test('what is counted is what the sentence names, and hours hold it back', async () => {
  await using at = await station('R-20');
  await tell(at, 'Available');
  const text = 'when R-20 faults twice in an hour, restart it';
  const { rule: read } = await sigec.api.post<{ rule: RuleInput }>('/api/rules/read', { text });
  const never = { of: 'clock', from: '00:00', to: '00:00', timeZone: 'UTC', isNot: true } as const;
  const asleep = await setAndApprove({ ...read, name: 'never', if: [...(read.if ?? []), never] });
  const rule = await setAndApprove(read);
  await fault(at); // two changes of its status, one fault
  await fault(at);
  // Where both are there before the first one is looked at, the second one meets the cool-down.
  const acted = (await ended(rule)).filter(({ state }) => state !== 'kept-back');
  expect(acted).toMatchObject([{ state: 'done', stationId: 'R-20' }]);
  expect(resets(at)).toHaveLength(1);
  expect(await runsOf(asleep)).toEqual([]);
  const preview = await sigec.api.post<RulePreview>('/api/rules/preview', { rule: read, days: 1 });
  expect(preview.dryRun).toMatchObject({ runs: 1 });
});
