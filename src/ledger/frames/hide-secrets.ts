/** What makes a frame worth a closer look; nearly none has any of it. */
const hint = /password|AuthorizationKey|CustomerInformation|:\/\/[^/\s"@:]*:[^/\s"@]*@/i;

const hidden = '(hidden)';

/** A frame as the recorder may keep it: no password, no key, and nothing that a station tells about a customer. */
export function hideSecrets(frame: string): string {
  if (!hint.test(frame)) return frame;
  try {
    return JSON.stringify(withoutSecrets(JSON.parse(frame)));
  } catch {
    return JSON.stringify(['(hidden: an unreadable frame that may hold a secret)']);
  }
}

/** Any value without the secrets in it, for whoever has to keep what was said. */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return withoutCredentials(value);
  if (Array.isArray(value)) {
    const isCustomerReport = value.includes('NotifyCustomerInformation');
    return value.map((item) => withoutSecrets(isCustomerReport ? hideFields(item, ['data']) : item));
  }
  if (!isFields(value)) return value;
  const fields = Object.entries(hideFields(value, [...secretFields(value), ...(secretsOf[name] ?? [])]));
  return Object.fromEntries(fields.map(([inner, field]) => [inner, withoutSecrets(field, inner)]));
}

/** The password of an address such as ftp://user:password@host stays out of every record. */
export function withoutCredentials(text: string): string {
  return text.replace(/(:\/\/[^/\s"@:]*):[^/\s"@]*@/g, `$1:${hidden}@`);
}

/** Fields of a network profile whose own names would not tell. */
const secretsOf: Readonly<Record<string, readonly string[]>> = { vpn: ['key'], apn: ['simPin'] };

/** Which fields of this object are secret, by their own names or by what the object says it is about. */
function secretFields(value: Fields): string[] {
  const { key, variable } = value;
  const about = [key, isFields(variable) ? variable['name'] : undefined].filter((name) => typeof name === 'string');
  const named = Object.keys(value).filter((name) => /password$|^customerIdentifier$/i.test(name));
  const isSecret = about.some((name) => /^AuthorizationKey$|password$/i.test(name));
  return isSecret ? [...named, 'value', 'attributeValue'] : named;
}

function hideFields<Value>(value: Value, names: readonly string[]): Value {
  if (!isFields(value)) return value;
  const found = names.filter((name) => ['string', 'number'].includes(typeof value[name]));
  return { ...value, ...Object.fromEntries(found.map((name) => [name, hidden])) };
}

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
