import type { SimulatedTool } from './device-tool.ts';

/** A kind of hardware: what it is called, and what can be done with it, in the order in which it is listed. */
export type Board = { name: string; tools: readonly SimulatedTool[] };
