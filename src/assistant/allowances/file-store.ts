import { dirname, join } from 'node:path';
import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { permissionRules } from '#contract/agents/assistant.ts';
import { jsonFile } from '../files/json-file.ts';
import type { AgentTool } from '../servers/servers.ts';
import type { AllowanceStore } from './decide-call.ts';

const keptSchema = z.object({
  approvals: z.array(z.object({ server: z.string(), tool: z.string(), hash: z.string() })),
});

/** What was allowed for ever, in a file, and the rules of this person in another beside it. It is read each time, so that what one terminal forgets no other goes on allowing. */
export function fileAllowanceStore(path: string): AllowanceStore {
  const file = jsonFile(path, {
    schema: keptSchema,
    empty: { approvals: [] },
    unusable: (cause) =>
      new SigecError('INTERNAL', `What was allowed for ever cannot be read. Mend ${path}, or remove it.`, { cause }),
  });
  const permissions = join(dirname(path), 'permissions.json');
  const ruled = jsonFile(permissions, {
    schema: permissionRules,
    empty: { rules: [] },
    unusable: (cause) =>
      new SigecError('INTERNAL', `Your rules for calls cannot be read. Mend ${permissions}, or remove it.`, { cause }),
  });
  const list = async () => (await file.read()).approvals;
  const without = (all: readonly Approval[], named: Named) => all.filter((other) => !isSame(other, named));
  return {
    list,
    /** A file that cannot be read allows nothing, and keeps nobody from being asked. */
    isAlways: async (tool) =>
      (await list().catch(() => [])).some((kept) => isSame(kept, tool) && kept.hash === tool.hash),
    rememberAlways: ({ server, tool, hash }) =>
      file.change(({ approvals }) => ({
        approvals: [...without(approvals, { server, tool }), { server, tool, hash }],
      })),
    rules: async () => (await ruled.read()).rules,
    setRules: (rules) => ruled.change(() => ({ rules: [...rules] })),
    forget: (server, tool) => file.change(({ approvals }) => ({ approvals: without(approvals, { server, tool }) })),
  };
}

type Approval = z.infer<typeof keptSchema>['approvals'][number];
type Named = Pick<AgentTool, 'server' | 'tool'>;

function isSame(one: Named, other: Named): boolean {
  return one.server === other.server && one.tool === other.tool;
}
