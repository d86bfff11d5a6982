import { ownJson } from '#base/json.ts';
import type { Message } from '#contract/stations/message.ts';
import type { MappedIds } from './mapped-ids.ts';

/** Of a token the recorder keeps the hash; OCPP 1.6 has room for 20 characters, which tell tokens apart as well. */
const tokenHash = /tok_[\w-]{22}/g;
const longestIdTag = 20;

/** A frame of the station as it can be said again: with tokens that fit, and the ids of this instance. */
export function frameAgain(frame: string, ids: MappedIds): string {
  const text = tokensAgain(frame);
  const parsed = parsedFrame(text);
  if (parsed === undefined) return text;
  const mapped = ids.map(parsed);
  return mapped === parsed ? text : JSON.stringify(mapped); // byte for byte where nothing has changed
}

export function tokensAgain(text: string): string {
  return text.replace(tokenHash, (hash) => hash.slice(0, longestIdTag));
}

/** The elements of a frame, or undefined for what is none. */
export function parsedFrame(text: string): unknown[] | undefined {
  const parsed = parsedObject(text);
  return Array.isArray(parsed) ? (parsed as unknown[]) : undefined;
}

export function parsedObject(text: string): object | undefined {
  const parsed = ownJson(text);
  return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
}

/** The recorder leaves out what is too long and what a late answer held. */
export function isWhole({ request, answer, outcome }: Message): boolean {
  if ([request, answer ?? ''].some((frame) => /… \(cut: \d+ characters\)$/.test(frame))) return false;
  const isLateAnswer = outcome === 'heard' && /^\[[34],/.test(request);
  return !isLateAnswer && !request.startsWith('["(hidden:');
}
