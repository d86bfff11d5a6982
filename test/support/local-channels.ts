import { silentLog } from '../../src/base/log.ts';
import type { Channel } from '../../src/cluster/channel/channel.ts';
import { channelOver } from '../../src/cluster/channel/channel-over.ts';
import { LocalHub } from '../../src/cluster/channel/local-hub.ts';
import { type Line, type LocalMessage, localWire } from '../../src/cluster/channel/local-wire.ts';

/** The channels of nodes that meet in one process, as those of NODES meet in the one that started them. */
export class LocalChannels {
  private readonly hub = new LocalHub();

  join(node: string): { channel: Channel; die(): void } {
    const [near, far] = lineOfTwo();
    const leave = this.hub.join(node, far);
    return { channel: channelOver(localWire(node, near), silentLog), die: leave };
  }
}

/** Two ends of a line, as the processes of one machine have them: what passes is text. */
function lineOfTwo(): [Line, Line] {
  const hearers: ((message: LocalMessage) => void)[] = [() => {}, () => {}];
  const end = (own: number, other: number): Line => ({
    send: (message) => {
      const text = JSON.stringify(message);
      setImmediate(() => hearers[other]?.(JSON.parse(text) as LocalMessage));
    },
    onMessage: (hear) => void (hearers[own] = hear),
  });
  return [end(0, 1), end(1, 0)];
}
