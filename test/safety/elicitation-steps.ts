import { type Ask, askAtOnce, type Run } from './asking.ts';
import { type Answer, callByModern } from './doors.ts';
import { coversOf } from './effects.ts';
import { anythingButAccess } from './judge.ts';
import type { CallerName } from './lane.ts';
import { isHarmless, mayElicit } from './rights.ts';
import { pickTool } from './ways.ts';

type Said = { by: CallerName; given: Record<string, unknown>; state: string | undefined; response: object };

/** A question to the person in the window of their agent, and every way to answer it that is not theirs. */
export async function elicitationSteps(run: Run): Promise<void> {
  const { lane, random } = run;
  const by = random.chance(0.8) ? 'eliciting' : random.pick(['agent', 'operator', 'administrator', 'program'] as const);
  const tool = pickTool(
    run,
    ({ tier, pack }) => pack !== 'core' && (tier === 'R2' || (tier === 'R3' && random.chance(0.2))),
  );
  const given = lane.argumentsFor(tool, random);
  const stations = lane.stationsIn(given);
  const facts = lane.facts(tool, given);
  let isUsed = false;

  function ask({ by: who, given: what, state, response }: Said, isRight: boolean): Ask {
    const caller = lane.callers[who];
    const isAllowed = isRight && !isUsed && facts === lane.facts(tool, given) && mayElicit(caller, tool);
    const covers = coversOf(tool);
    const params = { inputResponses: { approval: response }, ...(state !== undefined && { requestState: state }) };
    return {
      label: `${tool.name} answered by ${who}`,
      caller,
      licence: isAllowed
        ? {
            why: `${tool.name}, approved in the window of its agent`,
            ...{ kind: 'approved', by: caller, stations, mostPerStation: 1, writes: anythingButAccess },
            covers: (action) => covers(action) || isHarmless(action),
          }
        : undefined,
      send: () =>
        callByModern(
          lane.world.http,
          lane.world.addresses.mcp,
          { tool: tool.name, given: what, caller },
          { canElicit: true, params },
        ),
      after({ isDone, data }) {
        if (!isDone || !['done', 'not-done'].includes(String(data['status']))) return;
        if (!isAllowed) lane.world.judge.violations.push(`${tool.name} was carried out for ${who} (${lane.doing})`);
        isUsed = true;
      },
    };
  }

  const first = await askAtOnce(run, [
    {
      label: `${tool.name} by ${by} with a window`,
      caller: lane.callers[by],
      send: () =>
        callByModern(
          lane.world.http,
          lane.world.addresses.mcp,
          { tool: tool.name, given, caller: lane.callers[by] },
          { canElicit: true },
        ),
      after: ({ asks }: Answer) => {
        if (asks !== undefined && !mayElicit(lane.callers[by], tool))
          lane.world.judge.violations.push(`${by} was asked to approve ${tool.name} in the window of an agent`);
      },
    },
  ]);
  const state = first[0]?.asks?.state;
  const yes = { action: 'accept', content: { approve: true } };
  const right: Said = { by, given, state, response: yes };
  const wrong: Said[] = [
    { ...right, by: random.pick(['agent', 'otherAgent', 'operator', 'administrator', 'viewer', 'anonymous'] as const) },
    { ...right, given: lane.argumentsFor(tool, random) },
    { ...right, state: state === undefined ? 'e30.e30' : `${state.slice(0, -4)}AAAA` },
    { ...right, state: undefined },
    { ...right, response: { action: 'accept', content: { approve: false } } },
    { ...right, response: { action: 'accept', content: { approve: 'true' } } },
    { ...right, response: { action: 'cancel' } },
    { ...right, response: { action: 'decline' } },
  ];
  const isMine = state !== undefined;
  const isSame = (said: Said) =>
    said.by === by &&
    said.state === state &&
    JSON.stringify(said.given) === JSON.stringify(given) &&
    said.response === yes;
  const asks = Array.from({ length: random.between(1, 3) }, () => (random.chance(0.5) ? right : random.pick(wrong)));
  for (const said of asks) await askAtOnce(run, [ask(said, isMine && isSame(said))]);
}
