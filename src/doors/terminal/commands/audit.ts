import { openLog } from '#base/log.ts';
import type { AuditOutcome } from '#contract/agents/audit.ts';
import { systemApi } from '#contract/api/system.ts';
import { openApi } from '../api.ts';
import { done, failed } from '../exit-code.ts';
import { principalNames } from '../find-named.ts';
import { json } from '../json.ts';
import type { Tone } from '../paint.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { configOf } from '../settings-flags.ts';
import { quiet, showList, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';

type Options = ShowOptions & Texts<'principal' | 'action' | 'limit'> & { outcome?: AuditOutcome };

export async function auditList(terminal: Terminal, options: Options): Promise<number> {
  const limit = optionReader(terminal, options).limit(50);
  const api = openApi(terminal, options);
  const { principal, action, outcome } = options;
  const page = await api.call(systemApi.audit, { query: { limit, principal, action, outcome } });
  const names = options.json ? (id: string) => id : await principalNames(api);
  const { titles, auditTrail } = terminal.text;
  return showList(terminal, options, {
    value: page,
    none: auditTrail.none,
    table: () =>
      tableOf(page.entries, [
        [titles.time, ({ at }) => quiet(localTime(at))],
        [titles.by, (entry) => names(entry.principal), 'flexible'],
        [titles.door, ({ door }) => door, 'optional'],
        [titles.action, (entry) => entry.action, 'flexible'],
        [titles.about, ({ subject }) => subject, 'flexible'],
        [titles.auditOutcome, (entry) => ({ text: auditTrail.outcomes[entry.outcome], tone: tones[entry.outcome] })],
      ]),
    more: page.next === null ? undefined : terminal.text.list.last(limit),
  });
}

const tones = { done: 'good', refused: 'warning', failed: 'bad' } as const satisfies Record<AuditOutcome, Tone>;

type AuditVerifyOptions = Record<string, unknown> & { json?: boolean };

export async function auditVerify(terminal: Terminal, options: AuditVerifyOptions): Promise<number> {
  const { text, paint } = terminal;
  const config = configOf(terminal, options);
  const { verifyAudit } = await import('#main/maintenance-commands.ts');
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
