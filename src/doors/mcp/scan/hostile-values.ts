/** A trick, and values that try it. */
export type Trick =
  | ('missing' | 'extra' | 'type' | 'overlong' | 'deep' | 'number' | 'path' | 'sql' | 'crlf' | 'template' | 'shell')
  | ('unicode' | 'foreign-id' | 'usual');

/** Found in an answer, it was repeated; the number is what evaluated templates come to. */
export const canary = 'sigecscan7f3';
export const templateResult = String(7_919 * 7_907);
const sum = '7919*7907';

/** Characters that no answer may repeat as they came. */
export const rawTricks = ['\u202e', '\u200b', '\u001b[31m', '\u0000', '\r\n', '\u{e0041}'];

/** Texts for an argument that takes text. */
export const hostileTexts: readonly (readonly [Trick, string])[] = [
  ['path', `../../../../../../../../etc/passwd`],
  ['path', `..\\..\\..\\..\\windows\\win.ini`],
  ['path', 'file:///etc/passwd'],
  ['path', '%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd'],
  ['sql', `${canary}' OR '1'='1' --`],
  ['sql', `${canary}'; DROP TABLE ${canary}; --`],
  ['sql', `${canary}" UNION SELECT version() --`],
  ['sql', `${canary}\\' %' _`],
  ['crlf', `${canary}\r\nSet-Cookie: ${canary}=1\r\n\r\n${canary}`],
  ['template', `${canary}{{${sum}}}`],
  ['template', `${canary}\${${sum}}`],
  ['template', `${canary}<%= ${sum} %>#{${sum}}`],
  ['shell', `${canary}; id #`],
  ['shell', `${canary}$(id)\`id\`|id`],
  ['unicode', `${canary}\u202e${canary}`],
  ['unicode', `${canary}\u200b\u{e0041}${canary}`],
  ['unicode', `${canary}\u001b[31m${canary}`],
  ['unicode', `${canary}\u0000${canary}`],
  ['unicode', `${canary}\ud800`],
  ['unicode', 'ﬁｌｅ：／／／ｅｔｃ／ｐａｓｓｗｄ'],
  ['overlong', 'A'.repeat(100_000)],
];

export const hostileNumbers: readonly number[] = [0, -1, 1.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER + 2, 2 ** 31];

/** Ids that belong to nobody, or to somebody else. */
export const foreignIds: readonly string[] = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-4fff-bfff-ffffffffffff',
  '1',
  'admin',
  '*',
];

/** One value of every other type than those an argument takes. */
export const otherTypes: readonly (readonly [type: string, value: unknown])[] = [
  ['null', null],
  ['boolean', true],
  ['integer', 7],
  ['number', 7.5],
  ['string', canary],
  ['array', [[], canary]],
  ['object', { [canary]: { $gt: '' } }],
];

export function deepValue(depth = 2_000): unknown {
  let value: unknown = canary;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { [canary]: value };
  return value;
}
