import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from '@modelcontextprotocol/server';

export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** In the newer era the client says with each request whether it would come back for the answer, and we decide whether it has to. */
export function declaresTasks({ mcpReq }: ServerContext): boolean {
  const { [CLIENT_CAPABILITIES_META_KEY]: declared } = (mcpReq.envelope ?? {}) as {
    [CLIENT_CAPABILITIES_META_KEY]?: { extensions?: Record<string, unknown> };
  };
  return declared?.extensions?.[tasksExtension] !== undefined;
}
