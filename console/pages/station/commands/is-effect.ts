import { type CommandName, commands } from '#contract/commands/commands.ts';
import type { LedgerEvent } from '#contract/event.ts';

export type AskedCommand = { name: string; stationId: string; input: Record<string, unknown> };

/** Kinds of events that show that a command took effect. */
export function effectsOf(name: string): readonly LedgerEvent['kind'][] {
  return Object.hasOwn(commands, name) ? commands[name as CommandName].effects : [];
}

/** Whether an event shows that the command took effect: it is of the right kind, and about the same place. */
export function isEffect({ name, stationId, input }: AskedCommand, { kind, body, ...event }: LedgerEvent): boolean {
  if (event.stationId !== stationId || !effectsOf(name).includes(kind)) return false;
  const isThere = ['evseId', 'connectorId'].every((part) => input[part] === undefined || input[part] === body[part]);
  if (name === 'start-session') return isThere && body['type'] === 'started';
  if (name === 'stop-session') return body['type'] === 'ended';
  if (name === 'set-availability') return isThere && (body['status'] !== 'unavailable') === input['isOperative'];
  if (name === 'reset') return kind === 'station-booted' || (input['evseId'] !== undefined && isThere);
  return kind !== 'connector-status' || isThere;
}
