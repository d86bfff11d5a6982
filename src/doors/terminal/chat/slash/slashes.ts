import { approvals } from './approvals.ts';
import { clear, conversations, exportConversation, resume } from './conversations.ts';
import { details } from './details.ts';
import { help } from './help.ts';
import { model } from './model.ts';
import { prompts, resources, servers, tools } from './servers.ts';
import type { Slash } from './slash.ts';
import { usage } from './usage.ts';

const leave: Slash = { run: () => Promise.resolve('leave') };

/** What can be typed after a slash; commands of `sigec` can too. */
export const slashes = {
  help,
  servers,
  tools,
  resources,
  prompts,
  model,
  approvals,
  details,
  resume,
  conversations,
  export: exportConversation,
  usage,
  clear,
  quit: leave,
} satisfies Record<string, Slash>;

export type SlashName = keyof typeof slashes;

export function isSlashName(name: string): name is SlashName {
  return Object.hasOwn(slashes, name);
}
