import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '#base/config.ts';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { Cluster } from './open-cluster.ts';

type Needs = {
  config: Pick<Config, 'drainSeconds' | 'natsUrl'>;
  cluster: Pick<Cluster, 'membership' | 'channel'>;
  /** Ends the connections of stations, spread over the time. */
  sendStationsAway(overMs: number): Promise<void>;
  log: Log;
};

export const drainSubject = 'drain';

/** A balancer asks /readyz every few seconds; it is given this part of the time to learn that nobody new is to be sent here. */
const noticeShare = 1 / 6;

/** What a node does before it ends, so that its stations go to other nodes without a storm. */
export class NodeDrain {
  private readonly needs: Needs;
  private draining: Promise<void> | undefined;

  constructor(needs: Needs) {
    this.needs = needs;
    needs.cluster.channel.serve(drainSubject, () => Promise.resolve(this.begin()));
  }

  /** It still works, and is not to be given anything new. */
  get isDraining(): boolean {
    return this.draining !== undefined;
  }

  /** Told to end. Nothing is waited for where no other node could take the stations; without NATS all processes of NODES end together. */
  async run(): Promise<void> {
    const { config, cluster } = this.needs;
    const { membership } = cluster;
    const canLeave = config.natsUrl === '' ? membership.hasOtherMachines : !membership.isAlone;
    if (this.draining === undefined && (!canLeave || config.drainSeconds === 0)) return;
    this.begin();
    await this.draining;
  }

  /** Asked for: it goes on, and is to be ended by whoever asked once its stations have gone. */
  begin(): void {
    this.draining ??= this.drain().catch((error: unknown) => {
      this.needs.log.error({ err: asError(error) }, 'the node could not be drained');
    });
  }

  private async drain(): Promise<void> {
    const { config, cluster, sendStationsAway, log } = this.needs;
    const totalMs = config.drainSeconds * 1_000;
    log.info({ seconds: config.drainSeconds }, 'the node is being drained: its stations go to other nodes');
    cluster.membership.tellDraining();
    await pause(totalMs * noticeShare);
    await sendStationsAway(totalMs * (1 - noticeShare));
  }
}
