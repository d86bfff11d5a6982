import { event, type Json, listOf, type ModelMessage, model, type Wire, wordsOf } from './wire.ts';

const signature = 'signed-by-google';

/** generateContent, streamed. Its calls have no ids: answers belong to them by their order. */
export const googleWire: Wire = {
  path: `/models/${model}:streamGenerateContent?alt=sse`,
  key: ['x-goog-api-key', (key) => key],
  read(body) {
    let calls = 0;
    let answers = 0;
    const contents = listOf(body['contents']);
    const lastQuestion = contents.findLastIndex(
      ({ role, parts }) => role === 'user' && listOf(parts).some((part) => 'text' in part),
    );
    const messages = contents.flatMap(({ role, parts: given }, index): ModelMessage[] => {
      const parts = listOf(given);
      if (parts.length === 0) throw new Error('contents.parts must not be empty.');
      const text = wordsOf(parts.filter((part) => part['thought'] !== true));
      if (role === 'model') {
        const asked = parts.filter((part) => 'functionCall' in part);
        if (index > lastQuestion && asked.length > 0 && asked[0]?.['thoughtSignature'] !== signature)
          throw new Error('Function call is missing a thought_signature in functionCall parts.');
        const made = asked.map((part) => {
          const { name, args } = part['functionCall'] as Json;
          calls += 1;
          return { id: `call ${calls}`, name: String(name), arguments: (args ?? {}) as Json };
        });
        return [{ role: 'assistant', text, calls: made }];
      }
      const told = parts
        .filter((part) => 'functionResponse' in part)
        .map((part) => {
          const { response } = part['functionResponse'] as { response: Json };
          answers += 1;
          const said = response['content'] ?? response['output'] ?? response['error'] ?? response;
          return {
            role: 'tool' as const,
            callId: `call ${answers}`,
            text: typeof said === 'string' ? said : JSON.stringify(said),
          };
        });
      return [...told, ...(text === '' ? [] : [{ role: 'user' as const, text }])];
    });
    const { systemInstruction } = body as { systemInstruction?: { parts: unknown } };
    const declared = listOf(body['tools']).flatMap((tool) => listOf(tool['functionDeclarations']));
    return {
      system: wordsOf(systemInstruction?.parts),
      messages,
      tools: declared.map(({ name, description, parameters, parametersJsonSchema }) => ({
        name: String(name),
        description: String(description),
        schema: (parametersJsonSchema ?? parameters ?? { type: 'object' }) as Json,
      })),
    };
  },
  frames({ reasoning, text = [], calls = [], isCut }, { input, output }) {
    const usageMetadata = { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output };
    const chunk = (parts: object[], finishReason?: string) =>
      event({
        candidates: [{ content: { role: 'model', parts }, ...(finishReason && { finishReason }), index: 0 }],
        usageMetadata,
        modelVersion: model,
      });
    const head = reasoning === undefined ? [] : [chunk([{ text: reasoning, thought: true }])];
    const pieces = text.map((piece) => chunk([{ text: piece }]));
    const asked = calls.map(({ name, arguments: given }, index) => ({
      functionCall: { name, args: given },
      ...(index === 0 && { thoughtSignature: signature }),
    }));
    const tail = [chunk(asked.length > 0 ? asked : [{ text: '' }], isCut === true ? 'MAX_TOKENS' : 'STOP')];
    return { head, pieces, tail };
  },
  refusals: {
    key: refusal(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'),
    model: refusal(404, 'NOT_FOUND', 'models/m-small is not found for API version v1beta.'),
    rate: refusal(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
    'too-long': refusal(400, 'INVALID_ARGUMENT', 'The input token count (1200000) exceeds the maximum (1048576).'),
    busy: refusal(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  },
};

function refusal(code: number, status: string, message: string) {
  return { status: code, body: { error: { code, message, status } } };
}
