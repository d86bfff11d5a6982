import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '#contract/common.ts';

const tooLate = { status: 408, message: 'The request did not come whole in time; send it again.' };
const tooLong = { status: 431, message: 'The headers of the request are too long; send fewer or shorter ones.' };
const unclear = { status: 400, message: 'This is no request of HTTP; look at what was sent.' };
const answers: Record<string, typeof unclear> = { ERR_HTTP_REQUEST_TIMEOUT: tooLate, HPE_HEADER_OVERFLOW: tooLong };

/**
 * Ends a connection on which no request could be read. It is told why only where it waits for an answer: browsers open spare
 * connections, and programs keep those of what they gave up. One that has asked nothing would take our words for the answer to
 * what it asks just then, and one that is in the middle of a download for a part of the file.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.destroyed) return;
  if (socket.writable && socket.bytesRead > 0 && !isAnswering(socket))
    socket.write(refusal(answers[error.code ?? ''] ?? unclear));
  socket.destroy(error);
}

/** Node keeps the answer that is under way there, and looks at it before it refuses a request itself. */
function isAnswering(socket: Socket): boolean {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent === true;
}

function refusal({ status, message }: typeof unclear): string {
  const body = JSON.stringify({ code: 'INVALID_INPUT', message } satisfies Problem);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
