import type { SessionOddity } from '#contract/sessions/oddity.ts';
import type { Session } from '#contract/sessions/session.ts';
import { fixedText } from './money.ts';
import type { Cell } from './table.ts';
import type { OddityFormat } from './text/oddities-en.ts';
import { type Text, wordOf } from './text/text.ts';
import { localTime } from './times.ts';

/** "2", or "2.3" where an EVSE has several connectors; nothing while the station has not told. */
export function placeOf({ evseId, connectorId }: Pick<Session, 'evseId' | 'connectorId'>): string {
  if (evseId === null) return '';
  return connectorId === null || connectorId === 1 ? String(evseId) : `${evseId}.${connectorId}`;
}

/** "running, charging" or "ended, the vehicle was unplugged" */
export function stateCell(text: Text, { state, chargingState, stopReason }: Session): Cell {
  const { session: words } = text;
  const doing = chargingState === null ? null : wordOf(words.states, chargingState);
  const more = state === 'running' ? doing : stopReason && wordOf(words.reasons, stopReason);
  const said = more === null ? words.state[state] : `${words.state[state]}, ${more}`;
  return state === 'running' ? { text: said, tone: 'good' } : said;
}

export function energyWords({ languageName }: Text, wattHours: number | null): string {
  return wattHours === null ? '' : `${fixedText(wattHours / 1000, languageName, 3)} kWh`;
}

export function powerWords({ languageName }: Text, watts: number | null): string {
  return watts === null ? '' : `${fixedText(watts / 1000, languageName, 1)} kW`;
}

/** What the meter showed first and last; null where one of them is not known. */
export function registerWords(
  text: Text,
  { firstRegisterWh, lastRegisterWh }: Record<'firstRegisterWh' | 'lastRegisterWh', number | null>,
): string | null {
  if (firstRegisterWh === null || lastRegisterWh === null) return null;
  return `${energyWords(text, firstRegisterWh)} → ${energyWords(text, lastRegisterWh)}`;
}

const day = 86_400;
const hour = 3_600;

/** "2 d 3 h", "1 h 12 min", "45 s": the signs are the same in both languages. */
export function durationWords(seconds: number): string {
  if (seconds >= day) return `${Math.floor(seconds / day)} d ${Math.floor((seconds % day) / hour)} h`;
  if (seconds >= hour) return `${Math.floor(seconds / hour)} h ${Math.floor((seconds % hour) / 60)} min`;
  return seconds >= 60 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds)} s`;
}

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
