import { mutated } from './arguments.ts';
import { askAtOnce, type Run } from './asking.ts';
import type { Answer } from './doors.ts';
import { asking, callerNames } from './lane.ts';
import { anyProposal, apply, propose } from './proposal-steps.ts';
import { pickTool, restAsk, toolAsk } from './ways.ts';

/** Any tool, by anybody, with arguments that fit or do not. */
export async function anyCall(run: Run): Promise<void> {
  const { lane, random } = run;
  const tool = pickTool(run, ({ name }) => name !== 'raise_level');
  const by = random.pick(callerNames);
  if (tool.name === 'apply_proposal' || tool.name === 'cancel_proposal') return apply(run, anyProposal(run));
  if (tool.tier === 'R2' || tool.tier === 'R3') {
    await propose(run, { by, tool });
    return;
  }
  const fitting = lane.argumentsFor(tool, random);
  const given = random.chance(0.4) ? mutated(fitting, random) : fitting;
  await askAtOnce(run, [toolAsk(run, { tool, given, by })]);
}

export async function directCommand(run: Run): Promise<void> {
  const { lane, random } = run;
  const { stationId } = random.pick(lane.stations);
  const by = random.pick(callerNames);
  const [name, input, sends] = random.pick([
    ['reset', { when: random.pick(['idle', 'now']) }, ['Reset']],
    ['unlock', { evseId: 1, connectorId: 1 }, ['UnlockConnector']],
    ['set-availability', { isOperative: random.chance(0.8), evseId: 1 }, ['ChangeAvailability']],
    ['trigger', { message: 'heartbeat' }, []],
    ['reset', { when: 'never' }, []],
  ] as const);
  const wanted = { by, least: 'operator', scope: 'stations:command' } as const;
  const one = restAsk(run, { ...wanted, path: `/api/stations/${stationId}/commands/${name}`, body: { input }, sends });
  const raw = restAsk(run, {
    by,
    least: 'administrator',
    scope: 'stations:raw',
    sends: ['ClearCache'],
    path: `/api/stations/${stationId}/raw/ClearCache`,
    body: { payload: {} },
  });
  await askAtOnce(run, [random.chance(0.85) ? one : raw]);
}

export async function directChange(run: Run): Promise<void> {
  const { lane, random } = run;
  const by = random.pick(callerNames);
  const { id } = random.pick(lane.tokens);
  const path = `/api/tokens/${id}/${random.pick(['block', 'unblock'])}`;
  await askAtOnce(run, [restAsk(run, { by, path, body: {}, least: 'operator', scope: 'tokens:change' })]);
}

/** The same key for the same call gives the first answer; for another call it is refused. */
export async function sameKeyTwice(run: Run): Promise<void> {
  const { lane, random } = run;
  const tool = pickTool(
    run,
    ({ tier, name }) => tier !== 'R0' && name !== 'apply_proposal' && name !== 'cancel_proposal',
  );
  const by = random.pick(asking);
  const idempotency_key = `L${lane.index}-${random.between(1, 1e9)}`;
  const given = { ...lane.argumentsFor(tool, random), idempotency_key };
  const other = { ...lane.argumentsFor(tool, random), idempotency_key, ...(random.chance(0.5) && { why: 'another' }) };
  let first: unknown;
  const remember = ({ data }: Answer) => {
    first = data['proposal_id'];
  };
  const repeated = ({ data }: Answer) => {
    const isAnother = data['status'] === 'proposed' && first !== undefined && data['proposal_id'] !== first;
    if (isAnother) lane.world.judge.violations.push(`${tool.name} was proposed twice with one idempotency_key`);
  };
  await askAtOnce(run, [toolAsk(run, { tool, given, by, after: remember })]);
  await askAtOnce(run, [toolAsk(run, { tool, given, by, after: repeated })]);
  await askAtOnce(run, [toolAsk(run, { tool, given: other, by })]);
}

/** What a session is shown, and whose it is. */
export async function withinSession(run: Run): Promise<void> {
  const { lane, random } = run;
  const owner = random.pick(['agent', 'otherAgent', 'program'] as const);
  const session = `L${lane.index}-${random.between(1, 1e9)}`;
  const reading = pickTool(run, ({ name }) => name === 'list_charge_points');
  const acting = pickTool(run, ({ tier, pack }) => tier === 'R2' && pack !== 'core');
  const given = lane.argumentsFor(acting, random);
  await askAtOnce(run, [toolAsk(run, { tool: reading, given: {}, by: owner, door: 'view', session })]);
  await askAtOnce(run, [toolAsk(run, { tool: acting, given, by: owner, door: 'view', session })]);
  const thief = random.pick(callerNames.filter((name) => name !== owner));
  await askAtOnce(run, [
    toolAsk(run, { tool: reading, given: {}, by: thief, door: 'view', session, known: { isForeignSession: true } }),
  ]);
}

export async function readOnly(run: Run): Promise<void> {
  const { lane, random } = run;
  const tool = pickTool(run, ({ tier }) => tier !== 'R0');
  const by = random.pick(asking);
  const given = lane.argumentsFor(tool, random);
  const door = random.pick(['modern', 'inner'] as const);
  await askAtOnce(run, [toolAsk(run, { tool: { name: tool.name }, given, by, door, isReadOnly: true })]);
}

/** More than anybody needs, at once. */
export async function flood(run: Run): Promise<void> {
  const given = { proposal_id: '00000000-0000-7000-8000-000000000000' };
  const by = run.random.pick(['otherAgent', 'program', 'scopedAgent'] as const);
  const tool = { name: 'cancel_proposal' };
  await askAtOnce(
    run,
    Array.from({ length: 70 }, () => toolAsk(run, { tool, given, by, door: 'view' })),
  );
}

/** Keys are made by administrators, whatever an agent would like. */
export async function keys(run: Run): Promise<void> {
  const { lane, random } = run;
  const by = random.pick(callerNames);
  const body = { name: `L${lane.index}-key`, kind: 'person', role: random.pick(['operator', 'administrator']) };
  const writes = (table: string) => table === 'principal_key';
  await askAtOnce(run, [
    restAsk(run, { by, path: '/api/keys', body, least: 'administrator', scope: 'keys:create', writes }),
  ]);
}
