import { createHash } from 'node:crypto';
import { compactVerify, importJWK, type JWK } from 'jose';
import type { Clock } from '#base/clock.ts';
import { isRecord, parsedJson } from '#base/json.ts';
import type { SigningKey } from './platform-profile.ts';

/** Why a mandate does not count, in the words of AP2. */
export type MandateFault =
  | ('mandate_required' | 'agent_missing_key' | 'mandate_invalid_signature' | 'mandate_expired')
  | ('mandate_scope_mismatch' | 'merchant_authorization_invalid' | 'merchant_authorization_missing');

export type MandateCheck = {
  mandate: string | undefined;
  /** Of the platform that vouches for its buyer. */
  keys: readonly SigningKey[];
  /** The checkout as it is offered now. */
  terms: object;
  isOurs(terms: object, authorization: string): boolean;
  clock: Clock;
};

const algorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
/** Their clock is not ours. */
const leewaySeconds = 60;

type Claims = Record<string, unknown>;

/** A mandate proves that the buyer agreed to these very terms: signed, in time, of ours, and as they are now. Undefined: it does. */
export async function mandateFault(check: MandateCheck): Promise<MandateFault | undefined> {
  const { mandate, keys, terms, isOurs, clock } = check;
  if (mandate === undefined || mandate === '') return 'mandate_required';
  if (keys.length === 0) return 'agent_missing_key';
  const [token = '', ...rest] = mandate.split('~');
  const issued = await verifiedClaims(token, (kid) => keys.find((key) => key.kid === kid));
  if (issued === undefined) return 'mandate_invalid_signature';
  const claims = disclosed(issued, rest);
  if (claims === undefined || !(await isBound(mandate, claims))) return 'mandate_invalid_signature';
  const seconds = clock.now().getTime() / 1000;
  const [expires, begins] = [claims['exp'], claims['nbf']];
  if (typeof expires === 'number' && expires + leewaySeconds < seconds) return 'mandate_expired';
  if (typeof begins === 'number' && begins - leewaySeconds > seconds) return 'mandate_invalid_signature';
  const agreed = checkoutIn(claims);
  if (agreed === undefined) return 'mandate_scope_mismatch';
  const { ap2, ...offered } = agreed;
  const authorization = isRecord(ap2) ? ap2['merchant_authorization'] : undefined;
  if (typeof authorization !== 'string') return 'merchant_authorization_missing';
  if (!isOurs(offered, authorization)) return 'merchant_authorization_invalid';
  return essence(agreed) === essence(terms as Claims) ? undefined : 'mandate_scope_mismatch';
}

/** The claims of a JWT that one of these keys has signed. */
async function verifiedClaims(
  token: string,
  keyOf: (kid: string | undefined) => JWK | undefined,
): Promise<Claims | undefined> {
  try {
    const verified = await compactVerify(
      token,
      async ({ kid, alg }) => {
        const key = keyOf(kid);
        if (key === undefined) throw new Error('no such key');
        return importJWK(key, alg);
      },
      { algorithms },
    );
    return recordIn(Buffer.from(verified.payload).toString());
  } catch {
    return undefined; // whatever is wrong with it, nobody has signed it
  }
}

/** SD-JWT: what the issuer hashed and the holder shows. What was not hashed is not the issuer's word. */
function disclosed(claims: Claims, rest: readonly string[]): Claims | undefined {
  const hashes = new Set(Array.isArray(claims['_sd']) ? (claims['_sd'] as unknown[]) : []);
  const shown: Claims = { ...claims };
  for (const part of rest.slice(0, -1)) {
    const read = parsedJson(Buffer.from(part, 'base64url').toString());
    if (!hashes.has(hashOf(part)) || !Array.isArray(read) || read.length !== 3) return undefined;
    const [, name, value] = read as unknown[];
    if (typeof name !== 'string' || name in shown) return undefined;
    shown[name] = value;
  }
  return shown;
}

/** Where the issuer named a key of the holder (`cnf`), the holder has to have signed what is shown with it. */
async function isBound(mandate: string, claims: Claims): Promise<boolean> {
  const confirmation = claims['cnf'];
  const key = isRecord(confirmation) ? confirmation['jwk'] : undefined;
  const cut = mandate.lastIndexOf('~') + 1;
  const proof = cut === 0 ? '' : mandate.slice(cut);
  if (key === undefined) return proof === '';
  const bound = await verifiedClaims(proof, () => key as JWK);
  return bound?.['sd_hash'] === hashOf(mandate.slice(0, cut));
}

/** The checkout that the buyer saw, whole: by its name, or by our signature inside it. */
function checkoutIn(claims: Claims): Claims | undefined {
  const inside = [claims['checkout'], ...Object.values(claims)].filter(isRecord);
  return inside.find((each) => isRecord(each['ap2']) && typeof each['id'] === 'string') ?? inside.find(isCheckout);
}

function isCheckout(value: Claims): boolean {
  return typeof value['id'] === 'string' && Array.isArray(value['line_items']) && Array.isArray(value['totals']);
}

/** Which checkout, what for and how much: words around it may have changed, this may not. */
function essence({ id, currency, line_items: lines, totals }: Claims): string {
  const amounts = (rows: unknown) =>
    Array.isArray(rows) ? rows.filter(isRecord).map(({ type, amount }) => [type, amount]) : null;
  const items = Array.isArray(lines)
    ? lines.filter(isRecord).map(({ id: line, item, quantity, totals: own }) => {
        const { id: book, price } = isRecord(item) ? item : {};
        return [line, book, price, quantity, amounts(own)];
      })
    : null;
  return JSON.stringify([id, currency, items, amounts(totals)]);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function recordIn(text: string): Claims | undefined {
  const read = parsedJson(text);
  return isRecord(read) ? read : undefined;
}
