import type { Server } from '@modelcontextprotocol/server';
import { withHost } from './host.ts';
import { orProtocolError } from './protocol-error.ts';
import { completion } from './serve-resources.ts';
import { mustHaveNoCursor } from './serve-tools.ts';
import { callContext, type Serving } from './serving.ts';

// oxlint-disable-next-line typescript/no-deprecated -- the low-level server is meant for those who bring their own registry
export function servePrompts(server: Server, serving: Serving): void {
  const { prompts } = serving.registry;

  server.setRequestHandler('prompts/list', ({ params }, request) =>
    orProtocolError(serving, async () => {
      mustHaveNoCursor(params?.cursor);
      return {
        prompts: prompts.listAllowed(callContext(serving, request)).map(({ name, title, description, ...prompt }) => ({
          ...{ name, title, description },
          arguments: prompt.arguments.map((argument) => ({
            ...{ name: argument.name, description: argument.description, required: argument.isRequired },
          })),
        })),
      };
    }),
  );

  server.setRequestHandler('prompts/get', ({ params }, request) =>
    orProtocolError(serving, () =>
      withHost(serving, { server, request, context: callContext(serving, request) }, async (context) => {
        const text = await prompts.render(params.name, params.arguments ?? {}, context);
        return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
      }),
    ),
  );
}

/** Values for the arguments of prompts and the parts of addresses, for whoever types them. */
// oxlint-disable-next-line typescript/no-deprecated -- as above
export function serveCompletions(server: Server, serving: Serving): void {
  const { prompts, resources } = serving.registry;
  server.setRequestHandler('completion/complete', ({ params: { ref, argument } }, request) =>
    orProtocolError(serving, async () => {
      const context = callContext(serving, request);
      const asked = { parameter: argument.name, begun: argument.value };
      return completion(
        ref.type === 'ref/prompt'
          ? await prompts.complete(ref.name, asked, context)
          : await resources.complete(ref.uri, asked, context),
      );
    }),
  );
}
