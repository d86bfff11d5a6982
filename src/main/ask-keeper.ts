import { SigecError } from '#base/errors.ts';
import type { OpenCharging } from '#charging/open-charging.ts';
import { answerOf } from '#cluster/channel/answer-of.ts';
import type { Cluster } from './open-cluster.ts';

type Question = { what: Parameters<OpenCharging['elsewhere']['answerAsKeeper']>[0]; args: readonly unknown[] };

const subject = 'keeper';
/** A plan of a large site takes some seconds, and orders to its stations some more. */
const patienceMs = 120_000;
/** A car waits for the first of them, and nobody for the others. */
const quick: ReadonlySet<Question['what']> = new Set(['answerFor', 'changed', 'promise']);
const quickMs = 5_000;

/** Has the node answer that plans for all sites. */
export async function askKeeper({ membership, channel }: Cluster, question: Question): Promise<unknown> {
  const node = membership.keeperNode;
  const timeoutMs = quick.has(question.what) ? quickMs : patienceMs;
  if (node === null) throw away('another one is about to take over');
  return answerOf(await channel.ask({ node, subject, body: question, timeoutMs }), away);
}

function away(reason: string): SigecError {
  const sentence = `The node that plans for sites cannot be asked (${reason}). Try again in a few seconds.`;
  return new SigecError('CONFLICT', sentence);
}

export function serveKeeper({ membership, channel }: Cluster, { elsewhere }: OpenCharging): void {
  channel.serve(subject, async (body) => {
    if (!membership.isKeeper)
      throw new SigecError('CONFLICT', 'Another node plans for sites now. Try again in a few seconds.');
    const { what, args } = body as Question;
    return elsewhere.answerAsKeeper(what, args);
  });
}
