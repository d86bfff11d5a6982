import type { IncomingMessage } from 'node:http';
import { bearerKeyIn } from '#doors/http-server/bearer-key.ts';

/** The token after `Bearer`; some write the token alone. */
export function bearerOf(request: IncomingMessage): string {
  const { authorization = '' } = request.headers;
  return bearerKeyIn(authorization) ?? authorization.trim();
}

export function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  return text === undefined || text === '' ? null : text;
}
