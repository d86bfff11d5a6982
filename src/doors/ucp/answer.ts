import { errorMessage, type Message } from './messages.ts';
import type { UcpNeeds } from './needs.ts';
import { envelope, type Platform } from './platform.ts';

/** What a request came to, in either binding. */
export type UcpAnswer = {
  status: number;
  body: object;
  /** Asked again, it may be another: it is under way. */
  isPassing?: true;
};

/** What an operation does. */
export type Handle<Body = unknown> = (
  needs: UcpNeeds,
  platform: Platform,
  asked: { id: string; body: Body },
) => Promise<UcpAnswer>;

/** There is nothing to act upon; the messages say why. */
export function errorAnswer(
  platform: Platform,
  root: string,
  { status, messages, continueUrl }: { status: number; messages: Message[]; continueUrl: string },
): UcpAnswer {
  return { status, body: { ucp: envelope(platform, root, { status: 'error' }), messages, continue_url: continueUrl } };
}

export function unrecoverable(code: string, content: string): Message {
  return errorMessage(code, content, 'unrecoverable');
}
