import { SigecError } from '#base/errors.ts';
import type { PrincipalKind, Role } from '#contract/agents/principal.ts';
import { keyApi } from '#contract/api/keys.ts';
import { openApi } from '../api.ts';
import { parseDuration } from '../duration.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type KeyCreateOptions = ServerOptions & {
  name: string;
  kind: PrincipalKind;
  role: Role;
  scope?: string[];
  expires?: string;
  approvesByElicitation?: boolean;
  json?: boolean;
};

export async function keyCreate(terminal: Terminal, options: KeyCreateOptions): Promise<number> {
  const { text, paint } = terminal;
  const { name, kind, role, scope: scopes = [] } = options;
  const expiresAt = readExpiry(terminal, options.expires);
  const created = await openApi(terminal, options).call(keyApi.create, {
    body: {
      ...{ name, kind, role, scopes, expiresAt },
      ...(options.approvesByElicitation === true && { approvesByElicitation: true }),
    },
  });
  if (options.json) {
    terminal.out(json(created));
    return done;
  }
  terminal.out(text.key.created(visible(created.key.name), created.key.id));
  terminal.out(`\n  ${paint('strong', visible(created.secret))}\n`);
  return done;
}

function readExpiry({ text, clock }: Terminal, given: string | undefined): string | null {
  if (given === undefined) return null;
  const ms = parseDuration(given);
  if (ms !== undefined) return new Date(clock.now().getTime() + ms).toISOString();
  throw new SigecError(
    'INVALID_INPUT',
    text.wrongUse.invalidInput({ name: '--expires', value: given, accepts: text.accepts.duration }),
  );
}
