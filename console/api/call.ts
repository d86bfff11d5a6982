import { type Answer, addressOf, type Endpoint, type Given, type Rest } from '#contract/api/define-api.ts';
import { problem } from '#contract/common.ts';
import { takeEarly } from './early.ts';

/** Why something could not be done. The code is the server's, or NO_ANSWER and UNREADABLE when it said nothing we know. */
export class ApiProblem extends Error {
  readonly code: string;
  /** Facts for a program, such as the rows of a file that cannot be taken. */
  readonly details: Record<string, unknown>;

  constructor(code: string, message: string, options: { cause?: unknown; details?: Record<string, unknown> } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ApiProblem';
    this.code = code;
    this.details = options.details ?? {};
  }
}

type Options = {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** A part of a file, in place of a body. */
  bytes?: Blob;
};

/** One request to the server. The answer is read by its shape in the contract. */
export function call<Each extends Endpoint>(endpoint: Each, ...[given]: Rest<Given<Each> & Options>) {
  return read(endpoint, given ?? {});
}

/** The same where nobody reads the answer. */
export function send<Each extends Endpoint>(endpoint: Each, ...[given]: Rest<Given<Each> & Options>) {
  return respond(endpoint, given ?? {});
}

/** What `call` does, for whoever has checked the parts of the request already. */
export async function read<Each extends Endpoint>(endpoint: Each, given: Options): Promise<Answer<Each>> {
  const response = await respond(endpoint, given);
  const answer = endpoint.answer?.safeParse(await response.json().catch(() => undefined));
  if (answer?.success) return answer.data as Answer<Each>;
  throw new ApiProblem('UNREADABLE', `The answer of ${endpoint.path} is not what this page knows.`);
}

/** Whether there is no such thing, so that asking again does not help. */
export function isGone(problem: unknown): boolean {
  return problem instanceof ApiProblem && (problem.code === 'NOT_FOUND' || problem.code === 'INVALID_INPUT');
}

/** The address of a page or a file, for a link. What is empty in a query is left out. */
export function linkTo<Each extends Endpoint>(endpoint: Each, given: Given<Each>): string {
  const { query = {} }: { query?: Record<string, unknown> } = given;
  const filled = Object.entries(query).filter(([, value]) => value !== '');
  return addressOf(endpoint, { ...given, query: Object.fromEntries(filled) });
}

/** The response, when it is a good one; otherwise the problem it tells. */
async function respond(endpoint: Endpoint, given: object): Promise<Response> {
  const { body, bytes, headers, signal }: Options & { body?: object } = given;
  const path = linkTo(endpoint, given);
  const early = endpoint.method === 'GET' ? takeEarly(path) : undefined;
  const asked =
    early ??
    fetch(path, {
      method: endpoint.method,
      credentials: 'same-origin',
      ...(signal && { signal }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(bytes && { 'content-type': 'application/octet-stream' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(bytes && { body: bytes }),
    });
  const response = await asked.catch((cause: unknown) => {
    throw new ApiProblem('NO_ANSWER', `No answer from ${path}.`, { cause });
  });
  if (response.ok) return response;
  const read = problem.safeParse(await response.json().catch(() => undefined));
  if (read.success) throw new ApiProblem(read.data.code, read.data.message, { details: read.data.details ?? {} });
  // A proxy in front of a server that is away answers in its own words.
  throw new ApiProblem('NO_ANSWER', `${path} answered ${response.status}.`);
}
