import { ListChanged, type ListWire } from '#charging/local-lists/entry-texts.ts';
import { HandedOver } from '#charging/local-lists/handovers.ts';
import type { ListMessage } from '#charging/local-lists/list-messages.ts';
import { listChanged } from '#charging/local-lists/standing.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Outcome } from '#contract/commands/command.ts';
import { accepted, byStatus } from '../command.ts';
import { WrittenPayload } from '../link/rpc/written-payload.ts';

type Wish = { mode: 'full' | 'differential'; tokenIds?: string[] | undefined };
type Context = { stationId: string; charging: Charging };
type Answer = { status: string; statusInfo?: { reasonCode: string; additionalInfo?: string | undefined } | undefined };
type Wire = ListWire & { send(message: ListMessage): Promise<Answer> };

/** What a station may take for all answers of one list together. Each may take long, and a list has hundreds of them. */
const answerWithinMinutes = 30;
/** As many tokens that are left out are named. */
const maxNamed = 20;

/** D01 on every version: message by message, and written down once the station took them all. */
export async function sendLocalList(wish: Wish, context: Context, wire: Wire): Promise<Outcome> {
  try {
    return await context.charging.localLists.inTurn(context.stationId, () => sendInTurn(wish, context, wire));
  } catch (error) {
    if (!(error instanceof ListChanged) && !(error instanceof HandedOver)) throw error;
    return { status: 'not-sent', code: listChanged, reason: error.message, answer: {}, losses: [] };
  }
}

async function sendInTurn(wish: Wish, context: Context, wire: Wire): Promise<Outcome> {
  const { stationId, charging } = context;
  const { localLists } = charging;
  const plan = await localLists.plan({ stationId, wire, ...wish });
  const losses = lossesOf(plan.wanted);
  const isNothing = plan.steps.length === 0 && !plan.isFull;
  if (isNothing) await localLists.recordHeld(plan);
  else await localLists.recordBegun(plan);
  let { version } = plan;
  let messages = 0;
  let answerMs = 0;
  for await (const message of plan.messages()) {
    if (answerMs > answerWithinMinutes * 60_000) return tooSlow(losses);
    const sentAt = performance.now();
    const answer = await wire.send(message).catch((error: unknown) => {
      localLists.noteUnanswered(plan, message.entries.length);
      throw error;
    });
    answerMs += performance.now() - sentAt;
    if (answer.status !== 'Accepted') {
      await localLists.recordRefused(plan, { code: answer.status, isUntouched: messages === 0 });
      // D01.FR.04: the station holds another list than we thought, so no difference fits it.
      if (answer.status === 'VersionMismatch' && wish.mode === 'differential' && !message.isFull)
        return sendInTurn({ ...wish, mode: 'full' }, context, wire);
      return byStatus(answer, [], { losses });
    }
    ({ version } = message);
    messages += 1;
  }
  if (!isNothing) await localLists.recordTaken(plan, { version, messages });
  return accepted({ losses, answer: { version, entries: plan.steps.length, messages } });
}

function lossesOf({ tooLong, noRoom }: { tooLong: readonly string[]; noRoom: readonly string[] }): Outcome['losses'] {
  return [
    ...named(tooLong, (tokens) => `${tokens} is longer than this version can say`),
    ...named(noRoom, (tokens) => `the station has no room for ${tokens}`),
  ];
}

/** Thousands may be left out of a short list: the first are named, the others counted. */
function named(tokenIds: readonly string[], why: (tokens: string) => string): Outcome['losses'] {
  const losses = tokenIds.slice(0, maxNamed).map((tokenId) => ({ field: 'tokenIds', why: why(tokenId) }));
  const others = tokenIds.length - losses.length;
  return others === 0 ? losses : [...losses, { field: 'tokenIds', why: why(`each of ${others} more`) }];
}

/** What it took so far is in the books as a list that is not whole: the next one is a full one. */
function tooSlow(losses: Outcome['losses']): Outcome {
  const reason = `the station did not take the whole list within ${answerWithinMinutes} minutes`;
  return { status: 'no-answer', code: null, reason, answer: {}, losses };
}

/** The recorder keeps so much of a message: a list of thousands would fill it with tokens of every station. */
const longestRecorded = 4_096;
const recordedEntries = 2;

/** `fields`: of the message beside its entries, which are written already. */
export function listPayload(fields: object, entries: readonly string[]): WrittenPayload {
  const start = `${JSON.stringify(fields).slice(0, -1)},"localAuthorizationList":[`;
  const text = `${start}${entries.join(',')}]}`;
  if (text.length <= longestRecorded) return new WrittenPayload(text);
  const shown = entries.slice(0, recordedEntries).join(',');
  return new WrittenPayload(text, `${start}${shown},… (cut: ${text.length} characters)`);
}

/** D02. 1.6 says -1 where it keeps no list at all. */
export async function recordListVersion(version: number, { stationId, charging }: Context): Promise<Outcome> {
  const isInSync = await charging.localLists.recordVersion(stationId, version);
  return accepted({ answer: { version, isInSync } });
}
