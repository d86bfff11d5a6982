import type { Answer } from './doors.ts';

/** Every way in which the product says no; the run meets each of them often. */
export const refusalReasons = [
  ...['not signed in', 'role', 'scope', 'door', 'own key', 'not a person', 'not approved', 'expired', 'denied'],
  ...[
    'applied twice',
    'stale',
    'foreign proposal',
    'unknown proposal',
    'rate limit',
    'budget',
    'cool-down',
    'kill switch',
  ],
  ...['invalid input', 'outside level', 'foreign session', 'read-only address', 'idempotency conflict'],
  ...['other hash', 'taken back', 'revoked since', 'answer not taken'],
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** In the words of our own sentences; what only the asker knows, such as whose proposal it named, is told by `known`. */
const sentences: readonly (readonly [RegExp, RefusalReason])[] = [
  [
    /Too many wrong keys|needs a key of role|unknown, has expired or was revoked|Authorization: Bearer|must read "Bearer/,
    'not signed in',
  ],
  [/This needs the role/, 'role'],
  [/This needs the scope/, 'scope'],
  [/key of kind agent changes nothing here|cannot be decided here/, 'door'],
  [/proposed this itself/, 'own key'],
  [/Only a person approves/, 'not a person'],
  [/nobody has approved it yet/, 'not approved'],
  [/Its time is over/, 'expired'],
  [/Invalid or expired requestState|asked belongs to another call/, 'answer not taken'],
  [/A person has denied it/, 'denied'],
  [/It was taken back/, 'taken back'],
  [/not the proposal that was shown/, 'other hash'],
  [/proposed (this|it) has been revoked|approved it has been revoked/, 'revoked since'],
  [/carried out already|being carried out at this moment/, 'applied twice'],
  [/this has changed|had changed, so it was not/, 'stale'],
  [/may be called \d+ times|calls are answered in a minute/, 'rate limit'],
  [/belongs to the level/, 'outside level'],
  [/belongs to another key/, 'foreign session'],
  [/idempotency_key was used for another call/, 'idempotency conflict'],
  [
    /was not run\.|Nothing was run|does not fit|is not accepted|The body takes one field|must be a JSON object/,
    'invalid input',
  ],
];

export type Known = {
  proposal?: 'own' | 'foreign' | 'unknown' | undefined;
  isReadOnlyAddress?: boolean;
  isForeignSession?: boolean;
};

export function reasonOf({ isDone, status, text, data }: Answer, known: Known = {}): RefusalReason | undefined {
  const code = codeOf(data);
  if (code !== undefined) return code;
  // Over REST what turned out stale is the proposal as it ended.
  if (isDone && known.proposal !== undefined && data['state'] === 'stale') return reasonIn(String(data['reason']));
  if (isDone) return undefined;
  if (status === 401) return 'not signed in';
  if (known.isForeignSession && (status === 404 || status === 403)) return 'foreign session';
  if (text.includes('no such proposal of yours'))
    return known.proposal === 'foreign' ? 'foreign proposal' : 'unknown proposal';
  if (known.isReadOnlyAddress && text.includes('There is no tool named')) return 'read-only address';
  return reasonIn(text) ?? (status === 400 || status === 422 ? 'invalid input' : undefined);
}

function reasonIn(text: string): RefusalReason | undefined {
  return sentences.find(([words]) => words.test(text))?.[1];
}

const codes: Record<string, RefusalReason> = {
  KillSwitch: 'kill switch',
  OverBudget: 'budget',
  CoolingDown: 'cool-down',
};

/** A command that did not leave is an answer with a word for why; a tool's answer holds the command's. */
function codeOf(data: Record<string, unknown>): RefusalReason | undefined {
  const word = JSON.stringify(data).match(/"(?:code|reported_status)":"(KillSwitch|OverBudget|CoolingDown)"/)?.[1];
  return word === undefined ? undefined : codes[word];
}
