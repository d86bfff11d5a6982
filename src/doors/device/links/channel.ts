import type { AlertDevice, DeviceTransport } from '#contract/devices/device.ts';

/** What a door gives to whoever speaks with the device behind one connection. */
export type Channel = {
  transport: DeviceTransport;
  /** http://192.168.1.10:8003, as the device called us; absent: it came by another way than the door for devices. */
  calledAt?: string | undefined;
  /** The longest message it takes; longer ones would end the connection, or vanish. */
  largestMessageBytes: number;
  /** One JSON-RPC message; the door wraps it as its transport wants. Must not throw: what cannot leave is lost, and a time-out tells. */
  send(message: string): void;
  /** Shows a text on the device's own screen; absent: it has none. */
  alert?(alert: AlertDevice): void;
  close(reason: string): void;
};
