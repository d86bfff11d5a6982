import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RuleInput, RuleRun, RuleTemplate, StoredRule } from '../../src/contract/automation/rule.ts';
import type { Ticket } from '../../src/contract/tickets/ticket.ts';
import { type AnsweringStation, connectAnswering } from '../support/answering-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

// The remediation ladder as rules climb it, over the whole product and stations of OCPP 1.6.

const hourMs = 3_600_000;
let ahead = 0;
const clock = { now: () => new Date(Date.now() + ahead) };
let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' }, { clock });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const station = (stationId: string, answers: Parameters<typeof connectAnswering>[1]['answers'] = {}) =>
  connectAnswering(sigec.addresses.ocpp, { stationId, version: '1.6', answers });

async function tell(at: AnsweringStation, status: string, errorCode = 'NoError'): Promise<void> {
  await at.call('StatusNotification', { connectorId: 1, status, errorCode });
}

async function setAndApprove(definition: RuleInput): Promise<StoredRule> {
  const set = await sigec.api.post<StoredRule>('/api/rules', definition);
  return sigec.api.post<StoredRule>(`/api/rules/${set.id}/approve`, { hash: set.hash, days: 30 });
}

const runsOf = async ({ id }: StoredRule) =>
  (await sigec.api.get<{ runs: RuleRun[] }>(`/api/rules/${id}/runs`)).runs.filter(({ state }) => state !== 'running');

const onStatus = (stationId: string, status: string): RuleInput => ({
  name: `Playbook at ${stationId}`,
  when: { on: 'event', kind: 'connector-status' },
  where: { stationIds: [stationId] },
  if: [{ of: 'event', field: 'status', value: status }],
  actions: [{ do: 'playbook', maxSteps: 1, upTo: 'toggle-availability' }],
});

/** As if the step had helped here often, so that it comes first. */
async function hasHelped(step: string, code: string): Promise<void> {
  const database = new Client({ connectionString: sigec.databaseUrl });
  await database.connect();
  await database.query(
    `insert into remedy_record (model, code, step, tried, helped)
     select concat_ws(' ', vendor, model), $1, $2, 1000, 1000 from station where vendor is not null limit 1`,
    [code, step],
  );
  await database.end();
}

async function remembered(): Promise<unknown[]> {
  const database = new Client({ connectionString: sigec.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ step: string }>('select step from remedy_record');
  await database.end();
  return rows;
}

test('where nothing is faulted the playbook does nothing, and learns nothing', async () => {
  await using at = await station('P-1');
  await tell(at, 'Unavailable');
  const rule = await setAndApprove(onStatus('P-1', 'available'));
  await tell(at, 'Available');
  await expect.poll(() => runsOf(rule)).toMatchObject([{ state: 'stopped', reason: 'not-faulted' }]);
  expect(at.asked.filter(({ action }) => action !== 'GetConfiguration')).toEqual([]);
  expect(await remembered()).toEqual([]);
});

test('a connector that was taken out of service is given back, though the station refuses it first', async () => {
  let isRefused = false;
  await using at = await station('P-2', {
    ChangeAvailability({ type }) {
      if (type === 'Inoperative' || isRefused) return { status: 'Accepted' };
      isRefused = true;
      return { status: 'Rejected' };
    },
  });
  await hasHelped('toggle-availability', 'OtherError');
  const rule = await setAndApprove(onStatus('P-2', 'faulted'));
  await tell(at, 'Faulted', 'OtherError');
  const changes = () =>
    at.asked.flatMap(({ action, payload }) => (action === 'ChangeAvailability' ? payload['type'] : []));
  await expect.poll(changes).toEqual(['Inoperative', 'Operative', 'Operative']);
  await tell(at, 'Available');
  await expect
    .poll(() => runsOf(rule))
    .toMatchObject([
      { state: 'done', actions: [{ outcome: 'done' }, { step: 'toggle-availability', outcome: 'done' }] },
    ]);
});

test('a session that hangs at the faulted connector is stopped, and who charges at the other one is left alone', async () => {
  await using at = await station('P-5');
  await sigec.api.post('/api/tokens', { value: 'PLAYBOOK' });
  const start = (connectorId: number) =>
    at.call('StartTransaction', {
      connectorId,
      idTag: 'PLAYBOOK',
      meterStart: 0,
      timestamp: clock.now().toISOString(),
    });
  const charges = await start(2);
  await hasHelped('stop-zombie', 'OtherError');
  const action = { do: 'playbook', maxSteps: 1, upTo: 'stop-zombie' } as const;
  const limits = { coolDownMinutes: 0, perStationPerDay: 9 };
  const rule = await setAndApprove({ ...onStatus('P-5', 'faulted'), actions: [action], limits });
  const stopped = () =>
    at.asked.flatMap(({ action: asked, payload }) => (asked === 'RemoteStopTransaction' ? [payload] : []));
  await tell(at, 'Faulted', 'OtherError');
  await expect.poll(() => at.asked.some((each) => each.action === 'TriggerMessage')).toBe(true); // the next step instead
  await tell(at, 'Available');
  await expect.poll(() => runsOf(rule)).toHaveLength(1);
  expect(stopped()).toEqual([]);
  const hangs = await start(1);
  await tell(at, 'Faulted', 'OtherError');
  await expect.poll(stopped).toEqual([{ transactionId: hangs['transactionId'] }]);
  expect(hangs['transactionId']).not.toBe(charges['transactionId']);
});

async function fromTemplate(id: string, stationId: string): Promise<StoredRule> {
  const { templates } = await sigec.api.get<{ templates: RuleTemplate[] }>('/api/rules/templates');
  const found = templates.find((each) => each.id === id);
  return setAndApprove({ ...found?.rule, where: { stationIds: [stationId] } } as RuleInput);
}

/** What a worn part lets a station tell, hour by hour. */
async function wears(at: AnsweringStation, errorCode: string): Promise<void> {
  for (let nth = 0; nth < 6; nth += 1) {
    await tell(at, 'Preparing', errorCode);
    await tell(at, 'Available');
    ahead += hourMs;
  }
}

test('what was found is met by the steps that fit it, at its connector', async () => {
  await using at = await station('P-3', { UnlockConnector: () => ({ status: 'Unlocked' }) });
  await tell(at, 'Available');
  const rule = await fromTemplate('ladder-on-finding', 'P-3');
  await wears(at, 'ConnectorLockFailure');
  await expect
    .poll(() => runsOf(rule), { timeout: 20_000 })
    .toMatchObject([{ state: 'done', actions: [{ step: 'unlock', outcome: 'done' }] }]);
  expect(at.asked).toContainEqual({ action: 'UnlockConnector', payload: { connectorId: 1 } });
});

test('what is for people alone becomes a ticket with its evidence, and the log is asked for', async () => {
  await using at = await station('P-4');
  await tell(at, 'Available');
  const rule = await fromTemplate('ladder-on-finding', 'P-4');
  await wears(at, 'HighTemperature');
  await expect
    .poll(() => runsOf(rule), { timeout: 20_000 })
    .toMatchObject([{ actions: [{ what: 'playbook' }, { what: 'tool:open_ticket', outcome: 'done' }, {}, {}] }]);
  const { tickets } = await sigec.api.get<{ tickets: Ticket[] }>('/api/tickets?stationId=P-4');
  expect(tickets).toMatchObject([{ evidence: [{ kind: 'finding' }] }]);
  const { findings } = await sigec.api.get<{ findings: { id: string }[] }>('/api/findings?stationId=P-4');
  expect(findings.map(({ id }) => id)).toContain(tickets[0]?.evidence[0]?.id);
});
