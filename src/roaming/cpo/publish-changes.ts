import { every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { type LocationNeeds, publishSite, readPublishedSites } from './publish-locations.ts';

/** A site that was published rests for so long: what changes there meanwhile goes to each partner together. */
const usualRestMs = 3_000;
const lanes = 4;

/** Sites where something changed are published: at once, and a busy one every three seconds. */
export function openSitePublisher(needs: LocationNeeds & { log: Log; everyMs?: number; restMs?: number }) {
  const { pool, log, everyMs = 300, restMs = usualRestMs } = needs;
  const quiet = { ...needs, wake: () => undefined }; // the outbox hears once of all of them
  const changed = new Set<string>();
  /** By site: when it was published, as long as it rests. */
  const resting = new Map<string, number>();

  async function publishDue(): Promise<void> {
    const now = performance.now();
    for (const [siteId, at] of resting) if (now - at >= restMs) resting.delete(siteId);
    const due = [...changed].filter((siteId) => !resting.has(siteId));
    if (due.length === 0) return;
    const published = new Set((await readPublishedSites(pool)).map(({ siteId }) => siteId));
    const lane = async () => {
      for (let siteId = due.shift(); siteId !== undefined; siteId = due.shift()) {
        changed.delete(siteId); // what changes meanwhile is published next time
        if (!published.has(siteId)) continue;
        resting.set(siteId, performance.now());
        await publishSite(quiet, siteId).catch((error: unknown) => {
          changed.add(siteId); // behind the others
          throw error;
        });
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
    needs.wake();
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  }

  const publishing = every({ task: 'publish locations to roaming partners', everyMs, log, run: publishDue });
  return {
    note: (siteId: string): void => void changed.add(siteId),
    close: () => publishing.close(),
  };
}
