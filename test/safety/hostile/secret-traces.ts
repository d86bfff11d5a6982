/** Fewer characters of a secret in a row are chance. */
const minCharacters = 12;

/** The names of the secrets of which a piece stands in a text, plain or in any usual encoding. */
export function secretTraces(text: string, secrets: Readonly<Record<string, string>>): string[] {
  const read = text.toLowerCase();
  return Object.keys(secrets).filter((name) => {
    const forms = formsOf(secrets[name] ?? '');
    return forms.some((form) => piecesOf(form.toLowerCase()).some((piece) => read.includes(piece)));
  });
}

/** In Base64 a secret looks different by how many bytes stand before it. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const shifted = [0, 1, 2].map((count) => Buffer.concat([Buffer.alloc(count, 'x'), bytes]));
  const encoded = shifted.flatMap((buffer, count) =>
    (['base64', 'base64url'] as const).map((way) => buffer.toString(way).slice(count + 1, -4)),
  );
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('hex'),
    secret.split('').toReversed().join(''),
    ...encoded,
  ];
}

function piecesOf(form: string): string[] {
  const count = Math.max(0, form.length - minCharacters + 1);
  return Array.from({ length: count }, (_, at) => form.slice(at, at + minCharacters));
}
