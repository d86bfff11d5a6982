import { event, halves, type Json, listOf, type ModelMessage, model, textOfCall, type Wire, wordsOf } from './wire.ts';

const sealed = 'sealed-by-openai';

/** Responses API, streamed. */
export const openaiWire: Wire = {
  path: '/responses',
  key: ['authorization', (key) => `Bearer ${key}`],
  read(body) {
    if (body['store'] !== false) throw new Error('these conversations are not for the provider to keep');
    const items = listOf(body['input']);
    const messages: ModelMessage[] = [];
    for (const item of items) {
      const { type, role } = item;
      if (type === 'item_reference') throw new Error('Item not found: nothing is stored');
      if (type === 'reasoning' && item['encrypted_content'] !== sealed) throw new Error('reasoning: not ours');
      if (role === 'user') messages.push({ role, text: wordsOf(item['content']) });
      if (role === 'assistant') messages.push({ role, text: wordsOf(item['content']), calls: [] });
      if (type === 'function_call') callsOfLast(messages).push(callOf(item));
      if (type === 'function_call_output')
        messages.push({ role: 'tool', callId: String(item['call_id']), text: wordsOf(item['output']) });
    }
    const told = items.filter(({ role }) => role === 'system' || role === 'developer');
    return {
      system: told.map(({ content }) => wordsOf(content)).join('\n') + wordsOf(body['instructions'] ?? ''),
      messages,
      tools: listOf(body['tools']).map(({ name, description, parameters }) => ({
        name: String(name),
        description: String(description),
        schema: parameters as Json,
      })),
    };
  },
  frames({ reasoning, text = [], calls = [], isCut }, { input, output }) {
    let output_index = -1;
    const response = { id: 'resp_1', object: 'response', created_at: 1_700_000_000, model, output: [] };
    const typed = (type: string, more: object) => event({ type, ...more }, type);
    const added = (item: object) => typed('response.output_item.added', { output_index, item });
    const done = (item: object) => typed('response.output_item.done', { output_index, item });
    const head = [typed('response.created', { response: { ...response, status: 'in_progress' } })];
    if (reasoning !== undefined) {
      output_index += 1;
      const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: sealed };
      const summary = { item_id: 'rs_1', output_index, summary_index: 0 };
      head.push(added(item), typed('response.reasoning_summary_part.added', summary));
      head.push(typed('response.reasoning_summary_text.delta', { ...summary, delta: reasoning }), done(item));
    }
    const tail: string[] = [];
    let pieces: string[] = [];
    if (text.length > 0) {
      output_index += 1;
      const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] };
      head.push(added(item));
      const at = { item_id: 'msg_1', output_index, content_index: 0 };
      pieces = text.map((delta) => typed('response.output_text.delta', { ...at, delta }));
      tail.push(done({ ...item, status: 'completed' }));
    }
    for (const call of calls) {
      output_index += 1;
      const id = `fc_${call.id}`;
      const item = {
        type: 'function_call',
        id,
        call_id: call.id,
        name: call.name,
        arguments: '',
        status: 'in_progress',
      };
      tail.push(added(item));
      for (const delta of halves(textOfCall(call)))
        tail.push(typed('response.function_call_arguments.delta', { item_id: id, output_index, delta }));
      tail.push(done({ ...item, arguments: textOfCall(call), status: 'completed' }));
    }
    const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
    const ended = isCut === true ? 'incomplete' : 'completed';
    const why = isCut === true ? { incomplete_details: { reason: 'max_output_tokens' } } : {};
    tail.push(typed(`response.${ended}`, { response: { ...response, status: ended, usage, ...why } }));
    return { head, pieces, tail };
  },
  refusals: {
    key: refusal(401, 'invalid_api_key', 'Incorrect API key provided.'),
    model: refusal(404, 'model_not_found', 'The model `m-small` does not exist or you do not have access to it.'),
    rate: refusal(429, 'rate_limit_exceeded', 'Rate limit reached for requests.'),
    'used-up': refusal(429, 'insufficient_quota', 'You exceeded your current quota.'),
    'too-long': refusal(400, 'context_length_exceeded', 'Your input exceeds the context window of this model.'),
    busy: refusal(503, 'server_error', 'The server is overloaded.'),
  },
};

function refusal(status: number, code: string, message: string) {
  return { status, body: { error: { message, type: 'invalid_request_error', param: null, code } } };
}

function callOf({ call_id: id, name, arguments: given }: Json) {
  return { id: String(id), name: String(name), arguments: JSON.parse(String(given)) as Json };
}

/** Calls are items of their own there; they belong to what was said just before. */
function callsOfLast(messages: ModelMessage[]) {
  const last = messages.at(-1);
  if (last?.role === 'assistant') return last.calls;
  const said = { role: 'assistant' as const, text: '', calls: [] };
  messages.push(said);
  return said.calls as ReturnType<typeof callOf>[];
}
