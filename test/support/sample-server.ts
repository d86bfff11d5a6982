import { api } from '../../src/contract/api/api.ts';
import type { Endpoint } from '../../src/contract/api/define-api.ts';
import { type Fullness, sampleAnswer } from './sample-answer.ts';

const tables: readonly Readonly<Record<string, Endpoint>>[] = Object.values(api);
const endpoints = tables
  .flatMap((table) => Object.values(table))
  .map((endpoint) => ({ endpoint, path: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`) }))
  // A fixed path comes before one with a place for a name.
  .toSorted((a, b) => Number(a.endpoint.path.includes(':')) - Number(b.endpoint.path.includes(':')));

/** What stands in for an answer of the contract, by method and path: `GET /api/sites/:id`. */
export type OtherAnswers = Readonly<Record<string, unknown>>;

/** A `fetch` whose server answers every endpoint of the contract with a sample, and what it was asked. */
export function sampleServer(fullness: Fullness, others: OtherAnswers = {}) {
  const requests: string[] = [];
  const fetch = async (address: string | URL, { method = 'GET', body }: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(address);
    requests.push([method, `${pathname}${search}`, ...(typeof body === 'string' ? [body] : [])].join(' '));
    const found = endpoints.find(({ endpoint, path }) => endpoint.method === method && path.test(pathname))?.endpoint;
    if (found === undefined) return Response.json({ code: 'NOT_FOUND', message: pathname }, { status: 404 });
    const other = others[`${found.method} ${found.path}`];
    if (other instanceof Response) return other.clone();
    if (other !== undefined) return Response.json(other);
    if (found.status === 204) return new Response(null, { status: 204 });
    if (found.answer === undefined) return new Response(`the answer of ${found.path}\n`);
    const answer = sampleAnswer(found.answer, fullness) as object;
    // The second page is the last one.
    const isLaterPage = /[?&](after|before)=/.test(search);
    return Response.json(isLaterPage ? { ...answer, next: null, previous: null } : answer, {
      status: found.status ?? 200,
    });
  };
  return { fetch, requests };
}
