import { every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { type LocationNeeds, publishSite, readPublishedSites } from './publish-locations.ts';

/** Sites where something changed are published a few times a second: of many changes at one site partners hear together. */
export function openSitePublisher(needs: LocationNeeds & { log: Log; everyMs?: number }) {
  const changed = new Set<string>();
  const publishing = every({
    task: 'publish locations to roaming partners',
    everyMs: needs.everyMs ?? 300,
    log: needs.log,
    async run() {
      if (changed.size === 0) return;
      const published = new Set((await readPublishedSites(needs.pool)).map(({ siteId }) => siteId));
      for (const siteId of [...changed]) {
        changed.delete(siteId); // what changes meanwhile is published next time
        if (!published.has(siteId)) continue;
        try {
          await publishSite(needs, siteId);
        } catch (error) {
          changed.add(siteId); // behind the others
          throw error;
        }
      }
    },
  });
  return {
    note: (siteId: string): void => void changed.add(siteId),
    close: () => publishing.close(),
  };
}
