import type { Prompt } from './prompt.ts';
import type { Resource } from './resource.ts';
import type { Tool } from './tool.ts';

/** A step of disclosure: what is shown from here on. The first one is what an agent meets. */
export type Level = {
  name: string;
  about: string;
  /** Reached by itself after so many calls; absent: only by hand, or by a key whose scopes name it as `pack:level`. */
  after?: number;
};

/** A subject that agents can work on. */
export type Pack = {
  name: string;
  title: string;
  /** One or two sentences that tell an agent how to begin. */
  instructions: string;
  levels: readonly [Level, ...Level[]];
  tools: readonly Tool[];
  /** Of tools from outside, that come and go: when there are more, none is listed, and the pack's own tools find and call them. */
  maxForeignListed?: number;
  resources?: readonly Resource[];
  prompts?: readonly Prompt[];
};
