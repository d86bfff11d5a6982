import { asError } from '#base/errors.ts';
import type { ControlNeeds } from './control-needs.ts';

/** What any node may see of a site that the planning node has to know at once; of stations the ledger tells it, too. */
export type News = 'changed' | 'promise';

/** What happens at stations comes in bursts: a site is named once for each of them. */
const gatherMs = 200;

/** Tells the node that plans for all sites what stations and people did at this one. */
export class KeeperNews {
  private readonly needs: Pick<ControlNeeds, 'clock' | 'log' | 'askKeeper'>;
  private readonly changed = new Set<string>();
  private stopWaiting: (() => void) | null = null;

  constructor(needs: Pick<ControlNeeds, 'clock' | 'log' | 'askKeeper'>) {
    this.needs = needs;
  }

  noteChange(siteId: string, isSaid: boolean): void {
    // Whoever said something looks at the plan next: that question must not be there before the change.
    if (isSaid) return this.tell('changed', [siteId, true]);
    this.changed.add(siteId);
    this.stopWaiting ??= this.needs.clock.after(gatherMs, () => this.tellChanges());
  }

  /** Nobody waits for it. What does not arrive is noticed when the site is looked at anyway, a few minutes later. */
  tell(news: News, args: readonly unknown[]): void {
    this.needs.askKeeper?.(news, args).catch((error: unknown) => {
      this.needs.log.warn({ news, err: asError(error) }, 'the node that plans for sites could not be told of a change');
    });
  }

  close(): void {
    this.stopWaiting?.();
  }

  private tellChanges(): void {
    this.stopWaiting = null;
    for (const siteId of this.changed) this.tell('changed', [siteId, false]);
    this.changed.clear();
  }
}
