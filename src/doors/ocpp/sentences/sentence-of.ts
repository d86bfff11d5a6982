import { stripVTControlCharacters } from 'node:util';
import { ownJson } from '#base/json.ts';
import type { Exchange } from '#ledger/frames/frame-recorder.ts';
import { en } from './en/en.ts';
import { ptBr } from './pt-BR/pt-br.ts';
import type { ActionExchange, ActionName, Clause } from './sentence-types.ts';
import type { Tongue } from './tongue.ts';

export type Recorded = Pick<Exchange, 'stationId' | 'version' | 'caller' | 'action' | 'request' | 'answer' | 'outcome'>;

const tongues = { en, 'pt-BR': ptBr } satisfies Record<string, Tongue>;
export type Language = keyof typeof tongues;

/** What happened between a station and us, in a sentence with its figures. Whatever the frames hold, there is one. */
export function sentenceOf(recorded: Recorded, language: Language): string {
  const tongue = tongues[language];
  return `${recorded.stationId} ${clauseOf(recorded, tongue)}`;
}

function clauseOf(recorded: Recorded, tongue: Tongue): string {
  const { outcome, request, caller } = recorded;
  const frame = ownJson(request);
  const action = recorded.action === null ? null : cleanText(recorded.action);
  if (outcome === 'connected') return tongue.connected(recorded.version ?? '?', factOf(frame, 'address'));
  if (outcome === 'disconnected')
    return tongue.disconnected(offlineReason(factOf(frame, 'reason'), tongue), countOf(frame, 'heartbeats'));
  const [type] = Array.isArray(frame) ? (frame as unknown[]) : [];
  if (type === 3 || type === 4) return tongue.unasked(action);
  if (type === 5)
    return (caller === 'station' ? tongue.answerRefused : tongue.theirAnswerRefused)(action, codeIn(frame));
  if (outcome === 'unreadable' || action === null) return tongue.unreadable(request.length);
  return calledClause(recorded, { action, payload: payloadOf(frame, 3), tongue });
}

type Called = { action: string; payload: unknown; tongue: Tongue };

function calledClause({ caller, answer, outcome }: Recorded, { action, payload, tongue }: Called): string {
  const answerFrame = answer === null ? undefined : ownJson(answer);
  const result = outcome === 'answered' ? payloadOf(answerFrame, 2) : undefined;
  const clause = toldOrNamed({ action, caller, request: payload, answer: result }, tongue);
  const [told, figures] = typeof clause === 'string' ? [clause] : clause;
  const outcomes = [
    outcome === 'no-answer' ? tongue.noAnswer : '',
    outcome === 'error' ? tongue.refused(codeIn(answerFrame)) : '',
    statusWords(result, tongue),
    figures ?? '',
  ].filter((text) => text !== '');
  return outcomes.length === 0 ? told : `${told}: ${outcomes.join(', ')}`;
}

type Untyped = { action: string; caller: Recorded['caller']; request: unknown; answer: unknown };

/** A frame that was taken in spite of its faults, or refused for them, may lack what its sentence needs. */
function toldOrNamed(said: Untyped, tongue: Tongue): Clause {
  try {
    return clauseFor(said, tongue);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return tongue.unknown(said.action, said.caller === 'station');
  }
}

export function clauseFor({ action, ...told }: Untyped, tongue: Tongue): Clause {
  if (!Object.hasOwn(tongue.sentences, action)) return tongue.unknown(action, told.caller === 'station');
  const tell: (told: ActionExchange<ActionName>) => Clause = tongue.sentences[action as ActionName];
  return tell({
    ...told,
    request: cleanTexts(told.request),
    answer: cleanTexts(told.answer),
  } as ActionExchange<ActionName>);
}

/** "accepted", or "2 accepted, 1 rejected" where an answer has several. */
function statusWords(answer: unknown, tongue: Tongue): string {
  const statuses = statusesIn(cleanTexts(answer));
  const [only, ...others] = statuses;
  if (only === undefined) return '';
  if (others.length === 0) return [tongue.word(only.status), ...(only.reason ? [`(${only.reason})`] : [])].join(' ');
  const counts = Map.groupBy(statuses, ({ status }) => status);
  if (counts.size === 1) return tongue.word(only.status);
  return [...counts].map(([status, of]) => tongue.numberOf(of.length, tongue.word(status))).join(', ');
}

function offlineReason(reason: string, { offlineReasons }: Tongue): string {
  const reasons: Readonly<Record<string, string>> = offlineReasons;
  return Object.hasOwn(reasons, reason) ? (reasons[reason] ?? reason) : reason;
}

function codeIn(frame: unknown): string {
  const [, , code, description] = Array.isArray(frame) ? (frame as unknown[]) : [];
  const words = [code, description].filter((text) => typeof text === 'string' && text !== '') as string[];
  return words.map(cleanText).join(': ') || '?';
}

function factOf(facts: unknown, name: string): string {
  const value = (facts as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? cleanText(value) : '?';
}

function countOf(facts: unknown, name: string): number {
  const value = (facts as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'number' ? value : 0;
}

function payloadOf(frame: unknown, index: number): unknown {
  return Array.isArray(frame) ? (frame[index] as unknown) : undefined;
}

/** Longer texts of a station do not make a sentence clearer. */
const longestText = 60;
/** Deeper than any message of OCPP is nested. */
const deepest = 12;

// Control, format (bidi, zero-width, tags), private use and unassigned characters, and those that show nothing by default.
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** What a station wrote, as a short text of one line that can neither command a terminal nor reorder what is read. */
function cleanText(text: string): string {
  const shown = stripVTControlCharacters(text.slice(0, 10 * longestText))
    .replace(/\s+/gu, ' ')
    .replace(invisible, '')
    .trim();
  if (shown.length <= longestText) return shown;
  return `${shown.slice(0, longestText - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function cleanTexts(value: unknown, levels = deepest): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (value === null || typeof value !== 'object' || levels === 0) return value;
  if (Array.isArray(value)) return value.map((item) => cleanTexts(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanTexts(inner, levels - 1)]));
}

type Status = { status: string; reason: string | undefined };
type Info = { reasonCode?: string; additionalInfo?: string };

const lists = [
  'setVariableResult',
  'getVariableResult',
  'setMonitoringResult',
  'clearMonitoringResult',
  'clearTariffsResult',
] as const;

/** What an answer says of the request: its status, that of the token in it, or one for each thing asked for. */
function statusesIn(answer: unknown): Status[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const fields = answer as Record<string, unknown>;
  const results = lists.flatMap((name) => (Array.isArray(fields[name]) ? (fields[name] as unknown[]) : []));
  return [answer, fields['idTagInfo'], fields['idTokenInfo'], ...results].flatMap(statusOf);
}

function statusOf(result: unknown): Status[] {
  if (typeof result !== 'object' || result === null) return [];
  const { status, attributeStatus, statusInfo, attributeStatusInfo } = result as Record<string, unknown>;
  const word = status ?? attributeStatus;
  if (typeof word !== 'string') return [];
  const { reasonCode, additionalInfo } = (statusInfo ?? attributeStatusInfo ?? {}) as Info;
  return [{ status: word, reason: [reasonCode, additionalInfo].filter(Boolean).join(': ') || undefined }];
}
