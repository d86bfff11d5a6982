import {
  type CompleteResult,
  type Resource as McpResource,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import { SigecError } from '#base/errors.ts';
import type { ResourceEntry } from '#tools/pack.ts';
import { maxCompletions } from '#tools/read-resource.ts';
import { withHost } from './host.ts';
import { orProtocolError } from './protocol-error.ts';
import { mustHaveNoCursor } from './serve-tools.ts';
import { callContext, type Serving } from './serving.ts';

const mimeType = 'application/json';

// oxlint-disable-next-line typescript/no-deprecated -- the low-level server is meant for those who bring their own registry
export function serveResources(server: Server, serving: Serving): void {
  const { resources } = serving.registry;

  server.setRequestHandler('resources/list', ({ params }, request) =>
    orProtocolError(serving, async () => {
      const { entries, next } = await resources.list(params?.cursor, callContext(serving, request));
      return { resources: entries.map(shown), ...(next !== undefined && { nextCursor: next }) };
    }),
  );

  server.setRequestHandler('resources/templates/list', ({ params }, request) =>
    orProtocolError(serving, async () => {
      mustHaveNoCursor(params?.cursor);
      const templates = resources
        .listAllowed(callContext(serving, request))
        .filter(({ template }) => template.parameters.length > 0);
      return {
        resourceTemplates: templates.map(({ name, title, description, uriTemplate }) => ({
          ...{ name, title, description, uriTemplate, mimeType },
        })),
      };
    }),
  );

  server.setRequestHandler('resources/read', ({ params: { uri } }, request) =>
    orProtocolError(serving, async () => {
      try {
        return await withHost(serving, { server, request, context: callContext(serving, request) }, async (context) => {
          const json = await resources.read(uri, context);
          return { contents: [{ uri, mimeType, text: JSON.stringify(json) }] };
        });
      } catch (thrown) {
        // The SDK gives it one code in both eras, and the address beside it.
        const isMissing = thrown instanceof SigecError && thrown.code === 'NOT_FOUND';
        throw isMissing ? new ResourceNotFoundError(uri, thrown.message) : thrown;
      }
    }),
  );
}

function shown({ uri, name, title, description, changedAt }: ResourceEntry): McpResource {
  return {
    ...{ uri, name, mimeType },
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(changedAt !== undefined && { annotations: { lastModified: changedAt } }),
  };
}

/** At most a hundred travel; `total` says how many there were. */
export function completion(values: readonly string[]): CompleteResult {
  const hasMore = values.length > maxCompletions;
  return { completion: { values: values.slice(0, maxCompletions), total: values.length, hasMore } };
}
