import { randomUUID } from 'node:crypto';
import { connect, type MqttClient } from 'mqtt';
import type { Log } from '#base/log.ts';

type Listener = (message: string) => void;

export type MeterTopics = {
  /** Hears a topic; returns how to stop. */
  subscribe(topic: string, listener: Listener): () => void;
  /** Tells a topic; false: there is no broker to tell it to. */
  publish(topic: string, message: string): boolean;
  /** What a device published at the broker of this process. */
  deliver(topic: string, message: string): void;
  close(): Promise<void>;
};

/** A meter's message is a number or a small object; the rest is not for us. */
const largestMessage = 64 * 1024;

/**
 * The topics where meters of sites publish: at a broker of somebody, or at our own, where a device may speak under `meters/` and its
 * own id. A broker that is away is tried again by itself, and heard again once it is there.
 */
export function openMeterTopics({ url, log }: { url: string; log: Log }): MeterTopics {
  const listeners = new Map<string, Set<Listener>>();
  /** A broker that is away is told what holds by then, not what held before. */
  const unsent = new Map<string, string>();
  const deliver = (topic: string, message: string) => {
    for (const listener of listeners.get(topic) ?? []) listener(message);
  };
  let broker: MqttClient | undefined;

  function join(): MqttClient | undefined {
    if (url === '' || broker !== undefined) return broker;
    broker = connect(url, {
      clientId: `sigec-meters-${randomUUID()}`,
      clean: true,
      protocolVersion: 4,
      reconnectPeriod: 5_000,
      connectTimeout: 10_000,
    });
    const { host } = new URL(url);
    broker.on('connect', () => {
      log.info({ host }, 'meters are heard at a broker');
      for (const [topic, message] of unsent) broker?.publish(topic, message, { qos: 0 });
      unsent.clear();
    });
    broker.on('error', (error) => log.warn({ host, err: error }, 'the broker of the meters refuses us'));
    broker.on('message', (topic, payload) => {
      if (payload.length <= largestMessage) deliver(topic, payload.toString());
    });
    return broker;
  }

  return {
    subscribe(topic, listener) {
      const known = listeners.get(topic);
      listeners.set(topic, new Set([...(known ?? []), listener]));
      // The connection is made with the first meter: most installations have none.
      if (known === undefined) join()?.subscribe(topic, { qos: 0 });
      return () => {
        const left = listeners.get(topic);
        left?.delete(listener);
        if (left?.size !== 0) return;
        listeners.delete(topic);
        broker?.unsubscribe(topic);
      };
    },
    publish(topic, message) {
      const joined = join();
      if (joined?.connected === true) joined.publish(topic, message, { qos: 0 });
      else unsent.set(topic, message);
      return joined !== undefined;
    },
    deliver,
    async close() {
      listeners.clear();
      await broker?.endAsync(true);
    },
  };
}
