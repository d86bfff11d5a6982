import type { SessionOddity } from '#contract/sessions/oddity.ts';
import type { Session } from '#contract/sessions/session.ts';
import type { Cell } from './table.ts';
import type { OddityFormat } from './text/oddities-en.ts';
import type { Text } from './text/text.ts';
import { localTime } from './times.ts';

/** "2", or "2.3" where an EVSE has several connectors; nothing while the station has not told. */
export function placeOf({ evseId, connectorId }: Pick<Session, 'evseId' | 'connectorId'>): string {
  if (evseId === null) return '';
  return connectorId === null || connectorId === 1 ? String(evseId) : `${evseId}.${connectorId}`;
}

/** "running, charging" or "ended, the vehicle was unplugged" */
export function stateCell(text: Text, { state, chargingState, stopReason }: Session): Cell {
  const { session: words } = text;
  const doing = chargingState === null ? null : chargingStateWord(text, chargingState);
  const more = state === 'running' ? doing : stopReason && stopReasonWord(text, stopReason);
  const said = more === null ? words.state[state] : `${words.state[state]}, ${more}`;
  return state === 'running' ? { text: said, tone: 'good' } : said;
}

export function chargingStateWord({ session: { states } }: Text, state: string): string {
  return Object.hasOwn(states, state) ? (states[state] ?? state) : state;
}

/** A word that no specification knows is the station's own, and is shown as it is. */
export function stopReasonWord({ session: { reasons } }: Text, reason: string): string {
  return Object.hasOwn(reasons, reason) ? (reasons[reason] ?? reason) : reason;
}

/** What is odd, in a word or two; in English its own name says it. */
export function flagWord({ session: { flags } }: Text, flag: string): string {
  return Object.hasOwn(flags, flag) ? (flags[flag] ?? flag) : flag;
}

export function energyWords({ session }: Text, wattHours: number | null): string {
  return wattHours === null ? '' : session.kwh(wattHours / 1000);
}

export function powerWords({ session }: Text, watts: number | null): string {
  return watts === null ? '' : session.kw(watts / 1000);
}

const day = 86_400;
const hour = 3_600;

/** "2 d 3 h", "1 h 12 min", "45 s": the signs are the same in both languages. */
export function durationWords(seconds: number): string {
  if (seconds >= day) return `${Math.floor(seconds / day)} d ${Math.floor((seconds % day) / hour)} h`;
  if (seconds >= hour) return `${Math.floor(seconds / hour)} h ${Math.floor((seconds % hour) / 60)} min`;
  return seconds >= 60 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds)} s`;
}

/** What is odd, with what shows it, in a sentence. */
export function odditySentence(text: Text, oddity: SessionOddity): string {
  const format: OddityFormat = {
    time: localTime,
    kwh: (wattHours) => energyWords(text, wattHours),
    kw: (watts) => powerWords(text, watts),
  };
  // The flag decides which evidence it is: the two belong together, which the type cannot follow through a look-up.
  const sentence = text.oddities[oddity.flag] as (evidence: SessionOddity['evidence'], format: OddityFormat) => string;
  return sentence(oddity.evidence, format);
}
