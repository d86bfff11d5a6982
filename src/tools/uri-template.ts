/** `sigec://stations/{id}`: names in braces stand for one part of the address each, as in RFC 6570 at its simplest. */
export type UriTemplate = {
  readonly parameters: readonly string[];
  /** The decoded parts, or undefined where the address is not one of these. */
  match(uri: string): Record<string, string> | undefined;
};

export function uriTemplate(template: string): UriTemplate {
  const pieces = template.split(/\{([^}]*)\}/);
  const parameters = pieces.filter((_piece, index) => index % 2 === 1);
  const isSound = parameters.every((name) => /^\w+$/.test(name)) && new Set(parameters).size === parameters.length;
  if (!isSound || !/^[a-z][a-z0-9+.-]*:\/\//.test(template))
    throw new Error(`${template} is no template of addresses.`);
  const pattern = pieces
    .map((piece, index) => (index % 2 === 1 ? '([^/?#]+)' : piece.replace(/[^\w/]/g, '\\$&')))
    .join('');
  const whole = new RegExp(`^${pattern}$`);
  return {
    parameters,
    match(uri) {
      const parts = whole.exec(uri)?.slice(1);
      if (parts === undefined) return undefined;
      try {
        const values = parts.map((part) => decodeURIComponent(part));
        if (!values.every((value) => value.isWellFormed() && !value.includes('\u0000'))) return undefined; // nothing has such a name
        return Object.fromEntries(parameters.map((name, index) => [name, values[index] as string]));
      } catch {
        return undefined; // a % that encodes nothing
      }
    },
  };
}
