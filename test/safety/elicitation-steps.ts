import { type Ask, askAtOnce, type Run } from './asking.ts';
import { type Answer, callByModern } from './doors.ts';
import { coversOf, tablesOf } from './effects.ts';
import type { CallerName } from './lane.ts';
import { isHarmless, mayElicit } from './rights.ts';
import { pickTool } from './ways.ts';
import type { Tool } from './world.ts';

/** What a person was asked in the window of their agent; `state`: undefined where nobody was asked. */
type Question = {
  by: CallerName;
  tool: Tool;
  given: Record<string, unknown>;
  /** What ran at its stations then. */
  facts: string;
  state: string | undefined;
  isUsed: boolean;
};
type Said = Pick<Question, 'by' | 'given' | 'state'> & { response: object };

const yes = { action: 'accept', content: { approve: true } };

/** A question to the person, and every way to answer it that is not theirs. */
export async function elicitationSteps(run: Run): Promise<void> {
  const { lane, random } = run;
  const by = random.chance(0.8) ? 'eliciting' : random.pick(['agent', 'operator', 'administrator', 'program'] as const);
  const question = await ask(run, by);
  const { tool, given, state } = question;
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
  for (let count = random.between(1, 3); count > 0; count -= 1)
    await askAtOnce(run, [answerTo(run, question, random.chance(0.5) ? right : random.pick(wrong))]);
}

/** One answer is good for one time, also when it comes twice at the same moment. */
export async function repeatedAnswer(run: Run): Promise<void> {
  const question = await ask(run, 'eliciting');
  const { by, given, state } = question;
  if (state === undefined) return;
  const said = { by, given, state, response: yes };
  const twice = [1, 2].map(() => answerTo(run, question, said));
  if (run.random.chance(0.5)) await askAtOnce(run, twice);
  else for (const each of twice) await askAtOnce(run, [each]);
}

async function ask(run: Run, by: CallerName): Promise<Question> {
  const { lane, random } = run;
  const isWanted = ({ tier, pack }: Tool) =>
    pack !== 'core' && (tier === 'R2' || (tier === 'R3' && random.chance(0.2)));
  const tool = pickTool(run, isWanted);
  const given = lane.argumentsFor(tool, random);
  const facts = lane.facts(tool, given);
  const caller = lane.callers[by];
  const [answer] = await askAtOnce(run, [
    {
      label: `${tool.name} by ${by} with a window`,
      caller,
      audited: [`${caller.id} tool:${tool.name}`],
      send: () => send(run, { by, given, state: undefined, response: {} }, tool, {}),
      after({ asks }: Answer) {
        if (asks !== undefined && !mayElicit(caller, tool))
          lane.world.judge.violations.push(`${by} was asked to approve ${tool.name} in the window of an agent`);
      },
    },
  ]);
  return { by, tool, given, facts, state: answer?.asks?.state, isUsed: false };
}

function answerTo(run: Run, question: Question, said: Said): Ask {
  const { lane } = run;
  const { tool } = question;
  const caller = lane.callers[said.by];
  const isAllowed =
    isRight(question, said) &&
    !question.isUsed &&
    question.facts === lane.facts(tool, question.given) &&
    mayElicit(caller, tool);
  const covers = coversOf(tool);
  const { state, response } = said;
  const params = { inputResponses: { approval: response }, ...(state !== undefined && { requestState: state }) };
  return {
    label: `${tool.name} answered by ${said.by}`,
    caller,
    audited: [`${caller.id ?? 'anonymous:mcp'} tool:${tool.name}`],
    licence: isAllowed
      ? {
          why: `${tool.name}, approved in the window of its agent`,
          kind: 'approved',
          by: caller,
          stations: lane.stationsIn(question.given),
          maxPerStation: 1,
          covers: (action) => covers(action) || isHarmless(action),
          writes: tablesOf(tool),
        }
      : undefined,
    send: () => send(run, said, tool, params),
    after({ isDone, data }) {
      if (!isDone || !['done', 'not-done'].includes(String(data['status']))) return;
      if (!isAllowed || question.isUsed)
        lane.world.judge.violations.push(`${tool.name} was carried out for ${said.by} (${lane.doing})`);
      question.isUsed = true;
    },
  };
}

function isRight(asked: Question, said: Said): boolean {
  const isSame = JSON.stringify(said.given) === JSON.stringify(asked.given);
  return (
    asked.state !== undefined && said.state === asked.state && said.by === asked.by && isSame && said.response === yes
  );
}

function send({ lane }: Run, { by, given }: Said, tool: Tool, params: object): Promise<Answer> {
  const { http, addresses } = lane.world;
  const call = { tool: tool.name, given, caller: lane.callers[by] };
  return callByModern(http, addresses.mcp, call, { canElicit: true, params });
}
