import { type ErrorCode, SigecError } from '#base/errors.ts';
import { uuidPattern } from '#base/uuid.ts';
import { tokenType } from '#contract/access/token.ts';
import { priceRow, tariffTerms } from '#contract/billing/tariff-terms.ts';
import { inEnglish, type ProblemValue, type Sentence } from '#contract/problems/problem-words.ts';

/** What to say of an error whose own message may repeat a name that a station, a driver or the caller chose. */
type Words = Partial<Record<ErrorCode, string>>;

/**
 * What the business throws, told without what others wrote: it names stations and repeats their words, and prose is where a
 * model looks for instructions. What stood there is named by the argument or field in which it is found.
 */
export async function withSafeErrors<Result>(words: Words, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    throw toldAgain(thrown, words);
  }
}

/** The same for what was caught already. What is no error of the business is left as it is, for the log. */
export function toldAgain(error: unknown, words: Words = {}): unknown {
  if (!(error instanceof SigecError)) return error;
  const sentence = sentenceIn(error);
  const message = sentence === undefined ? (words[error.code] ?? otherwise[error.code]) : inEnglish(neutral(sentence));
  return new SigecError(error.code, message ?? error.message, { cause: error, details: ourDetails(error) });
}

/** A code that is missing here has messages of ours alone. */
const otherwise: Words = {
  INVALID_INPUT: 'The arguments do not fit each other or what is there. Look again at what was named.',
  NOT_FOUND: 'Something that was named is not there. List what there is and name it as it is listed.',
  CONFLICT: 'It cannot be done as things are now. Look again, then decide.',
  STATION_OFFLINE: 'The charge point is offline, so nothing was sent. Try again once it is online.',
};

function sentenceIn({ details }: SigecError): Sentence | undefined {
  const { sentence } = details;
  return isSentence(sentence) ? sentence : undefined;
}

function isSentence(value: unknown): value is Sentence {
  return typeof value === 'object' && value !== null && 'code' in value && 'values' in value;
}

/** The same sentence, with placeholders for what others may have written. */
export function neutral({ code, values }: Sentence): Sentence {
  const told = Object.entries(values).map(([name, value]) => [name, neutralValue(name, value)] as const);
  return { code, values: Object.fromEntries(told) };
}

function neutralValue(name: string, value: ProblemValue): ProblemValue {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return isOurs(name, value) ? value : `[${agentNames[name] ?? name}]`;
  if (isSentence(value)) return neutral(value);
  return value.map((one) => neutralValue(name, one));
}

function isOurs(name: string, value: string): boolean {
  return ourNames.has(name) || ourWords.has(value) || ourForms.some((form) => form.test(value));
}

const agentNames: Record<string, string> = {
  stationId: 'charge_point_id',
  stations: 'charge_point_id',
  siteId: 'site_id',
  tariffId: 'tariff_id',
  connectorType: 'connector_type',
  answer: 'reported_status',
};

/** Values that we computed or that have one form only, whoever wrote them. */
const ourNames = new Set([
  ...[
    'localTime',
    'currency',
    'siteCurrency',
    'wanted',
    'credit',
    'row',
    'wider',
    'what',
    'where',
    'example',
    'bracket',
  ],
  ...['hours', 'from', 'to', 'day', 'time', 'kwh', 'percent', 'minimum', 'maximum'],
]);
const ourWords = new Set<string>([
  ...Object.keys(tariffTerms.shape),
  ...Object.keys(priceRow.shape),
  ...tokenType.options,
  ...['id', 'validFrom', 'language', 'text', 'percent', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'],
]);
const ourForms = [
  /^-?\d{1,12}(\.\d{1,6})?$/,
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/,
  new RegExp(`^${uuidPattern}$`),
  /^tok_[\w-]{1,40}$/,
];

/** Words of ours that a program can choose by. */
function ourDetails({ details }: SigecError): Record<string, unknown> {
  const kept = ['conflict', 'reason', 'field', 'commandId'].flatMap((name) => {
    const value = details[name];
    return typeof value === 'string' && /^[\w-]{1,40}$/.test(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(kept);
}
