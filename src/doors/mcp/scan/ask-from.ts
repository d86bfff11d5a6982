import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type CallerNeeds, type Era, versionOf } from './mcp-caller.ts';

/** The status for somebody with another Host or Origin, which fetch lets nobody choose; undefined: no answer at all. */
export async function askFrom(
  { address, key, timeoutMs }: CallerNeeds,
  era: Era,
  foreign: { host?: string; origin?: string },
): Promise<number | undefined> {
  const [method, params] =
    era === 'modern'
      ? [
          'server/discover',
          {
            _meta: {
              'io.modelcontextprotocol/protocolVersion': versionOf.modern,
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        ]
      : [
          'initialize',
          { protocolVersion: versionOf.legacy, capabilities: {}, clientInfo: { name: 'x', version: '0' } },
        ];
  const asked = (address.startsWith('https:') ? requestHttps : requestHttp)(address, {
    method: 'POST',
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(era === 'modern' && { 'mcp-protocol-version': versionOf.modern, 'mcp-method': method }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...foreign,
    },
  });
  asked.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  asked.on('error', () => resolve(undefined));
  asked.on('response', (response) => {
    response.destroy();
    resolve(response.statusCode);
  });
  return promise;
}
