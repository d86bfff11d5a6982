import { SigecError } from '#base/errors.ts';
import { isRecord, ownJson } from '#base/json.ts';
import type { Terminal } from './terminal.ts';

type OptionValue = { name: string; value: string };

/** "2" is EVSE 2, "2.3" its third connector: as stations are shown. */
export function readConnector({ text }: Terminal, given: OptionValue): { evseId: number; connectorId?: number } {
  const [, evseId, connectorId] = /^([1-9]\d{0,2})(?:\.([1-9]\d?))?$/.exec(given.value) ?? [];
  if (evseId === undefined) throw refused({ ...given, accepts: text.accepts.connector }, text);
  return { evseId: Number(evseId), ...(connectorId !== undefined && { connectorId: Number(connectorId) }) };
}

/** Between the bounds, both included. */
export function readNumber({ text }: Terminal, given: OptionValue, [least, most]: readonly [number, number]): number {
  const number = /^\d{1,10}$/.test(given.value) ? Number(given.value) : -1;
  if (number >= least && number <= most) return number;
  throw refused({ ...given, accepts: text.accepts.numberFrom(String(least), String(most)) }, text);
}

export function readObject({ text }: Terminal, given: OptionValue): Record<string, unknown> {
  const read = ownJson(given.value);
  if (isRecord(read)) return read;
  throw refused({ ...given, accepts: text.accepts.json }, text);
}

/** "HeartbeatInterval=60"; the value may hold further signs of its kind. */
export function readSetting({ text }: Terminal, value: string): { name: string; value: string } {
  const [, name, setTo] = /^([^=]+)=(.*)$/su.exec(value) ?? [];
  if (name === undefined || setTo === undefined)
    throw refused({ name: 'NAME=VALUE', value, accepts: text.accepts.setting }, text);
  return { name: name.trim(), value: setTo };
}

function refused(given: OptionValue & { accepts: string }, { wrongUse }: Terminal['text']): SigecError {
  return new SigecError('INVALID_INPUT', wrongUse.invalidInput(given));
}
