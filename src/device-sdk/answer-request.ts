import { ArgumentFault, contentOf, listedTool, readValues, type Tool } from './tool.ts';

type About = { name: string; version: string };
type Request = { id: number | string; method: string; params: Record<string, unknown> };
type Answer = { result: unknown } | { error: { code: number; message: string } };

const methodNotFound = -32601;
const invalidParams = -32602;

/** A page of tools/list stays this small, as every server of such devices expects. */
const maxBytes = 8000;

/** A message that wants an answer; anything else, such as a notification, is undefined. */
export function readRequest(message: unknown): Request | undefined {
  if (!isRecord(message) || message['jsonrpc'] !== '2.0') return undefined;
  const { id, method, params } = message;
  if (typeof method !== 'string' || (typeof id !== 'number' && typeof id !== 'string')) return undefined;
  return { id, method, params: isRecord(params) ? params : {} };
}

export async function answerRequest(request: Request, about: About, tools: readonly Tool[]): Promise<string> {
  const answer = await answerTo(request, about, tools);
  return JSON.stringify({ jsonrpc: '2.0', id: request.id, ...answer });
}

function answerTo({ method, params }: Request, about: About, tools: readonly Tool[]): Answer | Promise<Answer> {
  switch (method) {
    case 'initialize':
      return { result: { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: about } };
    case 'ping':
      return { result: {} };
    case 'tools/list':
      return listTools(params, tools);
    case 'tools/call':
      return callTool(params, tools);
    default:
      return fault(methodNotFound, `Method not implemented: ${method}`);
  }
}

function listTools({ cursor = '', withUserTools }: Record<string, unknown>, tools: readonly Tool[]): Answer {
  const shown = tools.filter(({ isForUsersOnly }) => withUserTools === true || !isForUsersOnly);
  const first = cursor === '' ? 0 : shown.findIndex(({ name }) => name === cursor);
  if (first === -1) return fault(invalidParams, 'There is no such cursor: begin again with an empty one.');
  const page: Record<string, unknown>[] = [];
  let bytes = 64; // brackets and cursor
  for (const tool of shown.slice(first)) {
    const entry = listedTool(tool);
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    // One that is too large alone is sent all the same: a page without tools would be asked for again for ever.
    if (bytes > maxBytes && page.length > 0) return { result: { tools: page, nextCursor: tool.name } };
    page.push(entry);
  }
  return { result: { tools: page } };
}

async function callTool(params: Record<string, unknown>, tools: readonly Tool[]): Promise<Answer> {
  const { name, arguments: given = {} } = params;
  if (typeof name !== 'string') return fault(invalidParams, 'The name of the tool is missing.');
  if (!isRecord(given)) return fault(invalidParams, 'The arguments have to be an object.');
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) return fault(invalidParams, `Unknown tool: ${name}`);
  try {
    return { result: { content: [contentOf(await tool.run(readValues(tool.properties, given)))], isError: false } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof ArgumentFault) return fault(invalidParams, message);
    return { result: { content: [{ type: 'text', text: message }], isError: true } };
  }
}

function fault(code: number, message: string): Answer {
  return { error: { code, message } };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
