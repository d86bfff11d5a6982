import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { writeWhole } from '../files/write-whole.ts';
import type { AgentTool } from '../servers/agent-tool.ts';
import type { ApprovalStore } from './approvals.ts';

const keptSchema = z.object({
  approvals: z.array(z.object({ server: z.string(), tool: z.string(), hash: z.string() })),
});
type StoredApprovals = z.infer<typeof keptSchema>['approvals'];

/** What was allowed for ever, in a file. It is read each time, so that what one terminal forgets no other goes on allowing. */
export function fileApprovalStore(path: string): ApprovalStore {
  let writing = Promise.resolve();
  const change = (changed: (kept: StoredApprovals) => StoredApprovals) => {
    const written = writing.then(async () => {
      const approvals = changed(await read(path));
      await writeWhole(path, `${JSON.stringify({ approvals }, null, 2)}\n`);
    });
    writing = written.catch(() => undefined);
    return written;
  };
  return {
    /** A file that cannot be read allows nothing, and keeps nobody from being asked. */
    isAlways: async (tool) =>
      (await read(path).catch(() => [])).some((kept) => isSame(kept, tool) && kept.hash === tool.hash),
    rememberAlways: ({ server, tool, hash }) =>
      change((kept) => [...kept.filter((other) => !isSame(other, { server, tool })), { server, tool, hash }]),
    list: () => read(path),
    forget: (server, tool) => change((kept) => kept.filter((other) => !isSame(other, { server, tool }))),
  };
}

type Named = Pick<AgentTool, 'server' | 'tool'>;

function isSame(one: Named, other: Named): boolean {
  return one.server === other.server && one.tool === other.tool;
}

async function read(path: string): Promise<StoredApprovals> {
  try {
    return keptSchema.parse(JSON.parse(await readFile(path, 'utf8'))).approvals;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new SigecError('INTERNAL', `What was allowed for ever cannot be read. Mend ${path}, or remove it.`, {
      cause,
    });
  }
}
