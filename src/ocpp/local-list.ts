import type { Charging } from '#charging/charging.ts';
import type { Outcome } from '#charging/commands/words.ts';
import type { ListEntry, ListMessage } from '#charging/local-lists/open-local-lists.ts';
import { accepted, byStatus } from './command.ts';

type Wish = { mode: 'full' | 'differential'; tokenIds?: string[] | undefined };
type Context = { stationId: string; charging: Charging };
type Answer = { status: string; statusInfo?: { reasonCode: string; additionalInfo?: string | undefined } | undefined };
type Wire = { entryOf(entry: ListEntry): object; send(message: ListMessage): Promise<Answer> };

/** For the whole list. Each message may take long, and a list has hundreds of them. */
const sendWithinMinutes = 30;

/** D01 on every version: message by message, each written down as the station took it. */
export async function sendLocalList(wish: Wish, context: Context, wire: Wire): Promise<Outcome> {
  const { stationId, charging } = context;
  const bytesOf = (entry: ListEntry) => Buffer.byteLength(JSON.stringify(wire.entryOf(entry)));
  const plan = await charging.localLists.plan({ stationId, bytesOf, ...wish });
  const losses = [
    ...plan.wanted.tooLong.map((tokenId) => ({
      field: 'tokenIds',
      why: `${tokenId} is longer than this version can say`,
    })),
    ...plan.wanted.noRoom.map((tokenId) => ({ field: 'tokenIds', why: `the station has no room for ${tokenId}` })),
  ];
  if (plan.messages.length === 0) await charging.localLists.recordHeld(plan);
  const sendUntil = performance.now() + sendWithinMinutes * 60_000;
  let { version } = plan;
  for (const message of plan.messages) {
    if (performance.now() > sendUntil) return tooSlow(losses);
    const answer = await wire.send(message);
    if (answer.status !== 'Accepted') {
      await charging.localLists.recordRefused(plan, answer.status);
      // D01.FR.04: the station holds another list than we thought, so no difference fits it.
      if (answer.status === 'VersionMismatch' && wish.mode === 'differential' && !message.isFull)
        return sendLocalList({ ...wish, mode: 'full' }, context, wire);
      return byStatus(answer, [], { losses });
    }
    await charging.localLists.recordTaken(plan, message);
    ({ version } = message);
  }
  const entries = plan.messages.reduce((count, message) => count + message.entries.length, 0);
  return accepted({ losses, answer: { version, entries, messages: plan.messages.length } });
}

/** What it took so far is in the books as a list that is not whole: the next one is a full one. */
function tooSlow(losses: Outcome['losses']): Outcome {
  const reason = `the station did not take the whole list within ${sendWithinMinutes} minutes`;
  return { status: 'no-answer', code: null, reason, answer: {}, losses };
}

/** D02. 1.6 says -1 where it keeps no list at all. */
export async function recordListVersion(version: number, { stationId, charging }: Context): Promise<Outcome> {
  const isInStep = await charging.localLists.recordVersion(stationId, version);
  return accepted({ answer: { version, isInStep } });
}
