import type { MqttAccount } from '#devices/registry/device-registry.ts';

/** Where devices that speak MQTT are met: a broker of our own, or somebody else's. */
export type MqttDoor = {
  /** Whether devices are sent to a port that speaks TLS. */
  isTls: boolean;
  /** Where TLS is spoken, whether devices are sent there or not; null: nowhere here. */
  tlsPort: number | null;
  /** host:port, for a device that called us by this host. */
  endpoint(hostname: string): string;
  /** What a device that was activated signs in with, and what it publishes to. */
  account(device: HandedOut): MqttAccount & { publishTopic: string };
  close(): Promise<void>;
};

export type HandedOut = { deviceId: string; websocketToken: string; mqtt: MqttAccount };

/** Devices take what comes on any topic; this is for those that subscribe, and for brokers that do it for them. */
export function topicTo(deviceId: string): string {
  return `devices/p2p/${topicName(deviceId)}`;
}

export function topicName(deviceId: string): string {
  return deviceId.replaceAll(':', '_');
}

/** What devices publish to. At our own broker the connection tells which of them it is. */
export const topicToUs = 'device-server';
