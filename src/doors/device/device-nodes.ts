import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { answerOf } from '#cluster/channel/answer-of.ts';
import type { Channel } from '#cluster/channel/channel.ts';
import { followOthers } from '#cluster/follow-others.ts';
import type { Membership } from '#cluster/membership.ts';
import type { AlertDevice, DeviceAnswer } from '#contract/devices/device.ts';
import type { OpenDeviceRegistry } from '#devices/registry/device-registry.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { DeviceLinks } from './links/device-links.ts';

/** The nodes of an installation, as the side of devices needs them. */
export type DeviceNodes = { channel: Channel; membership: Membership };

const newsSubject = 'device-news';
const askSubject = 'device';
/** The way there and back. */
const onTheWayMs = 2_000;

/** What is wanted of a device that another node holds. */
export type AskDevice =
  | { deviceId: string; does: 'call'; tool: string; arguments: Record<string, unknown>; timeoutMs: number }
  | { deviceId: string; does: 'alert'; alert: AlertDevice; timeoutMs: number }
  | { deviceId: string; does: 'list-tools'; timeoutMs: number };

/** `moved`: that node does not hold it any more. */
export type Asked = { answer: DeviceAnswer } | { isListed: boolean } | { isShown: boolean } | { moved: true };

/** How a question to the node that holds a device ended; undefined: no other node holds it. */
export type Carried = Asked | { answer: DeviceAnswer } | undefined;

/** The way to a device at another node. */
export type DeviceRoutes = { carry(asked: AskDevice, signal?: AbortSignal): Promise<Carried> };

export function tellOfDevice({ channel }: DeviceNodes, deviceId: string): void {
  channel.publish(newsSubject, deviceId);
}

type Needs = {
  nodes: DeviceNodes;
  book: OpenDeviceRegistry;
  links: DeviceLinks;
  ledger: Ledger;
  log: Log;
  /** Of a device of ours. */
  ask(asked: AskDevice, signal: AbortSignal): Promise<Asked>;
};

/** Devices are known at every node, one connection speaks for each, and whoever calls one reaches it wherever it is. */
export function joinDeviceNodes({ nodes, book, links, ledger, log, ask }: Needs) {
  const { channel, membership } = nodes;
  const hear = (deviceId: string) => {
    book.hear(deviceId);
    links.recheck(deviceId).catch((error: unknown) => log.debug({ deviceId, error }, 'a device was not looked at'));
  };
  channel.subscribe(newsSubject, (deviceId) => hear(String(deviceId)));
  channel.serve(askSubject, (asked, { signal }) => ask(asked as AskDevice, signal));
  membership.whenSilent((node) => book.sweep(node));
  membership.whenLapsed(() => {
    book.renew();
    return links.recheckAll();
  });
  // Whoever was cut off from the channel hears of it from the ledger.
  const following = followOthers({
    ledger,
    membership,
    kinds: [
      'device-seen',
      'device-activated',
      'device-changed',
      'device-removed',
      'device-connected',
      'device-disconnected',
      'device-tools-listed',
      'device-tool-judged',
    ],
    hear: ({ body }) => hear(String(body['deviceId'])),
    async renew() {
      book.renew();
      await links.recheckAll();
    },
    log,
  });
  return { close: () => following.close() };
}

export function deviceRoutes(
  { channel, membership }: DeviceNodes,
  book: Pick<OpenDeviceRegistry, 'linkOf'>,
): DeviceRoutes {
  return {
    async carry(asked, signal) {
      const link = await book.linkOf(asked.deviceId);
      if (link === undefined || !link.isOnline || link.node === null || link.node === membership.node) return undefined;
      const reply = await channel.ask({
        node: link.node,
        subject: askSubject,
        body: asked,
        timeoutMs: asked.timeoutMs + onTheWayMs,
        signal,
      });
      if (reply.status === 'no-answer') return { answer: ended('no-answer', reply.reason) };
      if (reply.status === 'nobody')
        return {
          answer: ended('offline', `It is connected to another node, which cannot be reached: ${reply.reason}.`),
        };
      return answerOf(reply, notAnswered) as Asked;
    },
  };
}

function ended(status: 'offline' | 'no-answer', reason: string): DeviceAnswer {
  return { status, text: null, images: [], reason, tookMs: 0 };
}

function notAnswered(reason: string): SigecError {
  return new SigecError('CONFLICT', reason);
}
