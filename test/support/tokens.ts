import type { Group } from '../../src/contract/access/group.ts';
import type { AddedToken, Token } from '../../src/contract/access/token.ts';
import type { Api } from './api.ts';

/** Enters a token over REST; its value is given by the test, since nothing shows it afterwards. */
export async function enterToken(sigec: { api: Api }, value: string, more: object = {}): Promise<Token> {
  return (await sigec.api.post<AddedToken>('/api/tokens', { value, ...more })).token;
}

/** The same for tests that share a product: a token that was entered before stays as it is. */
export async function knowToken(sigec: { api: Api }, value: string, more: object = {}): Promise<void> {
  await sigec.api.post('/api/tokens', { value, ...more }).catch((error: unknown) => {
    if (!String(error).includes(' 409 ')) throw error;
  });
}

export function enterGroup(sigec: { api: Api }, value: string, more: object = {}): Promise<Group> {
  return sigec.api.post<Group>('/api/groups', { name: `Group ${value}`, value, ...more });
}

/** Asks as a station of the version would, and gives back what we said about the token. */
export async function authorize(
  station: { call(action: string, payload: unknown): Promise<Record<string, unknown>> },
  version: string,
  { value, type = 'ISO14443', ...more }: { value: string; type?: string; [field: string]: unknown },
): Promise<Record<string, unknown>> {
  if (version === '1.6') {
    const { idTagInfo } = await station.call('Authorize', { idTag: value });
    return idTagInfo as Record<string, unknown>;
  }
  const { idTokenInfo } = await station.call('Authorize', { idToken: { idToken: value, type }, ...more });
  return idTokenInfo as Record<string, unknown>;
}
