import type { Charging } from '#charging/charging.ts';
import type { Outcome } from '#charging/commands/words.ts';
import type { ListMessage } from '#charging/local-lists/open-local-lists.ts';
import { resolvePlace } from '#charging/variables/words.ts';
import { accepted, byStatus } from './command.ts';

type Wish = { mode: 'full' | 'differential'; tokenIds?: string[] | undefined };
type Context = { stationId: string; charging: Charging };
type Answer = { status: string; statusInfo?: { reasonCode: string; additionalInfo?: string | undefined } | undefined };
type Wire = { longestToken: number; send(message: ListMessage): Promise<Answer> };

/** D01 on every version: message by message, each written down as the station took it. */
export async function sendLocalList(wish: Wish, context: Context, wire: Wire): Promise<Outcome> {
  const { stationId, charging } = context;
  const { longestToken, send } = wire;
  const place = resolvePlace({ component: 'LocalAuthListCtrlr', variable: 'ItemsPerMessage' });
  const mostEntries = await charging.variables.numberOf(stationId, place);
  const plan = await charging.localLists.plan({ stationId, longestToken, mostEntries, ...wish });
  const losses = plan.leftOut.map((tokenId) => ({
    field: 'tokenIds',
    why: `${tokenId} is longer than the ${longestToken} characters that this version can say`,
  }));
  let { version } = plan;
  for (const message of plan.messages) {
    const answer = await send(message);
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

/** D02. 1.6 says -1 where it keeps no list at all. */
export async function recordListVersion(version: number, { stationId, charging }: Context): Promise<Outcome> {
  const isInStep = await charging.localLists.recordVersion(stationId, version);
  return accepted({ answer: { version, isInStep } });
}
