import type { Json } from '#base/json-schema.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { CallContext } from './context.ts';

export type ResourceEntry = { uri: string; name: string; title?: string; description?: string; changedAt?: string };
export type ResourcePage = { entries: readonly ResourceEntry[]; next?: string };

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
