import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { jsonFile } from '../files/json-file.ts';
import type { AgentTool } from '../servers/servers.ts';
import type { AllowanceStore } from './decide-call.ts';

const keptSchema = z.object({
  approvals: z.array(z.object({ server: z.string(), tool: z.string(), hash: z.string() })),
});

/** What was allowed for ever, in a file. It is read each time, so that what one terminal forgets no other goes on allowing. */
export function fileAllowanceStore(path: string): AllowanceStore {
  const file = jsonFile(path, {
    schema: keptSchema,
    empty: { approvals: [] },
    unusable: (cause) =>
      new SigecError('INTERNAL', `What was allowed for ever cannot be read. Mend ${path}, or remove it.`, { cause }),
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
    forget: (server, tool) => file.change(({ approvals }) => ({ approvals: without(approvals, { server, tool }) })),
  };
}

type Approval = z.infer<typeof keptSchema>['approvals'][number];
type Named = Pick<AgentTool, 'server' | 'tool'>;

function isSame(one: Named, other: Named): boolean {
  return one.server === other.server && one.tool === other.tool;
}
