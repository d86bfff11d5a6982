import { isRecord } from '#base/json.ts';
import { foreignLine } from './foreign-text.ts';

/** Words for what nobody types into the form of a stranger, in English and Portuguese, without accents. */
const secretWords = [
  'pass ?(?:word|wd|phrase|code|key)s?|pwd|passwort|palavra ?passe|(?:contra ?)?senhas?|contrasena',
  'secrets?|segredos?|credentials?|credencia(?:l|is)|bearer|authorization|jwt|cookies?',
  '(?:api|access|private|secret|license|encryption|ssh|admin|account) ?keys?|chaves? (?:de )?(?:api|acesso|privada|secreta|admin\\w*)',
  '(?:access|auth|api|id|refresh|session|login|security) ?tokens?|tokens? (?:de )?(?:acesso|api|sessao|autenticacao)',
  '(?:seed|recovery|secret|frase) ?(?:phrase|words?|secreta|de recuperacao)|mnemonic',
  'pins?|cvv2?|cvc2?|cvn|otps?|totp|mfa|2 ?fa|ssn|one time (?:code|password|pass ?code)',
  '(?:security|verification|confirmation|authentication|auth|login|access|recovery|backup|sms|two factor) ?codes?',
  'codigos? (?:de )?(?:seguranca|verificacao|confirmacao|autenticacao|acesso|recuperacao|sms|unico)',
  '(?:credit|debit) ?card|card ?numbers?|numero (?:do |de )?cartao|cartao de (?:credito|debito)',
].join('|');
/** Alone they say little in a sentence; as the name of a field they say enough. */
const fieldWords = 'keys?|chaves?|tokens?|codes?|codigos?';
const harmlessCode =
  /\b(?:post(?:al)?|zip|country|area|dial|currency|language|product|station|site|promo|coupon|error|status|colou?r|airport|bar|qr|pais|moeda|produto|estacao|local|cor|barras|cupom|area) ?(?:codes?|codigos?)\b|\bcodigos? (?:d[aeo] )?(?:postal|pais|area|moeda|idioma|produto|estacao|local|cor|barras|cupom|erro)\b/g;

const inSentence = new RegExp(`\\b(?:${secretWords})\\b`);
const inField = new RegExp(`\\b(?:${secretWords}|${fieldWords})\\b`);
/** The beginning of a known kind of key, the length of one in hexadecimal or Base64, or nothing but a few digits. */
const secretPattern =
  /sk-|gh[opsu]_|eyJ|xox[abp]|AKIA|BEGIN|\{(?:24|32|40|43|44|48|64|86|88|128)[,}]|^\^?(?:\\d|\[0-9\])\{[3-8](?:,[3-8])?\}\$?$/;

/**
 * The fields of a form by which a server that is not ours asks for what it must not learn. What a field may hold cannot be known; this goes by
 * what it is called and how it is described, and errs on the side of refusing.
 */
export function secretFieldsIn(message: string, schema: unknown): string[] {
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  const free = Object.entries(properties).filter(([, field]) => !isRecord(field) || isFree(field));
  const isAskedFor = variantsOf(message).some((text) => inSentence.test(text));
  return free
    .filter(([name, field]) => isAskedFor || looksSecret(name, isRecord(field) ? field : {}))
    .map(([name, field]) => titleOf(name, field));
}

function titleOf(name: string, field: unknown): string {
  const title = isRecord(field) && typeof field['title'] === 'string' ? field['title'] : '';
  return foreignLine(title, 60) || foreignLine(name, 60);
}

/** A yes or no, and a choice out of a list, tell nothing that the server did not know. */
function isFree(field: Record<string, unknown>): boolean {
  const items = isRecord(field['items']) ? field['items'] : {};
  const isChoice = [field, items].some((one) => ['enum', 'oneOf', 'anyOf', 'const'].some((word) => word in one));
  return field['type'] !== 'boolean' && !isChoice;
}

function looksSecret(name: string, field: Record<string, unknown>): boolean {
  const { title, description, format, pattern, default: proposed } = field;
  if (format === 'password' || field['writeOnly'] === true) return true;
  if (typeof pattern === 'string' && secretPattern.test(pattern)) return true;
  const called = [name, title].filter((text) => typeof text === 'string').flatMap(variantsOf);
  const described = [description, format, proposed].filter((text) => typeof text === 'string').flatMap(variantsOf);
  return (
    called.some((text) => inField.test(text.replaceAll(harmlessCode, ' '))) ||
    described.some((text) => inSentence.test(text)) ||
    [name, title, description].some((text) => typeof text === 'string' && isDisguised(text))
  );
}

/** As it is read: words apart, small letters without accents, also where signs or digits stand for letters. */
function variantsOf(text: string): string[] {
  const apart = text.normalize('NFKC').replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ');
  const bare = apart
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
  const plain = bare.replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  const joined = plain.replaceAll(/\b(?:\p{L} ){2,}\p{L}\b/gu, (run) => run.replaceAll(' ', ''));
  const read = bare.replaceAll(/[013457@$!|]/g, (sign) => lookalikes[sign] ?? sign).replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  return [plain, joined, read];
}

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};

/** A word with letters of two scripts that look alike was written to be misread. */
function isDisguised(text: string): boolean {
  const others = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
  return text.split(/[^\p{L}]+/u).some((word) => /\p{Script=Latin}/u.test(word) && others.test(word));
}
