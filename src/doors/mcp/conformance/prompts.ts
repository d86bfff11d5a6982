import type { PromptMessage } from '@modelcontextprotocol/server';
import type { CallContext } from '#tools/context.ts';
import type { Prompt, PromptArgument } from '#tools/pack.ts';
import { hostOf, pngBase64 } from './fixture.ts';
import { answersTo, askFor, elicit } from './input-required-tools.ts';

export const prompts: Prompt[] = [
  prompt('test_simple_prompt', [], () => Promise.resolve('This is a simple prompt for testing.')),
  prompt(
    'test_prompt_with_arguments',
    [
      {
        ...argument('arg1'),
        complete: (begun) => Promise.resolve(['paris', 'park'].filter((value) => value.startsWith(begun))),
      },
      argument('arg2'),
    ],
    ({ arg1, arg2 }) => Promise.resolve(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ),
  prompt('test_prompt_with_embedded_resource', [argument('resourceUri')], ({ resourceUri = '' }, context) => {
    const resource = { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
    return answerWith(context, [
      { role: 'user', content: { type: 'resource', resource } },
      { role: 'user', content: { type: 'text', text: 'Please process the embedded resource above.' } },
    ]);
  }),
  prompt('test_prompt_with_image', [], (_given, context) =>
    answerWith(context, [
      { role: 'user', content: { type: 'image', data: pngBase64, mimeType: 'image/png' } },
      { role: 'user', content: { type: 'text', text: 'Please analyze the image above.' } },
    ]),
  ),
  prompt('test_input_required_result_prompt', [], async (_given, context) => {
    const host = hostOf(context);
    const said = answersTo(host, ['user_context']);
    if (said === undefined)
      await askFor(host, { user_context: elicit('What context should the prompt use?', 'context') });
    return `Use this context: ${JSON.stringify(said)}`;
  }),
];

function prompt(name: string, args: readonly PromptArgument[], render: Prompt['render']): Prompt {
  return { name, title: name, description: `The prompt ${name} of the conformance suite`, arguments: args, render };
}

function argument(name: string): PromptArgument {
  return { name, description: `The argument ${name}`, isRequired: true };
}

function answerWith(context: CallContext, messages: PromptMessage[]): Promise<string> {
  hostOf(context).answerWith({ messages });
  return Promise.resolve('');
}
