import { isRecord } from '#base/json.ts';
import { isSecretName, secretWordInFrame } from '#contract/stations/secret-setting.ts';

/** What makes a frame worth a closer look; nearly none has any of it. Letters that are spelled as escapes are such a reason too. */
const hint = new RegExp(
  [
    'CustomerInformation|customerIdentifier|\\\\u00[2-7]',
    '(?:passw|passphrase|passcode|secret|psk|pwd|simPin)\\w{0,40}"\\s*:|"vpn"',
    `"(?:key|name|instance)"\\s*:\\s*"[^"]*?(?:${secretWordInFrame})`,
    '://[^/\\s"@:]*:[^/\\s"@]*@|/files/(?:logs|firmware)/',
  ].join('|'),
  'i',
);

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
  if (!isRecord(value)) return value;
  const isSecret = isAboutSecret(value);
  const names = [...secretFields(value), ...(isSecret ? valueFields : []), ...(secretsOf[name] ?? [])];
  const fields = Object.entries(hideFields(value, names)).map(([inner, field]) => {
    // A report has the values of a variable one level further down.
    const isList = isSecret && Array.isArray(field);
    const shown = isList ? field.map((item: unknown) => hideFields(item, valueFields)) : field;
    return [inner, withoutSecrets(shown, inner)] as const;
  });
  return Object.fromEntries(fields);
}

/** The password of an address such as ftp://user:password@host, and the token of a file of ours, stay out of every record. */
export function withoutCredentials(text: string): string {
  return text
    .replace(/(:\/\/[^/\s"@:]*):[^/\s"@]*@/g, `$1:${hidden}@`)
    .replace(/(\/files\/(?:logs|firmware)\/)[\w-]{20,}/g, `$1${hidden}`);
}

/** Fields of a network profile whose own names would not tell. */
const secretsOf: Readonly<Record<string, readonly string[]>> = { vpn: ['key'], apn: ['simPin'] };

/** Where messages and commands put the value of what they are about. */
const valueFields = ['value', 'attributeValue', 'actualValue'];

function secretFields(value: Fields): string[] {
  return Object.keys(value).filter((name) =>
    /passw|passphrase|passcode|secret|psk$|pwd$|^simPin$|^customerIdentifier$/i.test(name),
  );
}

/** Whether an object says of itself that it is about a secret setting: by a key, a name, or a component and its variable. */
function isAboutSecret({ key, name, component, variable }: Fields): boolean {
  const inner = [component, variable].flatMap((part) => (isRecord(part) ? [part['name'], part['instance']] : [part]));
  return [key, name, ...inner].some((word) => typeof word === 'string' && isSecretWithin(word));
}

/** `SecurityCtrlr.ApiKey[1]` is an ApiKey. */
function isSecretWithin(name: string): boolean {
  return name.split(/[.[\]]/).some(isSecretName);
}

function hideFields<Value>(value: Value, names: readonly string[]): Value {
  if (!isRecord(value)) return value;
  const found = names.filter((name) => ['string', 'number'].includes(typeof value[name]));
  return { ...value, ...Object.fromEntries(found.map((name) => [name, hidden])) };
}

type Fields = Record<string, unknown>;
