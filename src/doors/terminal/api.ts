import { asError } from '#base/errors.ts';
import type { Answer, Endpoint, Given, Rest } from '#contract/api/define-api.ts';
import { fetchNamed, fetchProven, isKeyMeant } from './own-server.ts';
import { type CallOptions, NoConnection, request, respond } from './request.ts';
import { apiKey, apiUrl, type ServerOptions } from './server-address.ts';
import type { Terminal } from './terminal.ts';

/** A file as it comes, and how many rows follow, where the server tells. */
type ServerFile = { rows: number | null; chunks: AsyncIterable<Uint8Array> };

export type Api = ReturnType<typeof openApi>;

export function openApi(terminal: Terminal, options: ServerOptions) {
  const url = apiUrl(terminal, options);
  const { text, language, command } = terminal;
  const key = apiKey(terminal, options);
  const send =
    terminal.send ??
    (key === undefined || isKeyMeant(terminal, options) ? fetchNamed(terminal) : fetchProven(terminal));
  const server = { url, key, send, text, language, command };
  return {
    url,
    /** One request; the answer is read by its shape in the contract. */
    call: <Each extends Endpoint>(endpoint: Each, ...[given]: Rest<Given<Each> & CallOptions>): Promise<Answer<Each>> =>
      request(server, endpoint, given ?? {}),
    /** Bytes as they come, until the connection ends or the signal ends it. */
    async stream<Each extends Endpoint>(
      endpoint: Each,
      ...[given]: Rest<Given<Each> & CallOptions>
    ): Promise<ReadableStream<Uint8Array>> {
      const { body } = await respond(server, endpoint, { ...given, isStream: true });
      return body ?? new ReadableStream();
    },
    async file<Each extends Endpoint>(
      endpoint: Each,
      ...[given]: Rest<Given<Each> & CallOptions>
    ): Promise<ServerFile> {
      const asked = { headers: { accept: '*/*' }, ...given, isStream: true };
      const { body, headers } = await respond(server, endpoint, asked);
      const rows = headers.get('x-total-count');
      return {
        rows: rows === null ? null : Number(rows),
        chunks: untilBroken(body ?? new ReadableStream<Uint8Array>(), (reason) =>
          text.problem.connectionFailed(url, reason),
        ),
      };
    },
  };
}

/** A line that breaks in the middle is told as such: half a file is no file. */
async function* untilBroken<Part>(
  parts: AsyncIterable<Part>,
  sentence: (reason: string) => string,
): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (thrown) {
    const cause = asError(thrown);
    throw new NoConnection('INTERNAL', sentence(cause.message), { cause });
  }
}
