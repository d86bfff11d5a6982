import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Change, Registry } from '#tools/registry.ts';
import type { ResourceWatch } from './resource-watch.ts';
import type { Visit } from './visit.ts';

/** What one `subscriptions/listen` of the newer era wants to hear. */
export type Listening = { uris: readonly string[]; sessionId: string | undefined; visit: Visit };

const eventOf = {
  tools: 'tools_list_changed',
  resources: 'resources_list_changed',
  prompts: 'prompts_list_changed',
} satisfies Record<Change['kind'], ServerEvent['kind']>;

/** Brings changes of the registry and of the ledger to the streams that the SDK holds open. Whose stream it is, the SDK does not tell: hence the storage. */
export class ListenBus implements ServerEventBus {
  private readonly current = new AsyncLocalStorage<Listening>();
  private readonly needs: { registry: Pick<Registry, 'changes'>; watch: ResourceWatch };

  constructor(needs: { registry: Pick<Registry, 'changes'>; watch: ResourceWatch }) {
    this.needs = needs;
  }

  /** What is subscribed to within the work is this listening's. */
  run<Result>(listening: Listening, work: () => Result): Result {
    return this.current.run(listening, work);
  }

  subscribe(tell: (event: ServerEvent) => void): () => void {
    const { registry, watch } = this.needs;
    const listening = this.current.getStore();
    if (listening === undefined) throw new Error('A stream was opened by nobody.');
    const { uris, sessionId, visit } = listening;
    const stops = [
      registry.changes.subscribe((change) => {
        if (change.sessionId === undefined || change.sessionId === sessionId) tell({ kind: eventOf[change.kind] });
      }),
      watch.watch(uris, { tell: (uri) => tell({ kind: 'resource_updated', uri }), isReady: () => !visit.isBehind() }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Changes come from the registry and the ledger alone. */
  publish(): void {}
}
