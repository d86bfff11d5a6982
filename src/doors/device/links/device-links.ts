import { setTimeout as pause } from 'node:timers/promises';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { StationDirectory } from '#cluster/station-directory.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import type { Admitted, OpenDeviceRegistry } from '#devices/registry/device-registry.ts';
import type { Channel } from './channel.ts';
import { DeviceBudgets } from './device-budgets.ts';
import { DeviceLink } from './device-link.ts';
import { keepTools, type Vision, welcome } from './welcome.ts';

export type DeviceLinksNeeds = {
  book: OpenDeviceRegistry;
  /** Where this device sends its photos; known once the door for devices listens. */
  vision(deviceId: string, calledAt: string | undefined): Vision | null;
  /** This node, among those of the installation. */
  node: string;
  /** The clock that all nodes share: of two connections at two nodes the later one speaks. Absent: our own. */
  sharedNow?: () => number;
  /** Told of every connection that was ended for sending far too much. */
  cut?(budget: string): void;
  log: Log;
};

/** How long a device that says its tools have changed is waited for to stop saying so. */
const settleMs = 1_000;
const retryMs = 2_000;
const notAdmitted = 'it may no longer come in';
const elsewhere = 'it connected again';

/** Which connection speaks for a device, whatever it came by; the newest does, since a device that lost its power says no goodbye. */
export class DeviceLinks {
  private readonly directory = new StationDirectory<DeviceLink>();
  /** With what those came in that are written down. */
  private readonly recorded = new Map<DeviceLink, Admitted>();
  private readonly needs: DeviceLinksNeeds;
  private readonly work = new Set<Promise<void>>();
  /** Whose tools are being listed anew, and whether they changed again meanwhile. */
  private readonly refreshing = new Map<DeviceLink, boolean>();
  private readonly stopping = new AbortController();
  private readonly stopHearing: () => void;
  readonly budgets: DeviceBudgets;

  constructor(needs: DeviceLinksNeeds) {
    this.needs = needs;
    this.budgets = new DeviceBudgets((deviceId, budget) => {
      needs.cut?.(budget);
      needs.book.refused({ deviceId, reason: `over-budget-${budget}`, address: 'connected' });
    });
    this.stopHearing = needs.book.onRevoked((deviceId) => this.find(deviceId)?.end(notAdmitted));
  }

  /** The device may be called from now on. `closed` tells when its connection has ended. */
  open(admitted: Admitted, channel: Channel): { link: DeviceLink; closed(reason: string): void } {
    const { book, log } = this.needs;
    const deviceId = admitted.device.id;
    const link: DeviceLink = new DeviceLink({
      deviceId,
      channel,
      log,
      notified: (notification) => this.own(link, () => book.notified(deviceId, notification)),
      toolsChanged: () => this.own(link, () => this.refreshSoon(link)),
    });
    const before = this.directory.find(deviceId);
    const now = Math.round((this.needs.sharedNow ?? Date.now)() * 1_000);
    const { epoch } = this.directory.attach(deviceId, link, Math.max(now, (before?.epoch ?? 0) + 1));
    before?.link.end(elsewhere);
    const over = new AbortController();
    const { transport } = channel;
    const recorded = book.connected(deviceId, { transport, epoch });
    this.own(link, async () => {
      await recorded.catch((error: unknown) => {
        link.end('it could not be written down'); // a connection that nobody can see is none; the device comes again
        throw error;
      });
      this.recorded.set(link, admitted);
      const signal = AbortSignal.any([over.signal, this.stopping.signal]);
      // Else a device that came while the database was away would have no tools until it comes again.
      await this.untilWritten(async () => {
        // Whoever takes its credentials back from now on finds this connection; before, there was none to find.
        if (!(await book.isStillAdmitted(admitted))) return link.end(notAdmitted);
        await welcome(link, { ...this.needs, vision: this.needs.vision(deviceId, channel.calledAt) }, signal);
      });
    });
    return {
      link,
      closed: (why) => {
        const reason = link.closed(why);
        over.abort();
        this.recorded.delete(link);
        if (!this.directory.detach(deviceId, epoch)) return;
        this.own(link, async () => {
          await recorded.catch(() => undefined); // in this order, or the book would show it online for ever
          await this.untilWritten(() => book.disconnected(deviceId, { epoch, reason }));
        });
      },
    };
  }

  find(deviceId: string): DeviceLink | undefined {
    return this.directory.find(deviceId)?.link;
  }

  /** Another node wrote the device: our connection with it may have to end. */
  async recheck(deviceId: string): Promise<void> {
    const { book, node } = this.needs;
    const held = this.directory.find(deviceId);
    const admitted = held && this.recorded.get(held.link);
    if (held === undefined || admitted === undefined) return;
    if (!(await book.isStillAdmitted(admitted))) return held.link.end(notAdmitted);
    const known = await book.linkOf(deviceId);
    const isOurs = known?.isOnline === true && known.node === node && known.epoch === held.epoch;
    if (!isOurs && known !== undefined && known.epoch >= held.epoch) held.link.end(elsewhere);
  }

  /** After this node stood still, others may have spoken with all of them. */
  async recheckAll(): Promise<void> {
    for (const { deviceId } of [...this.recorded.keys()]) await this.recheck(deviceId);
  }

  count(transport: Channel['transport']): number {
    let count = 0;
    for (const { link } of this.directory.all()) if (link.channel.transport === transport) count += 1;
    return count;
  }

  /** False where the list broke off. */
  async refresh(link: DeviceLink, signal?: AbortSignal): Promise<boolean> {
    return keepTools(link, { ...this.needs, vision: null }, signal);
  }

  /** Ends every connection, and waits until that is written down. */
  async close(): Promise<void> {
    this.stopping.abort();
    this.stopHearing();
    for (const { link } of this.directory.all()) link.end('the server stopped');
    while (this.work.size > 0) await Promise.all(this.work);
  }

  private async refreshSoon(link: DeviceLink): Promise<void> {
    const isUnderWay = this.refreshing.has(link);
    this.refreshing.set(link, isUnderWay);
    if (isUnderWay) return; // once more afterwards: one that says so all the time must not fill its own queue
    try {
      do {
        await pause(settleMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
        this.refreshing.set(link, false);
        await this.refresh(link, this.stopping.signal);
      } while (this.refreshing.get(link) === true);
    } finally {
      this.refreshing.delete(link);
    }
  }

  /** A device that left while the database was away would be shown online until it comes again. */
  private async untilWritten(write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isDatabaseAway(error) || this.stopping.signal.aborted) throw error;
        await pause(retryMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  /** Work for a device that nobody waits for: what goes wrong in it is told here. */
  private own(link: DeviceLink, task: () => Promise<unknown>): void {
    const { deviceId } = link;
    const owned = task()
      .then(() => undefined)
      .catch((error: unknown) => {
        const { log } = this.needs;
        log[isDatabaseAway(error) ? 'warn' : 'error'](
          { deviceId, err: asError(error) },
          'a device could not be served',
        );
      })
      .finally(() => this.work.delete(owned));
    this.work.add(owned);
  }
}
