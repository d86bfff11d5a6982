import { listed, type SimulatedTool } from './device-tool.ts';

const maxBytes = 8000;
/** Kept free for the cursor and the brackets. */
const spareBytes = 30;

export type PageAsked = { cursor: string; withUserTools: boolean };

/** As many tools as fit; the cursor is the name of the first one that did not. Throws what the device says when none does. */
export function toolPage(tools: readonly SimulatedTool[], { cursor, withUserTools }: PageAsked): string {
  const first = cursor === '' ? 0 : tools.findIndex(({ name }) => name === cursor);
  const visible = tools
    .slice(first === -1 ? tools.length : first)
    .filter((tool) => withUserTools || !tool.isForUsersOnly);
  const page: string[] = [];
  let nextCursor = '';
  let bytes = Buffer.byteLength('{"tools":[');
  for (const tool of visible) {
    const entry = listed(tool);
    bytes += Buffer.byteLength(entry) + 1;
    if (bytes + spareBytes > maxBytes) {
      nextCursor = tool.name;
      break;
    }
    page.push(entry);
  }
  if (page.length === 0 && tools.length > 0)
    throw new Error(`Failed to add tool ${nextCursor} because of payload size limit`);
  return `{"tools":[${page.join(',')}]${nextCursor === '' ? '' : `,"nextCursor":"${nextCursor}"`}}`;
}
