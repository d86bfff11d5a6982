import type { Server } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { attachSession } from './attach-session.ts';
import { limits } from './limits.ts';
import type { ResourceWatch } from './resource-watch.ts';
import type { Serving } from './serving.ts';

test('a session that ends while it subscribes leaves nobody listening', async () => {
  const ready = Promise.withResolvers<void>();
  const watched: string[] = [];
  const watch = {
    prepare: () => ready.promise,
    watch(uris: readonly string[]) {
      watched.push(...uris);
      return () => undefined;
    },
  } as unknown as ResourceWatch;
  type Handler = (asked: object, request: object) => Promise<object>;
  const handlers = new Map<string, Handler>();
  const server = {
    setRequestHandler: (method: string, handler: Handler) => handlers.set(method, handler),
    getCapabilities: () => ({}),
    // oxlint-disable-next-line typescript/no-deprecated -- the low-level server is meant for those who bring their own registry
  } as unknown as Server;
  const registry = {
    resources: { isReadable: () => Promise.resolve(true) },
    changes: { subscribe: () => () => undefined },
  };
  const serving = {
    registry,
    sessionId: undefined,
    log: silentLog,
    closing: AbortSignal.any([]),
  } as unknown as Serving;
  const rest = { isReady: () => true, onEnd: () => undefined, log: silentLog };
  attachSession({ server, serving, watch, limits, ...rest });

  const request = { mcpReq: { signal: AbortSignal.any([]) } };
  const subscribing = handlers.get('resources/subscribe')?.({ params: { uri: 'trial://things' } }, request);
  server.onclose?.();
  ready.resolve();
  await subscribing;
  expect(watched).toEqual([]);
});
