import type { Attention, AttentionItem } from '#contract/attention.ts';
import { inWords } from '#contract/problems/problem-words.ts';
import { connectorNumber } from './station-words.ts';
import { type Cell, renderFields } from './table.ts';
import type { Terminal } from './terminal.ts';
import { shownTime } from './times.ts';
import { visible } from './visible.ts';

/** What needs somebody, as the server ranks it: a line each, and how many more there are of a kind. */
export function attentionLines(terminal: Terminal, { items, counts }: Attention): string[] {
  const fields = items.map((item): readonly [name: string, value: Cell] => [
    visible(nameOf(item)),
    { text: wordsOf(terminal, item), tone: tones[item.severity] },
  ]);
  const lines = renderFields(fields, terminal.paint);
  const left = Object.values(counts).reduce((sum, count) => sum + count, 0) - items.length;
  return [...lines, ...(left > 0 ? [terminal.text.list.more(left)] : [])].map((line) => `  ${line}`);
}

const tones = { critical: 'bad', warning: 'warning', notice: 'quiet' } as const;

function nameOf(item: AttentionItem): string {
  if (item.kind === 'not-ready') return 'SIGEC';
  if (item.kind === 'proposal') return item.targets[0] ?? item.tool;
  if (item.kind === 'energy') return item.stationId ?? item.siteId;
  return item.stationId ?? 'SIGEC';
}

function wordsOf(terminal: Terminal, item: AttentionItem): string {
  const hasOwnTime = item.kind === 'faulted' || item.kind === 'certificate' || item.kind === 'proposal';
  const since = hasOwnTime || item.since === null ? '' : ` (${shownTime(terminal, item.since)})`;
  return `${troubleOf(terminal, item)}${since}`;
}

function troubleOf(terminal: Terminal, item: AttentionItem): string {
  const { text } = terminal;
  const { trouble } = text.now;
  switch (item.kind) {
    case 'not-ready':
      return trouble.notReady[item.cause];
    case 'faulted':
      return faults(terminal, item.connectors);
    case 'offline':
      return `${text.station.state.offline}: ${text.station.offlineReason[item.reason]}`;
    case 'pending':
      return `${text.station.state.pending}: ${text.station.pendingReason[item.reason]}`;
    case 'security-event':
      return trouble.security(item.type);
    case 'energy':
      return inWords(item.title, { language: terminal.language }) ?? item.title.code;
    case 'finding':
      return inWords(item.title, { language: terminal.language }) ?? item.findingKind;
    case 'certificate':
      return trouble.certificate(item.subject, shownTime(terminal, item.expiresAt));
    case 'proposal':
      return trouble.proposal(item.title, shownTime(terminal, item.expiresAt));
    case 'settings-not-in-sync':
      return item.awaitsReboot ? trouble.awaitsReboot : trouble.settings;
    case 'list-not-in-sync':
      return `${trouble.list}: ${text.localList.states[item.state]}`;
    case 'odd-session':
      return trouble.session(item.flags.map((flag) => text.session.flags[flag] ?? flag).join(', '));
    case 'rejected-token':
      return trouble.token(text.refusal.reasons[item.reason], item.times);
  }
}

type Faults = Extract<AttentionItem, { kind: 'faulted' }>['connectors'];

function faults(terminal: Terminal, connectors: Faults): string {
  const { text } = terminal;
  return connectors
    .map(({ evseId, connectorId, reason, changedAt }) => {
      const number = connectorNumber(text, { evseId, connectorId });
      const name = evseId === 0 ? number : text.station.connector(number);
      const why = reason === null ? '' : `, ${reason}`;
      return `${name} ${text.station.status.faulted}${why} (${shownTime(terminal, changedAt)})`;
    })
    .join('; ');
}
