import { type InputRequest, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import type { Tool } from '#tools/tool.ts';
import type { Host } from '../host.ts';
import { capabilitiesOf } from './content-tools.ts';
import { fixture, result, textBlock } from './fixture.ts';

const name = elicit('What is your name?', 'name');
const capital = inputRequired.createMessage({
  messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
  maxTokens: 100,
});
const greeting = inputRequired.createMessage({
  messages: [{ role: 'user', content: { type: 'text', text: 'Generate a greeting' } }],
  maxTokens: 50,
});
const roots = inputRequired.listRoots();

/** Questions to the client as the newer era asks them: the call comes back, and is sent again with the answers. */
export const inputRequiredTools: Tool[] = [
  asking('elicitation', { user_name: name }, ({ user_name }) => `Hello, ${wordIn(user_name, 'name')}!`),
  asking('sampling', { capital_question: capital }, ({ capital_question }) => JSON.stringify(capital_question)),
  asking('list_roots', { client_roots: roots }, ({ client_roots }) => JSON.stringify(client_roots)),
  asking('multiple_inputs', { user_name: name, greeting, client_roots: roots }, (said) => JSON.stringify(said), {
    hasState: true,
  }),
  asking('request_state', { confirm: elicit('Please confirm', 'ok', 'boolean') }, () => 'state-ok', { hasState: true }),
  asking('tampered_state', { confirm: elicit('Please confirm', 'ok', 'boolean') }, () => 'state-ok', {
    hasState: true,
  }),
  fixture({
    name: 'test_input_required_result_multi_round',
    async answer(_given, host) {
      const round = (host.request.mcpReq.requestState<{ round: number }>()?.round ?? 0) + 1;
      if (round === 1) await askFor(host, { step1: elicit('Step 1: What is your name?', 'name') }, { round });
      else if (round === 2)
        await askFor(host, { step2: elicit('Step 2: What is your favorite color?', 'color') }, { round });
      else host.answerWith(result(textBlock('All rounds are done.')));
    },
  }),
  fixture({
    name: 'test_input_required_result_capabilities',
    async answer(_given, host) {
      const { elicitation, sampling } = capabilitiesOf(host);
      await askFor(host, { ...(elicitation ? { user_name: name } : {}), ...(sampling ? { greeting } : {}) });
    },
  }),
  asking('streaming', { user_name: name }, ({ user_name }) => `Hello, ${wordIn(user_name, 'name')}!`, {
    as: 'test_streaming_elicitation',
  }),
];

type Said = Record<string, unknown>;
type Options = { hasState?: boolean; as?: string };

/** Asks until every question is answered by something of its kind, then tells what was said. */
function asking(
  kind: string,
  questions: Record<string, InputRequest>,
  tell: (said: Said) => string,
  options: Options = {},
): Tool {
  return fixture({
    name: options.as ?? `test_input_required_result_${kind}`,
    async answer(_given, host) {
      const said = answersTo(host, Object.keys(questions));
      if (said === undefined) await askFor(host, questions, options.hasState === true ? { kind } : undefined);
      else host.answerWith(result(textBlock(tell(said))));
    },
  });
}

export function answersTo({ request }: Host, keys: readonly string[]): Said | undefined {
  const { inputResponses } = request.mcpReq;
  const all = keys.map((key) => [key, inputResponse(inputResponses, key)] as const);
  return all.some(([, said]) => said.kind === 'missing') ? undefined : Object.fromEntries(all);
}

export async function askFor(host: Host, questions: Record<string, InputRequest>, state?: object): Promise<void> {
  const requestState = state && { requestState: await host.approvals.codec.mint(state, host.request) };
  host.answerWith(inputRequired({ inputRequests: questions, ...requestState }));
}

export function elicit(message: string, field: string, type: 'string' | 'boolean' = 'string'): InputRequest {
  const requestedSchema = {
    type: 'object' as const,
    properties: { [field]: { type } as { type: 'string' } },
    required: [field],
  };
  return inputRequired.elicit({ message, requestedSchema });
}

function wordIn(said: unknown, field: string): string {
  return String((said as { content?: Record<string, unknown> }).content?.[field]);
}
