import { readConfig } from '#base/config.ts';
import { openLog } from '#base/log.ts';
import { done, failed } from '../exit-code.ts';
import { json } from '../json.ts';
import { flagsOf } from '../settings-flags.ts';
import type { Terminal } from '../terminal.ts';

export type AuditVerifyOptions = Record<string, unknown> & { json?: boolean };

export async function auditVerify(terminal: Terminal, options: AuditVerifyOptions): Promise<number> {
  const { text, paint } = terminal;
  const config = readConfig({ flags: flagsOf(options), env: terminal.env, envFile: '.env' });
  const { verifyAudit } = await import('#main.ts');
  const chains = await verifyAudit(config, openLog('error'));
  if (options.json) terminal.out(json(chains));
  else if (chains.length === 0) terminal.out(text.audit.none);
  else {
    for (const chain of chains) {
      terminal.out(
        chain.isWhole
          ? paint('good', text.audit.whole(chain.node, chain.entries))
          : paint('bad', text.audit.broken(chain.node, chain.brokenAt)),
      );
    }
  }
  return chains.every(({ isWhole }) => isWhole) ? done : failed;
}
