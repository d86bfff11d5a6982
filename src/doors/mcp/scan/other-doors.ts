import { askFrom } from './ask-from.ts';
import { type Finding, found } from './finding.ts';
import { hasWorked } from './judge-reply.ts';
import { type CallerNeeds, type Era, McpCaller } from './mcp-caller.ts';

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
