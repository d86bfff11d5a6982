import { event, halves, type Json, listOf, type ModelMessage, model, textOfCall, type Wire, wordsOf } from './wire.ts';

/** Chat completions, streamed, as DeepSeek and most servers in one's own house speak. */
function chatWire({ wantsReasoningBack }: { wantsReasoningBack: boolean }): Wire {
  return {
    path: '/chat/completions',
    key: ['authorization', (key) => `Bearer ${key}`],
    read(body) {
      const items = listOf(body['messages']);
      const lastQuestion = items.findLastIndex(({ role }) => role === 'user');
      for (const [index, { role, tool_calls: calls, reasoning_content: thought }] of items.entries())
        if (wantsReasoningBack && index > lastQuestion && role === 'assistant' && calls !== undefined && !thought)
          throw new Error('Missing `reasoning_content` field in the assistant message');
      return {
        system: wordsOf(items.find(({ role }) => role === 'system')?.['content'] ?? ''),
        messages: items.flatMap(messagesOf),
        tools: listOf(body['tools']).map((tool) => {
          const { name, description, parameters } = tool['function'] as Json;
          return { name: String(name), description: String(description), schema: parameters as Json };
        }),
      };
    },
    frames({ reasoning, text = [], calls = [], isCut }, { input, output }) {
      const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) =>
        event({
          id: 'chat_1',
          object: 'chat.completion.chunk',
          created: 1_700_000_000,
          model,
          choices: [{ index: 0, delta, finish_reason }],
          ...more,
        });
      const head = [chunk({ role: 'assistant', content: '' })];
      if (reasoning !== undefined) head.push(chunk({ reasoning_content: reasoning }));
      const pieces = text.map((content) => chunk({ content }));
      const tail = calls.flatMap((call, index) => {
        const [first = '', ...rest] = halves(textOfCall(call));
        const begun = { index, id: call.id, type: 'function', function: { name: call.name, arguments: first } };
        const further = rest.map((half) => chunk({ tool_calls: [{ index, function: { arguments: half } }] }));
        return [chunk({ tool_calls: [begun] }), ...further];
      });
      const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
      const finish = isCut === true ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop';
      return { head, pieces, tail: [...tail, chunk({}, finish, { usage }), 'data: [DONE]\n\n'] };
    },
    refusals: {
      key: refusal(401, 'authentication_error', 'Authentication Fails (no such user)'),
      model: refusal(400, 'invalid_request_error', 'Model Not Exist'),
      rate: refusal(429, 'rate_limit_error', 'Rate limit reached'),
      'used-up': refusal(402, 'unknown_error', 'Insufficient Balance'),
      'too-long': refusal(400, 'invalid_request_error', "This model's maximum context length is 65536 tokens."),
      busy: refusal(503, 'service_unavailable_error', 'Service is too busy.'),
    },
  };
}

export const deepseekWire = chatWire({ wantsReasoningBack: true });
export const openaiCompatibleWire = chatWire({ wantsReasoningBack: false });

function refusal(status: number, type: string, message: string) {
  return { status, body: { error: { message, type, param: null, code: 'invalid_request_error' } } };
}

function messagesOf(item: Json): ModelMessage[] {
  const { role } = item;
  const text = wordsOf(item['content'] ?? '');
  if (role === 'user') return [{ role, text }];
  if (role === 'tool') return [{ role, callId: String(item['tool_call_id']), text }];
  if (role !== 'assistant') return [];
  const calls = listOf(item['tool_calls']).map(({ id, function: asked }) => {
    const { name, arguments: given } = asked as Json;
    return { id: String(id), name: String(name), arguments: JSON.parse(String(given)) as Json };
  });
  return [{ role, text, calls }];
}
