import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Finding, found } from './finding.ts';
import { hasWorked } from './judge-reply.ts';
import { type CallerNeeds, type Era, McpCaller, versionOf } from './mcp-caller.ts';

/** Who should be refused before any tool is reached: a wrong key, and a web page of somebody else on a loopback address. */
export async function otherDoors(needs: CallerNeeds, era: Era): Promise<Finding[]> {
  const findings: Finding[] = [];
  const wrong = new McpCaller({ ...needs, key: 'sigec-scan-wrong-key' }, era);
  if (needs.key !== undefined && hasWorked(await wrong.open()))
    findings.push(found('wrong-key-accepted', 'server', 'a made-up key was accepted'));
  await wrong.close();
  if (!isLoopback(needs.address)) return findings;
  for (const foreign of [{ origin: 'https://evil.example' }, { host: 'evil.example' }]) {
    const status = await askFrom(needs, era, foreign);
    if (status !== undefined && status < 300)
      findings.push(found('foreign-page-accepted', 'server', Object.entries(foreign).flat().join(': ')));
  }
  return findings;
}

function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** The status for somebody with another Host or Origin, which fetch lets nobody choose; undefined: no answer at all. */
async function askFrom(
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
