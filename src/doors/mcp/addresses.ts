import type { Log } from '#base/log.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { FairReads } from '#principals/fair-reads.ts';
import type { Registry } from '#tools/registry.ts';
import { Approvals } from './approve-by-elicitation.ts';
import { type Endpoint, openEndpoint } from './endpoint.ts';
import { type Limits, turnLimits } from './limits.ts';
import { LongStreams } from './long-streams.ts';
import { ResourceWatch } from './resource-watch.ts';
import { Sessions } from './sessions.ts';
import { SseDoor } from './sse-door.ts';

/** An address beyond the product's own, such as that of the conformance suite: its own registry, all of which it shows. */
export type FurtherAddress = { path: string; registry: Registry; pack: string };

type Needs = {
  registry: Registry;
  further: readonly FurtherAddress[];
  ledger: Pick<Ledger, 'follow' | 'head'>;
  installationKey: Buffer;
  limits: Limits;
  version: string;
  log: Log;
};

/** Everything that speaks MCP over HTTP, by its path. */
export function openAddresses(needs: Needs) {
  const { registry, further, ledger, installationKey, limits, version, log } = needs;
  const streams = new LongStreams(limits);
  const turns = new FairReads(turnLimits);
  const closing = new AbortController();
  const watches: ResourceWatch[] = [];
  const holders: Sessions[] = [];

  function serving(of: Registry) {
    const watch = new ResourceWatch({ ledger, changedBy: (event) => of.resources.changedBy(event), log });
    const sessions = new Sessions({ watch, streams, limits, log });
    watches.push(watch);
    holders.push(sessions);
    const approvals = new Approvals({ registry: of, installationKey });
    return { registry: of, approvals, watch, sessions, streams, turns, limits, closing: closing.signal, version, log };
  }

  const own = serving(registry);
  const whole = openEndpoint(own, { pack: undefined, isReadOnly: false });
  const endpoints = new Map<string, Endpoint>([['/mcp', whole]]);
  for (const { name: pack } of registry.packs()) {
    endpoints.set(`/mcp/x/${pack}`, openEndpoint(own, { pack, isReadOnly: false }));
    endpoints.set(`/mcp/x/${pack}/readonly`, openEndpoint(own, { pack, isReadOnly: true }));
  }
  for (const { path, registry: other, pack } of further)
    endpoints.set(path, openEndpoint(serving(other), { pack, isReadOnly: false, hasHost: true }));
  return {
    endpoints,
    sse: new SseDoor({ open: whole.openSession, watch: own.watch, streams, limits, log }),
    /** Ends the streams that would never end by themselves; calls go on. */
    endStreams: () => streams.endAll(),
    /** Ends the calls that are under way; whoever waits for one is told so. */
    endCalls: () => closing.abort(),
    async close() {
      streams.endAll();
      await Promise.all(holders.map((sessions) => sessions.closeAll()));
      await Promise.all([...endpoints.values()].map((endpoint) => endpoint.close()));
      for (const watch of watches) watch.close();
    },
  };
}
