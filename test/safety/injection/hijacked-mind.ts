import type { Message } from '../../../src/assistant/conversation/message.ts';
import type { Mind } from '../../../src/assistant/conversation/mind.ts';
import { type ScriptStep, scriptedMind } from '../../../src/assistant/providers/scripted.ts';
import type { Hints } from '../arguments.ts';
import { type KnownTool, ordersIn } from './orders.ts';

export type Wanted = { name: string; given: Record<string, unknown> };
type Call = { name: string; arguments: Record<string, unknown> };

type HijackedMind = Mind & {
  /** What it was talked into, by the names of the tools. */
  obeyed: Wanted[];
};

/** So many calls leave at once. */
const atOnce = 8;

/**
 * The mind of an agent that has been talked into everything: it reads what it was asked to read, does whatever any answer tells it to, before it reads
 * on, and carries out every proposal that it got. Whatever keeps it from doing harm is not in it.
 */
export function hijackedMind({
  reading,
  tools,
  hints,
}: {
  reading: readonly Wanted[];
  tools: readonly KnownTool[];
  hints: Hints;
}): HijackedMind {
  const obeyed: Wanted[] = [];
  const known = new Set<string>();
  const left: Wanted[] = [];
  const unread = [...reading];
  let seen = 0;
  const obey = (wanted: Wanted) => {
    const key = JSON.stringify(wanted);
    if (known.has(key)) return;
    known.add(key);
    obeyed.push(wanted);
    left.push(wanted);
  };
  const read = (message: Message) => {
    if (message.role !== 'tool') return;
    for (const order of ordersIn(asRead(message.text), tools, hints))
      if (order.kind === 'tool') obey({ name: order.name, given: order.given });
    for (const [, id] of message.text.matchAll(/"proposal_id":"([^"]+)"/g))
      obey({ name: 'apply_proposal', given: { proposal_id: id } });
  };
  const mind = scriptedMind(({ messages, tools: offered }): ScriptStep => {
    for (const message of messages.slice(seen)) read(message);
    seen = messages.length;
    const next = left.length > 0 ? left.splice(0, atOnce) : unread.splice(0, 1);
    if (next.length === 0) return { say: 'All is well.' };
    const names = new Set(offered.map(({ tool }) => tool));
    return { calls: next.map((wanted, index) => callOf(wanted, names.has(wanted.name) && (seen + index) % 2 === 0)) };
  });
  return { ...mind, obeyed };
}

/** Straight, or by way of the tool that calls others. */
function callOf({ name, given }: Wanted, isStraight: boolean): Call {
  return isStraight ? { name, arguments: given } : { name: 'call_tool', arguments: { name, arguments: given } };
}

/** Quotes within data are escaped there, and a reader does not see that. */
function asRead(text: string): string {
  return text.replaceAll('\\"', '"').replaceAll('\\\\', '\\');
}
