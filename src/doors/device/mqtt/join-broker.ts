import { randomUUID } from 'node:crypto';
import { connect } from 'mqtt';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { SenderMeter } from '#base/sender-meter.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import type { Admitted, OpenDeviceRegistry } from '#devices/registry/device-registry.ts';
import type { DeviceSpending } from '../links/device-budgets.ts';
import { overBudget } from '../links/device-budgets.ts';
import { largestFrame, mcpFrame } from '../links/device-frame.ts';
import type { DeviceLinks } from '../links/device-links.ts';
import type { Talking } from '../talk/open-talk.ts';
import { type MqttConversation, openConversation } from './mqtt-conversation.ts';
import { type MqttDoor, topicName, topicTo, topicToUs } from './mqtt-door.ts';

export type JoinNeeds = {
  book: Pick<OpenDeviceRegistry, 'admitWebSocket' | 'list'>;
  links: DeviceLinks;
  /** mqtt://user:password@host:1883 */
  url: string;
  talking: Talking;
  /** Where sound is sent to, since a broker carries none. */
  soundHost: string;
  log: Log;
  /** All nodes hear what devices say there, and one of them speaks with them. Absent: this one is alone. */
  isOurs?: () => boolean;
  /** Shorter in tests. */
  lookAroundMs?: number;
};

/** One device, for as long as it is heard. */
type Presence = {
  conversation: MqttConversation;
  deviceId: string;
  meter: SenderMeter<DeviceSpending>;
  /** Over its budget. All devices share our connection to the broker, so what it says meanwhile is dropped. */
  isHeldBack: boolean;
  heardAt: number;
  unanswered: number;
};

const usualLookAroundMs = 60_000;
const pingPatienceMs = 20_000;
/** Nothing heard since this many pings: the device is gone. */
const maxUnanswered = 2;
/** Arrivals that are being checked; more would wait for each other in the database, and whoever is there speaks again. */
const maxAsking = 500;
/** Topics that proved nothing, remembered so that a stranger's noise does not become queries. */
const maxRefused = 10_000;
const refusedForMs = 60_000;

/**
 * A broker of somebody else. It tells us neither who connects nor who publishes, so that each device publishes to a topic of its
 * own that nobody can guess: the topic is the proof. Who is there is found out by asking.
 */
export async function joinBroker(needs: JoinNeeds): Promise<MqttDoor> {
  const { book, links, log, isOurs = () => true, lookAroundMs = usualLookAroundMs } = needs;
  const address = new URL(needs.url);
  const broker = connect(needs.url, {
    clientId: `sigec-${randomUUID()}`,
    clean: true,
    protocolVersion: 4,
    keepalive: 60,
    reconnectPeriod: 5_000,
    connectTimeout: 10_000,
    resubscribe: false,
  });
  const present = new Map<string, Presence>();
  const asking = new Map<string, string[]>();
  const refused = new Map<string, number>();
  const where = { host: address.host };

  const send = (deviceId: string, text: string) => {
    if (broker.connected) broker.publish(topicTo(deviceId), text, { qos: 0 });
  };

  function leave(topic: string, reason: string): void {
    const gone = present.get(topic);
    present.delete(topic);
    gone?.meter.close();
    gone?.conversation.closed(reason);
  }

  function arrive(topic: string, admitted: Admitted): Presence {
    const deviceId = admitted.device.id;
    const conversation = openConversation({
      admitted,
      links,
      talking: needs.talking,
      host: needs.soundHost,
      send: (text) => send(deviceId, text),
      close: (reason) => leave(topic, reason),
    });
    const meter = links.budgets.meter({
      deviceId,
      source: { pause: () => void (presence.isHeldBack = true), resume: () => void (presence.isHeldBack = false) },
      exceeded: () => leave(topic, overBudget),
    });
    const presence = { conversation, deviceId, meter, isHeldBack: false, heardAt: performance.now(), unanswered: 0 };
    present.set(topic, presence);
    return presence;
  }

  async function admit(topic: string, text: string): Promise<void> {
    const [, name = '', token = ''] = topic.split('/');
    const waiting = asking.get(topic);
    if (waiting !== undefined) return void (waiting.length < 16 && waiting.push(text));
    if ((refused.get(topic) ?? 0) > performance.now() || asking.size >= maxAsking) return;
    const texts = [text];
    asking.set(topic, texts);
    try {
      const deviceId = name.replaceAll('_', ':');
      const admission = await book.admitWebSocket({ deviceId, clientId: null, token, address: address.hostname });
      if (admission.status === 'refused') return remember(topic);
      const presence = arrive(topic, admission);
      for (const each of texts) presence.conversation.read(each);
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: asError(error) }, 'a device could not be admitted');
    } finally {
      asking.delete(topic);
    }
  }

  function remember(topic: string): void {
    if (refused.size >= maxRefused) refused.clear();
    refused.set(topic, performance.now() + refusedForMs);
  }

  function hear(topic: string, payload: Buffer, { retain }: { retain: boolean }): void {
    if (retain || payload.length > largestFrame || !isOurs()) return; // what the broker kept was said by nobody who is there now
    const presence = present.get(topic);
    if (presence === undefined) return void admit(topic, payload.toString());
    presence.meter.spend('bytes', payload.length);
    presence.meter.spend('frames', 1);
    if (presence.isHeldBack) return;
    presence.heardAt = performance.now();
    presence.unanswered = 0;
    presence.conversation.read(payload.toString());
  }

  /** Devices answer to MCP as soon as they are connected; whoever answers is there. */
  async function lookAround(): Promise<void> {
    if (!isOurs()) {
      for (const topic of [...present.keys()]) leave(topic, 'another node speaks with it');
      return;
    }
    for (const [topic, { deviceId, heardAt }] of present)
      if (performance.now() - heardAt > lookAroundMs / 2) void ping(topic, deviceId);
    for (const { id, kind, state } of await book.list()) {
      if (kind !== 'device' || state !== 'active' || links.find(id) !== undefined) continue;
      send(id, mcpFrame(randomUUID(), JSON.stringify({ jsonrpc: '2.0', method: 'ping', id: 0 })));
    }
  }

  async function ping(topic: string, deviceId: string): Promise<void> {
    const patience = { timeoutMs: Math.min(pingPatienceMs, lookAroundMs) };
    const outcome = await links.find(deviceId)?.rpc.call('ping', {}, patience);
    const presence = present.get(topic);
    // One that is busy with a long call has not been asked yet; one that says it knows no ping has answered.
    if (presence === undefined || outcome?.status !== 'no-answer') return;
    presence.unanswered += 1;
    if (presence.unanswered >= maxUnanswered) leave(topic, 'nothing was heard from it');
  }

  const look = () =>
    void lookAround().catch((error: unknown) => log.warn({ err: asError(error) }, 'devices could not be looked for'));
  const timer = setInterval(() => broker.connected && look(), lookAroundMs);
  broker.on('connect', () => {
    log.info(where, 'joined the broker for devices');
    broker.subscribe(`${topicToUs}/+/+`, { qos: 0 }, (error) => {
      if (error) log.error({ ...where, cause: error.message }, 'the broker lets us hear no device');
      else look();
    });
  });
  broker.on('close', () => {
    for (const topic of [...present.keys()]) leave(topic, 'the broker is away');
  });
  broker.on('error', (error) => log.warn({ ...where, cause: error.message }, 'the broker for devices does not answer'));
  broker.on('message', hear);

  return {
    isTls: address.protocol === 'mqtts:',
    tlsPort: null,
    endpoint: () => `${address.hostname}:${address.port || (address.protocol === 'mqtts:' ? 8883 : 1883)}`,
    account: ({ deviceId, websocketToken, mqtt }) => ({
      ...mqtt,
      clientId: topicName(deviceId), // brokers that subscribe for their clients know them by this name alone
      publishTopic: `${topicToUs}/${topicName(deviceId)}/${websocketToken}`,
    }),
    async close() {
      clearInterval(timer);
      for (const topic of [...present.keys()]) leave(topic, 'the server stopped');
      await broker.endAsync(true);
    },
  };
}
