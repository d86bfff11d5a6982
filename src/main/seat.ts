import type { Line } from '#cluster/channel/local-wire.ts';

/** The place of a process among the nodes of this machine. The first has all doors; the others serve stations alone. */
export type Seat = { number: number; line: Line };
