import type { IncomingMessage } from 'node:http';

export function addressOf(request: IncomingMessage): string {
  return request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? 'unknown';
}

/** The token after `Bearer`; some write the token alone. */
export function bearerOf(request: IncomingMessage): string {
  return (request.headers.authorization ?? '').replace(/^bearer\s+/i, '').trim();
}

export function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  return text === undefined || text === '' ? null : text;
}
