import type { Asked } from '../grammar/asked.ts';
import type { CallIntent, Missing } from '../intent.ts';

export function call(tool: string, rest: Omit<CallIntent, 'intent' | 'tool'> = {}): CallIntent {
  return { intent: 'call', tool, ...rest };
}

export function ask(missing: Missing): { status: 'ask-back'; missing: Missing } {
  return { status: 'ask-back', missing };
}

/** How many rows are asked for. */
export function rowLimit(asked: Asked, usual: number, most: number): number {
  return Math.min(Math.max(1, Math.floor(asked.number('number') ?? usual)), most);
}

/** A call about one station, which is asked for where it is not named. */
export function stationCall(asked: Asked, tool: string, given: Record<string, unknown>, change?: CallIntent['change']) {
  const station = asked.text_('station');
  return station === undefined
    ? ask('station')
    : call(tool, { station, given, ...(change !== undefined && { change }) });
}
