import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { UnknownResource } from '#tools/read-resource.ts';
import type { Change } from '#tools/registry.ts';
import type { Limits } from './limits.ts';
import { orProtocolError } from './protocol-error.ts';
import type { ResourceWatch } from './resource-watch.ts';
import { callContext, type Serving } from './serving.ts';

type Needs = {
  // oxlint-disable-next-line typescript/no-deprecated -- the low-level server is meant for those who bring their own registry
  server: Server;
  serving: Serving;
  watch: ResourceWatch;
  limits: Limits;
  /** Whether the session's line can take more. */
  isReady(): boolean;
  onEnd(): void;
  /** Where others go on with this session, what it subscribes to is written down. */
  book?: { subscribe(uri: string): Promise<void>; unsubscribe(uri: string): Promise<void> };
  log: Log;
};

export type AttachedSession = {
  /** From now on it is told of exactly these. */
  follow(uris: readonly string[]): Promise<void>;
};

/** What a session of the older era is told without asking: changed lists, and the resources it subscribed to. */
export function attachSession({ server, serving, watch, limits, isReady, onEnd, book, log }: Needs): AttachedSession {
  const { registry, sessionId } = serving;
  const subscriptions = new Map<string, () => void>();
  let isOver = false;
  const drop = (): undefined => undefined; // nobody listens any more
  const tell = (stale: string): void => void server.sendResourceUpdated({ uri: stale }).catch(drop);

  function listenTo(uri: string): void {
    subscriptions.get(uri)?.();
    subscriptions.set(uri, watch.watch([uri], { tell, isReady }));
  }

  function stopListeningTo(uri: string): void {
    subscriptions.get(uri)?.();
    subscriptions.delete(uri);
  }

  server.setRequestHandler('resources/subscribe', ({ params: { uri } }, request) =>
    orProtocolError(serving, async () => {
      if (!(await registry.resources.isReadable(uri, callContext(serving, request))))
        throw new ResourceNotFoundError(uri, new UnknownResource().message);
      await watch.prepare();
      // Looked at after the waiting: others may have come meanwhile, and the session may have ended.
      if (isOver) return {};
      if (subscriptions.size >= limits.subscriptions && !subscriptions.has(uri)) throw tooManySubscriptions(limits);
      listenTo(uri);
      await book?.subscribe(uri);
      return {};
    }),
  );
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    stopListeningTo(uri);
    await book?.unsubscribe(uri);
    return {};
  });

  const capabilities = server.getCapabilities();
  const tellChanged = {
    tools: () => server.sendToolListChanged(),
    resources: async () => capabilities.resources && server.sendResourceListChanged(),
    prompts: async () => capabilities.prompts && server.sendPromptListChanged(),
  } satisfies Record<Change['kind'], () => Promise<unknown>>;
  const stopHearing = registry.changes.subscribe((change) => {
    if (change.sessionId === undefined || change.sessionId === sessionId) tellChanged[change.kind]().catch(drop);
  });

  const onclose = (): void => {
    isOver = true;
    stopHearing();
    for (const stop of subscriptions.values()) stop();
    subscriptions.clear();
    onEnd();
  };
  const onerror = ({ message }: Error): void => log.debug({ reason: message }, 'MCP session refused a message');
  Object.assign(server, { onclose, onerror });
  return {
    async follow(uris) {
      if (uris.length > 0) await watch.prepare();
      if (isOver) return;
      for (const uri of subscriptions.keys()) if (!uris.includes(uri)) stopListeningTo(uri);
      for (const uri of uris) if (!subscriptions.has(uri)) listenTo(uri);
    },
  };
}

/** What a session was shown goes with it; it would expire all the same. */
export function forgetDisclosure({ registry, sessionId, actor }: Serving): void {
  if (sessionId !== undefined) registry.disclosure.clear({ sessionId, actor }).catch(() => undefined);
}

export function tooManySubscriptions({ subscriptions }: Limits): SigecError {
  return new SigecError(
    'TOO_MANY_REQUESTS',
    `${subscriptions} resources are the most that one stream is told of. Unsubscribe from some first.`,
  );
}
