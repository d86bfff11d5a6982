const tokenField = /^(token|tokens|(parent|additional)?[_-]?id[_-]?(tag|token))$/i;
const secretField = /password|authorizationKey|privateKey|secret/i;

/** What was asked of a station, as it may be kept: a driver's token as its hash, a password not at all. */
export function redactInput(value: unknown, hashToken: (token: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => redactInput(item, hashToken));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactField(name, inner, hashToken)]));
}

function redactField(name: string, value: unknown, hashToken: (token: string) => string): unknown {
  if (secretField.test(name) && typeof value !== 'object') return '(not kept)';
  if (!tokenField.test(name)) return redactInput(value, hashToken);
  if (typeof value === 'string') return hashToken(value);
  if (Array.isArray(value)) return value.map((item) => redactField(name, item, hashToken));
  return redactInput(value, hashToken);
}
