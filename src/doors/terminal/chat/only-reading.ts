import { callsOthers } from '#assistant/servers/open-servers.ts';
import type { Servers } from '#assistant/servers/servers.ts';
import { SigecError } from '#base/errors.ts';

/** The same servers without every tool that could change something, whatever name it is called by. */
export function onlyReading(servers: Servers): Servers {
  return {
    ...servers,
    tools: () =>
      servers.tools().filter(({ risk, isForeign, tool }) => risk === 'reads' || (!isForeign && tool === callsOthers)),
    async call(tool, given, options) {
      const { tool: meant } = await servers.meant(tool, given);
      if (meant.risk !== 'reads') throw new SigecError('NOT_ALLOWED', 'Only reading is allowed in this conversation.');
      return servers.call(tool, given, options);
    },
  };
}
