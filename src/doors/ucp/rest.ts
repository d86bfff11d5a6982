import { parsedJson } from '#base/json.ts';
import type { UcpAnswer } from './answer.ts';
import { agentIn, type IdentifyNeeds, identify } from './identify.ts';
import type { UcpNeeds } from './needs.ts';
import { type Operation, operations } from './operations.ts';
import { runOperation } from './run-operation.ts';
import { UcpError } from './ucp-error.ts';
import type { SignedRequest } from './verify-signature.ts';

export type RestMatch = { operation: Operation | undefined; id: string; allow: string };

/** Which operation stands at a path; undefined: none, whatever the method. */
export function restOperation(method: string | undefined, path: string): RestMatch | undefined {
  const here = operations.flatMap((operation) => {
    const [before = '', after] = operation.path.split('{id}');
    if (after === undefined) return path === operation.path ? [{ operation, id: '' }] : [];
    const id = path.slice(before.length, path.length - after.length);
    const fits = path.startsWith(before) && path.endsWith(after) && /^[\w-]{1,60}$/.test(id);
    return fits ? [{ operation, id }] : [];
  });
  if (here.length === 0) return undefined;
  const match = here.find(({ operation }) => operation.method === method);
  const allow = here.map(({ operation }) => operation.method).join(', ');
  return { operation: match?.operation, id: match?.id ?? '', allow };
}

/** One request over the REST binding. */
export async function answerRest(
  needs: UcpNeeds & IdentifyNeeds,
  { operation, id }: { operation: Operation; id: string },
  request: SignedRequest,
): Promise<UcpAnswer> {
  const { headers } = request;
  const platform = await identify(needs, request, { agent: agentIn(headers['ucp-agent']), isWrite: operation.isWrite });
  const body = operation.method === 'GET' ? undefined : inputOf(request);
  return runOperation(needs, operation, platform, { id, body, idempotencyKey: headers['idempotency-key']?.toString() });
}

function inputOf({ headers, body }: SignedRequest): unknown {
  if (body.length === 0) return {};
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? ''))
    throw new UcpError(415, 'invalid_request', 'The body must be application/json.');
  const read = parsedJson(body.toString());
  if (read === undefined) throw new UcpError(400, 'invalid_request', 'The body is no JSON, or is nested too deep.');
  return read;
}
