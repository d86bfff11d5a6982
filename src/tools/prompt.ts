import type { CallContext } from './context.ts';

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
