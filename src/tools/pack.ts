import type { Json } from '#base/json-schema.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { CallContext } from './context.ts';
import type { Tool } from './tool.ts';

/** A step of disclosure: what is shown from here on. The first one is what an agent meets. */
export type Level = {
  name: string;
  about: string;
  /** Reached by itself after so many calls; absent: only by hand, or by a key whose scopes name it as `pack:level`. */
  after?: number;
};

export type Pack = {
  name: string;
  title: string;
  instructions: string;
  levels: readonly [Level, ...Level[]];
  /**
   * For callers with roles at single sites alone: `sites` narrows itself to these; of `shared`, which belongs to no site, they may read.
   * Absent: none of it is for them.
   */
  within?: 'sites' | 'shared';
  tools: readonly Tool[];
  /**
   * Those of the first level that are listed beside other packs, so that the first list stays small; the others are found by search_tools and
   * can be called at once. Absent: all of them.
   */
  essentials?: readonly string[];
  /** Of tools from outside, that come and go: when there are more, none is listed, and the pack's own tools find and call them. */
  maxForeignListed?: number;
  resources?: readonly Resource[];
  prompts?: readonly Prompt[];
};

export type PromptArgument = {
  name: string;
  description: string;
  isRequired: boolean;
  /** Values that begin as given. */
  complete?(begun: string, context: CallContext): Promise<readonly string[]>;
};

/** A way of working that people choose and agents follow. Its text is ours; arguments are cleaned before they are put into it. */
export type Prompt = {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  render(given: Readonly<Record<string, string>>, context: CallContext): Promise<string>;
};

export type ResourceEntry = { uri: string; name: string; title?: string; description?: string; changedAt?: string };
export type ResourcePage = { entries: readonly ResourceEntry[]; next?: string | undefined };

/** Something that agents can read by its address, and be told of when it changes. Reading is R0; its scope is `category:read`. */
export type Resource = {
  name: string;
  title: string;
  description: string;
  /** `sigec://stations/{id}`; without braces it is one resource. */
  uriTemplate: string;
  category: string;
  /** `parameters` are the decoded parts between the braces. Throws NOT_FOUND for what is not there. */
  read(parameters: Readonly<Record<string, string>>, context: CallContext): Promise<Json>;
  /** Those there are, a page at a time; absent: too many to list. */
  list?(page: { after?: string | undefined; limit: number }, context: CallContext): Promise<ResourcePage>;
  /** Values of a parameter that begin as given. */
  complete?(parameter: string, begun: string, context: CallContext): Promise<readonly string[]>;
  /** The addresses that an event makes stale. */
  changedBy?(event: LedgerEvent): readonly string[] | Promise<readonly string[]>;
};
