import { type ErrorCode, httpStatusOf, SigecError } from '#base/errors.ts';
import type { Reply } from './channel.ts';

/** What the other node answered. Throws what it refused with, or what `away` makes of the reason why it cannot be asked. */
export function answerOf(reply: Reply, away: (reason: string) => SigecError): unknown {
  if (reply.status === 'answered') return reply.body;
  if (reply.status !== 'failed') throw away(reply.reason);
  throw new SigecError(isCode(reply.code) ? reply.code : 'INTERNAL', reply.message);
}

function isCode(code: string): code is ErrorCode {
  return code in httpStatusOf;
}
