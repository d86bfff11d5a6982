import type { Device, DeviceTool, DeviceTransport } from '#contract/devices/device.ts';
import type { Devices } from '../devices.ts';

/** What a device says of itself when it asks for its settings. Nothing of it is believed: it names, it does not prove. */
export type DeviceReport = {
  deviceId: string;
  /** Made by the device itself and told to nobody else; without one it is refused. */
  clientId: string | null;
  serialNumber: string | null;
  board: string | null;
  firmware: string | null;
  language: string | null;
};

/** How it goes on after asking. `waiting`: it shows the code, and polls with the challenge where it has a serial number. */
export type Reception =
  | { status: 'active'; websocketToken: string; mqtt: MqttAccount }
  | { status: 'waiting'; code: string; challenge: string; expiresAt: Date }
  | { status: 'refused'; reason: RefusalReason };

export type MqttAccount = { clientId: string; username: string; password: string };

/** pending: nobody has entered the code yet. */
export type ActivationProof =
  | { serialNumber: string; challenge: string; hmac: string; algorithm: string }
  | { serialNumber: null };
export type ActivationAnswer = { status: 'done' | 'pending' } | { status: 'refused'; reason: RefusalReason };

export type KnownLink = { node: string | null; epoch: number; isOnline: boolean };

/** Each is an event, so that somebody sees who tries what; many of one kind from one address become one with a count. */
export type RefusalReason =
  | 'unknown-device'
  | 'not-activated'
  | 'blocked'
  | 'wrong-token'
  | 'old-token'
  | 'other-device'
  | 'replayed-activation'
  | 'wrong-challenge'
  | 'wrong-hmac'
  | 'bad-id'
  | 'too-many';

/** Who was activated, and upon which epoch: with another one since, what it showed is worth nothing. */
export type Admitted = { device: Device; tokenEpoch: number };
export type Admission = ({ status: 'admitted' } & Admitted) | { status: 'refused'; reason: RefusalReason };

/** A tool as a device lists it, before anything of it is trusted. */
export type ListedTool = {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  isForUsersOnly: boolean;
};

export type DeviceRegistry = {
  receive(report: DeviceReport, address: string): Promise<Reception>;
  proveActivation(deviceId: string, proof: ActivationProof, address: string): Promise<ActivationAnswer>;
  /** A WebSocket with its token, or MQTT with its account: the token names the device, the headers only repeat it. */
  admitWebSocket(asked: {
    deviceId: string;
    clientId: string | null;
    token: string;
    address: string;
  }): Promise<Admission>;
  admitMqtt(asked: MqttAccount & { address: string }): Promise<Admission>;
  /** A server of a user's own; the token alone says which one. */
  admitServer(asked: { token: string; address: string }): Promise<Admission>;
  /** A photo; the token was handed out with `initialize`. */
  admitVision(asked: { deviceId: string | null; token: string; address: string }): Promise<Admission>;
  visionToken(deviceId: string): Promise<string>;
  /** Something else about the connection was wrong, such as a frame that no device sends. */
  refused(what: { deviceId: string | null; reason: string; address: string }): void;

  /** Between admission and connection somebody may have blocked or forgotten it. */
  isStillAdmitted(admitted: Admitted): Promise<boolean>;
  connected(deviceId: string, link: { transport: DeviceTransport; epoch: number }): Promise<void>;
  disconnected(deviceId: string, link: { epoch: number; reason: string }): Promise<void>;
  /** What it says of itself by initialize: name of the board, version of its firmware. */
  described(deviceId: string, about: { board: string; firmware: string }): Promise<void>;
  /** The whole list as it is now: what is gone is gone, what changed has to be accepted again. */
  keepTools(deviceId: string, tools: readonly ListedTool[]): Promise<DeviceTool[]>;
  /** A notification, or a frame that was not understood: kept as an event, cut short. */
  notified(deviceId: string, notification: { method: string; params: unknown }): Promise<void>;
};

/** The same for operators, who admit devices and judge their tools; speaking with a device is for whoever holds its connection. */
export type OpenDeviceRegistry = DeviceRegistry &
  Pick<
    Devices,
    'list' | 'get' | 'activate' | 'change' | 'remove' | 'addServer' | 'renewServerAddress' | 'judgeTool' | 'onChange'
  > & {
    /** What the device was handed is worth nothing from now on: whoever holds its connection ends it. */
    onRevoked(listener: (deviceId: string) => void): () => void;
    /** Another node wrote this device. */
    hear(deviceId: string): void;
    /** Other nodes may have written any of them. */
    renew(): void;
    /** Another node is dead, and the connections that it held have ended. */
    sweep(node: string): Promise<void>;
    /** Which connection speaks for the device, by the books. */
    linkOf(deviceId: string): Promise<KnownLink | undefined>;
    /** Writes what was counted. */
    close(): Promise<void>;
  };
