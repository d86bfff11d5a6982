import type { LedgerEvent } from '#contract/event.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { reachNow } from '#principals/reach.ts';
import type { Charging } from './open-charging.ts';
import { isStationWithin, mustBeWithin, type Sites } from './within-sites.ts';

/** The flight recorder for such callers. */
export function messagesWithinSites<Recorder extends object>(messages: Recorder, charging: Charging): Recorder {
  return new Proxy(messages, {
    get(recorder, name) {
      const method = Reflect.get(recorder, name) as unknown;
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => {
        const proceed = () => Reflect.apply(method, recorder, args) as unknown;
        const sites = reachNow();
        if (sites === 'whole') return proceed();
        const checked = mustBeWithin(charging, sites, args[0]);
        return name === 'export' ? after(checked, proceed as () => AsyncIterable<unknown>) : checked.then(proceed);
      };
    },
  });
}

async function* after<Item>(checked: Promise<void>, items: () => AsyncIterable<Item>): AsyncGenerator<Item> {
  await checked;
  yield* items();
}

/** The events that such a caller may see: those of stations and sites of theirs. */
export function ledgerWithinSites(ledger: Pick<Ledger, 'read'>, charging: Charging): Pick<Ledger, 'read'> {
  return {
    async read(query: Parameters<Ledger['read']>[0]) {
      const [sites, events] = [reachNow(), await ledger.read(query)];
      return sites === 'whole' ? events : eventsWithin(charging, sites, events);
    },
  };
}

/** Whether an event is for this caller; undefined: all are. */
export function eventFilter(charging: Charging): ((event: LedgerEvent) => Promise<boolean>) | undefined {
  const sites = reachNow();
  return sites === 'whole' ? undefined : (event) => isEventWithin(charging, sites, event);
}

/** The same for what is told of one station. */
export function stationFilter(charging: Charging): ((stationId: string) => Promise<boolean>) | undefined {
  const sites = reachNow();
  return sites === 'whole' ? undefined : (stationId) => isStationWithin(charging, sites, stationId);
}

async function eventsWithin(charging: Charging, sites: Sites, events: readonly LedgerEvent[]): Promise<LedgerEvent[]> {
  const isShown = await Promise.all(events.map((event) => isEventWithin(charging, sites, event)));
  return events.filter((_event, index) => isShown[index]);
}

/** What happened at no station and no site is of the whole installation. */
async function isEventWithin(charging: Charging, sites: Sites, { stationId, body }: LedgerEvent): Promise<boolean> {
  const { siteId, formerSiteId } = body;
  if (typeof formerSiteId === 'string' && !sites.has(formerSiteId)) return false;
  if (typeof siteId === 'string' && !sites.has(siteId)) return false;
  return stationId === null ? typeof siteId === 'string' : isStationWithin(charging, sites, stationId);
}
