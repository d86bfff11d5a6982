import { keyApi } from '#contract/api/keys.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type KeyRevokeOptions = ServerOptions & { id: string; json?: boolean };

export async function keyRevoke(terminal: Terminal, options: KeyRevokeOptions): Promise<number> {
  const key = await openApi(terminal, options).call(keyApi.revoke, { params: { id: options.id } });
  terminal.out(options.json ? json(key) : terminal.text.key.ended(visible(key.name), key.id));
  return done;
}
