/** `data` is null for what only says that the server is there, and where in its history we are. */
export type ServerEvent = { id: string | null; kind: string; data: string | null };

/**
 * Reads a text/event-stream as it comes. A block without data still tells our position, which readers made after the standard leave out.
 */
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let id: string | null = null;
  let kind = 'message';
  let data: string[] = [];
  for await (const line of lines(body)) {
    if (line.startsWith(':')) {
      yield { id, kind: 'comment', data: null };
    } else if (line === '') {
      yield { id, kind, data: data.length === 0 ? null : data.join('\n') };
      kind = 'message';
      data = [];
    } else {
      const [field, value] = fieldOf(line);
      if (field === 'id') id = value;
      if (field === 'event') kind = value;
      if (field === 'data') data.push(value);
    }
  }
}

function fieldOf(line: string): [field: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // A return at the very end may be the first half of a line end whose second half is still on its way.
      const parts = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // a stream that failed has ended already
  }
}
