import type { Tool } from './tool.ts';

/** A step of disclosure: what is shown from here on. The first one is what an agent meets. */
export type Level = { name: string; about: string };

/** A subject that agents can work on. */
export type Pack = {
  name: string;
  title: string;
  /** One or two sentences that tell an agent how to begin. */
  instructions: string;
  levels: readonly [Level, ...Level[]];
  tools: readonly Tool[];
};
