/** Values that were written under another word, by kind and field. Events are never rewritten, so readers get the word of today. */
const formerWords: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  'connector-status': { status: { free: 'available', 'in-use': 'occupied', 'out-of-service': 'unavailable' } },
};

export function inTodaysWords(kind: string, body: Record<string, unknown>): Record<string, unknown> {
  const fields = formerWords[kind];
  if (fields === undefined) return body;
  const renamed = Object.entries(fields).flatMap(([field, words]) => {
    const word = words[String(body[field])];
    return word === undefined ? [] : [[field, word] as const];
  });
  return renamed.length === 0 ? body : { ...body, ...Object.fromEntries(renamed) };
}
