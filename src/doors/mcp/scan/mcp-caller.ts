import { z } from 'zod';
import { isRecord, ownJson } from '#base/json.ts';

export type Era = 'modern' | 'legacy';
export const versionOf = { modern: '2026-07-28', legacy: '2025-11-25' } satisfies Record<Era, string>;

/** What came back for one message, whatever it was. */
export type Reply =
  | { kind: 'result'; status: number; result: Record<string, unknown>; text: string; ms: number }
  | { kind: 'error'; status: number; code: number; message: string; text: string; ms: number }
  | { kind: 'refused'; status: number; text: string; ms: number; retryAfterSeconds: number | undefined }
  | { kind: 'silent'; ms: number }
  | { kind: 'broken'; reason: string; ms: number };

export type CallerNeeds = { address: string; key: string | undefined; timeoutMs: number };

type Message = { jsonrpc: '2.0'; id?: number; method: string; params?: { name?: unknown; uri?: unknown } };

const maxAnswerBytes = 8 * 1024 * 1024;

const message = z.looseObject({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});

/** Speaks MCP without the kindness of a library: what a server answers is kept as it came, status and text included. */
export class McpCaller {
  private readonly needs: CallerNeeds;
  readonly era: Era;
  private sessionId: string | undefined;
  private nextId = 1;

  constructor(needs: CallerNeeds, era: Era) {
    this.needs = needs;
    this.era = era;
  }

  /** Opens the conversation as its era does; what comes back tells what the server can. */
  async open(): Promise<Reply> {
    if (this.era === 'modern') return this.ask('server/discover', {});
    const clientInfo = { name: 'sigec-scan', version: '0' };
    const reply = await this.ask('initialize', { protocolVersion: versionOf.legacy, capabilities: {}, clientInfo });
    if (reply.kind === 'result') await this.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return reply;
  }

  async close(): Promise<void> {
    if (this.sessionId === undefined) return;
    const headers = this.headers('', undefined);
    const signal = AbortSignal.timeout(2_000);
    await fetch(this.needs.address, { method: 'DELETE', headers, signal }).catch(() => undefined); // it will expire
  }

  async ask(method: string, params: Record<string, unknown>): Promise<Reply> {
    const id = this.nextId++;
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': versionOf.modern,
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'sigec-scan', version: '0' },
    };
    const asked = this.era === 'modern' ? { ...params, _meta } : params;
    return this.post({ jsonrpc: '2.0', id, method, params: asked });
  }

  private async post(body: Message): Promise<Reply> {
    const began = performance.now();
    const took = () => Math.round(performance.now() - began);
    const name = body.params ?? {};
    try {
      const response = await fetch(this.needs.address, {
        method: 'POST',
        headers: this.headers(body.method, name.name ?? name.uri),
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(this.needs.timeoutMs),
        redirect: 'manual',
      });
      if (body.method === 'initialize') this.sessionId = response.headers.get('mcp-session-id') ?? undefined;
      return replyOf(response, await readUntil(response, body.id), body.id, took());
    } catch (thrown) {
      const isTimeout = thrown instanceof DOMException && thrown.name === 'TimeoutError';
      return isTimeout ? { kind: 'silent', ms: took() } : { kind: 'broken', reason: reasonOf(thrown), ms: took() };
    }
  }

  private headers(method: string, name: unknown): Record<string, string> {
    const { key } = this.needs;
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(method !== 'initialize' && { 'mcp-protocol-version': versionOf[this.era] }),
      ...(this.era === 'modern' && { 'mcp-method': method }),
      ...(this.era === 'modern' && typeof name === 'string' && { 'mcp-name': headerText(name) }),
      ...(this.sessionId !== undefined && { 'mcp-session-id': this.sessionId }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
  }
}

/** As the specification spells what does not fit into a header. */
function headerText(name: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(name) && !name.startsWith('=?');
  return isPlain ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`;
}

/** A stream is read until it holds the answer; servers may keep it open after that. */
async function readUntil(response: Response, id: number | undefined): Promise<string> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > maxAnswerBytes || (isStream && answerIn(text, id) !== undefined)) break;
  }
  return text;
}

function replyOf(response: Response, text: string, id: number | undefined, ms: number): Reply {
  const { status } = response;
  const answer = answerIn(text, id);
  if (answer?.result !== undefined) return { kind: 'result', status, result: answer.result, text, ms };
  if (answer?.error !== undefined)
    return { kind: 'error', status, code: answer.error.code, message: answer.error.message, text, ms };
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  return { kind: 'refused', status, text, ms, retryAfterSeconds: Number.isFinite(wait) ? wait : undefined };
}

function answerIn(text: string, id: number | undefined): z.infer<typeof message> | undefined {
  const pieces = text.trimStart().startsWith('{') ? [text] : text.split(/\r?\n/).flatMap((line) => dataOf(line));
  for (const piece of pieces) {
    const read = message.safeParse(parsed(piece));
    if (!read.success || (read.data.result === undefined && read.data.error === undefined)) continue;
    if (read.data.id === id || read.data.id === null || read.data.id === undefined) return read.data;
  }
  return undefined;
}

function dataOf(line: string): string[] {
  return line.startsWith('data:') ? [line.slice(5).trim()] : [];
}

function parsed(text: string): unknown {
  const value = ownJson(text); // half a line of a stream, or no JSON at all
  return isRecord(value) ? value : undefined;
}

function reasonOf(thrown: unknown): string {
  const { message: said, cause } = thrown as { message?: string; cause?: { code?: string } };
  return cause?.code ?? said ?? String(thrown);
}
