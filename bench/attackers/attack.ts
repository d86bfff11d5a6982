import type { DeviceAccess } from './activate-device.ts';

/** Where an attacker finds the product, all of it on loopback. */
export type Target = {
  ocppUrl: string;
  apiUrl: string;
  mcpUrl: string;
  devicesUrl: string;
  mqttPort: number;
  adminKey: string;
  /** A device that a person has activated. */
  device: DeviceAccess;
};

/** What was sent so far. */
export type Tally = { messages: number; bytes: number; closes: number };

/** Goes on until the signal is aborted, and counts what it sends. */
export type Attack = (target: Target, tally: Tally, signal: AbortSignal) => Promise<void>;
