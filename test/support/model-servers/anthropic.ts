import { event, halves, type Json, listOf, type ModelMessage, model, textOfCall, type Wire, wordsOf } from './wire.ts';

const signature = 'signed-by-anthropic';

/** Messages API, streamed. */
export const anthropicWire: Wire = {
  path: '/messages',
  key: ['x-api-key', (key) => key],
  read(body) {
    if (typeof body['max_tokens'] !== 'number') throw new Error('max_tokens: field required');
    const hasCalls = /"type":"tool_(use|result)"/.test(JSON.stringify(body['messages']));
    if (hasCalls && listOf(body['tools']).length === 0)
      throw new Error('Requests which have `tool_use` or `tool_result` blocks must define tools');
    return {
      system: wordsOf(body['system'] ?? ''),
      messages: messagesIn(listOf(body['messages'])),
      tools: listOf(body['tools']).map(({ name, description, input_schema: schema }) => ({
        name: String(name),
        description: String(description),
        schema: schema as Json,
      })),
    };
  },
  frames({ reasoning, text = [], calls = [], isCut }, { input, output }) {
    const head = [
      event(
        {
          type: 'message_start',
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model,
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: input, output_tokens: 1 },
          },
        },
        'message_start',
      ),
    ];
    let index = -1;
    const start = (block: object) =>
      event({ type: 'content_block_start', index, content_block: block }, 'content_block_start');
    const delta = (given: object) => event({ type: 'content_block_delta', index, delta: given }, 'content_block_delta');
    const stop = () => event({ type: 'content_block_stop', index }, 'content_block_stop');
    if (reasoning !== undefined) {
      index += 1;
      head.push(start({ type: 'thinking', thinking: '', signature: '' }));
      head.push(delta({ type: 'thinking_delta', thinking: reasoning }));
      head.push(delta({ type: 'signature_delta', signature }), stop());
    }
    const tail: string[] = [];
    let pieces: string[] = [];
    if (text.length > 0) {
      index += 1;
      head.push(start({ type: 'text', text: '' }));
      pieces = text.map((piece) => delta({ type: 'text_delta', text: piece }));
      tail.push(stop());
    }
    for (const call of calls) {
      index += 1;
      tail.push(start({ type: 'tool_use', id: call.id, name: call.name, input: {} }));
      for (const half of halves(textOfCall(call))) tail.push(delta({ type: 'input_json_delta', partial_json: half }));
      tail.push(stop());
    }
    const stopReason = isCut === true ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn';
    const ended = { stop_reason: stopReason, stop_sequence: null };
    tail.push(event({ type: 'message_delta', delta: ended, usage: { output_tokens: output } }, 'message_delta'));
    tail.push(event({ type: 'message_stop' }, 'message_stop'));
    return { head, pieces, tail };
  },
  refusals: {
    key: refusal(401, 'authentication_error', 'invalid x-api-key'),
    model: refusal(404, 'not_found_error', 'model: m-small'),
    rate: refusal(429, 'rate_limit_error', 'This request would exceed your rate limit.'),
    'used-up': refusal(400, 'invalid_request_error', 'Your credit balance is too low to access the API.'),
    'too-long': refusal(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
    busy: refusal(529, 'overloaded_error', 'Overloaded'),
  },
};

function refusal(status: number, type: string, message: string) {
  return { status, body: { type: 'error', error: { type, message } } };
}

const idForm = /^[a-zA-Z0-9_-]+$/;

function messagesIn(given: Json[]): ModelMessage[] {
  const blocksOf = ({ content }: Json) => (Array.isArray(content) ? listOf(content) : [{ type: 'text' }]);
  const lastQuestion = given.findLastIndex(
    (message) => message['role'] === 'user' && blocksOf(message).some(({ type }) => type === 'text'),
  );
  for (const message of given.slice(lastQuestion + 1)) {
    const types = blocksOf(message).map(({ type }) => type);
    if (types.includes('tool_use') && types[0] !== 'thinking')
      throw new Error('Expected `thinking` or `redacted_thinking`, but found `tool_use`');
  }
  return given.flatMap(messagesOf);
}

function messagesOf({ role, content }: Json): ModelMessage[] {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  if (blocks.length === 0) throw new Error('messages: content must not be empty');
  const text = wordsOf(blocks.filter(({ type }) => type === 'text'));
  if (role === 'assistant') {
    for (const thought of blocks.filter(({ type }) => type === 'thinking'))
      if (thought['signature'] !== signature) throw new Error('thinking: invalid signature');
    const calls = blocks
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => ({ id: String(id), name: String(name), arguments: input as Json }));
    for (const { id } of calls) if (!idForm.test(id)) throw new Error(`tool_use.id: ${id} does not match ${idForm}`);
    return [{ role: 'assistant', text, calls }];
  }
  const answers = blocks
    .filter(({ type }) => type === 'tool_result')
    .map((block) => ({ role: 'tool' as const, callId: String(block['tool_use_id']), text: wordsOf(block['content']) }));
  return [...answers, ...(text === '' ? [] : [{ role: 'user' as const, text }])];
}
