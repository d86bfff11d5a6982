import type { Histogram } from '../harness/histogram.ts';

export type OcppVersion = '1.6' | '2.0.1' | '2.1';

export type Orders = {
  connect: { order: Connect; report: Connected };
  stagger: { order: Stagger; report: object };
  run: { order: Run; report: Ran };
  close: { order: object; report: object };
};

export type Connect = {
  url: string;
  stationIds: readonly string[];
  version: OcppVersion;
  tokens: readonly string[];
  /** The loopback address they call from: one has about 28,000 ports. */
  localAddress: string;
  atOnce?: number;
  /** Sends BootNotification on every connection and waits for the answer. */
  boots?: boolean;
};

export type Connected = { connected: number; failures: string[]; seconds: number };

export type Stagger = { script: Run['script'] };

export type Run = {
  script: 'session' | 'heartbeat' | 'meter';
  seconds: number;
  /** Absent: every station sends the next message when the answer has come. */
  perSecond?: number;
};

export type Ran = {
  messages: number;
  seconds: number;
  latencies: Histogram;
  troubles: Record<string, number>;
};

export type Order = { [Name in keyof Orders]: { name: Name; order: Orders[Name]['order'] } }[keyof Orders];
export type Reply = { report: unknown } | { error: string };
