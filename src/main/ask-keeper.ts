import { type ErrorCode, httpStatusOf, SigecError } from '#base/errors.ts';
import type { OpenCharging } from '#charging/open-charging.ts';
import type { Cluster } from './open-cluster.ts';

type Question = { what: Parameters<OpenCharging['elsewhere']['answerAsKeeper']>[0]; args: readonly unknown[] };

const subject = 'keeper';
/** A plan of a large site takes some seconds, and orders to its stations some more. */
const patienceMs = 120_000;

/** Has the node answer that plans for all sites. */
export async function askKeeper({ membership, channel }: Cluster, question: Question): Promise<unknown> {
  const node = membership.keeperNode;
  const reply = node === null ? undefined : await channel.ask({ node, subject, body: question, timeoutMs: patienceMs });
  if (reply?.status === 'answered') return reply.body;
  if (reply?.status === 'failed') throw new SigecError(isCode(reply.code) ? reply.code : 'INTERNAL', reply.message);
  throw new SigecError(
    'CONFLICT',
    `The node that plans for sites cannot be asked (${reply?.reason ?? 'another one is about to take over'}). Try again in a few seconds.`,
  );
}

export function serveKeeper({ membership, channel }: Cluster, { elsewhere }: OpenCharging): void {
  channel.serve(subject, async (body) => {
    if (!membership.isKeeper)
      throw new SigecError('CONFLICT', 'Another node plans for sites now. Try again in a few seconds.');
    const { what, args } = body as Question;
    return elsewhere.answerAsKeeper(what, args);
  });
}

function isCode(code: string): code is ErrorCode {
  return code in httpStatusOf;
}
