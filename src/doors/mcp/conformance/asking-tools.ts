import { z } from 'zod';
import type { Tool } from '#tools/tool.ts';
import type { Host } from '../host.ts';
import { fixture, result, textBlock } from './fixture.ts';

/** Questions to the client while a call waits: the older era alone has them. */
export const askingTools: Tool[] = [
  fixture({
    name: 'test_sampling',
    input: { prompt: z.string().describe('What to ask the model') },
    async answer({ prompt }, host) {
      const messages = [{ role: 'user', content: { type: 'text', text: prompt } }];
      const said = await ask(host, 'sampling/createMessage', { messages, maxTokens: 100 });
      host.answerWith(result(textBlock(`LLM response: ${JSON.stringify(said['content'])}`)));
    },
  }),
  elicitation('test_elicitation', ({ message }) => ({
    message,
    properties: {
      username: { type: 'string', description: "User's response" },
      email: { type: 'string', description: "User's email address" },
    },
    required: ['username', 'email'],
  })),
  elicitation('test_elicitation_sep1034_defaults', () => ({
    message: 'Please review the defaults',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  })),
  elicitation('test_elicitation_sep1330_enums', () => ({
    message: 'Please choose',
    properties: {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    },
  })),
];

const titled = ['First', 'Second', 'Third'].map((name, index) => ({
  const: `value${index + 1}`,
  title: `${name} Option`,
}));

type Form = { message: string; properties: object; required?: string[] };

function elicitation(name: string, form: (given: { message: string }) => Form): Tool {
  return fixture({
    name,
    input: { message: z.string().default('').describe('What to ask the person') },
    async answer(given, host) {
      const { message, ...schema } = form(given);
      const requestedSchema = { type: 'object', ...schema };
      const said = await ask(host, 'elicitation/create', { mode: 'form', message, requestedSchema });
      const { action, content } = said as { action: string; content?: object };
      host.answerWith(result(textBlock(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)));
    },
  });
}

function ask(
  { request }: Host,
  method: 'sampling/createMessage' | 'elicitation/create',
  params: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return request.mcpReq.send({ method, params });
}
