const maxDepth = 3;

/** Whether a text holds one of these, in any case, in the clear or inside Base64 or hexadecimal digits. */
export function holdsAny(text: string, needles: readonly string[]): boolean {
  const sought = needles.map((needle) => needle.toLowerCase());
  return readings(text).some((reading) => sought.some((needle) => reading.toLowerCase().includes(needle)));
}

/** The same for a word of which only something else is known, such as its hash. */
export function holdsWord(text: string, isSought: (word: string) => boolean): boolean {
  return readings(text).some((reading) => (reading.match(/[\w.*-]{1,255}/g) ?? []).some(isSought));
}

/** The text as it is, and what runs in it stand for when they are taken for Base64 or hexadecimal digits. */
function readings(text: string, depth = 0): string[] {
  if (depth === maxDepth) return [text];
  const runs = text.match(/[A-Za-z0-9+/_-]{8,}={0,2}/g) ?? [];
  return [text, ...runs.flatMap(decoded).flatMap((inner) => readings(inner, depth + 1))];
}

function decoded(run: string): string[] {
  const base64 = Buffer.from(run, 'base64').toString('latin1');
  return /^([0-9a-f]{2})+$/i.test(run) ? [base64, Buffer.from(run, 'hex').toString('latin1')] : [base64];
}
