import { attentionApi } from '#contract/api/attention.ts';
import { killSwitchApi } from '#contract/api/kill-switch.ts';
import { stationApi } from '#contract/api/stations.ts';
import { systemApi } from '#contract/api/system.ts';
import type { Attention } from '#contract/attention.ts';
import { type Api, openApi } from '../api.ts';
import { attentionLines } from '../attention-lines.ts';
import { done } from '../exit-code.ts';
import { ServerAway } from '../request.ts';
import type { ServerOptions } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';
import { killSwitchSentence } from './kill-switch.ts';

const maxShown = 5;

/** What a bare `sigec` shows: how things are, what needs someone, and the three commands that may be wanted next. */
export async function now(terminal: Terminal, options: ServerOptions): Promise<number> {
  const api = openApi(terminal, options);
  try {
    terminal.out((await summary(terminal, api)).join('\n'));
  } catch (error) {
    if (!(error instanceof ServerAway)) throw error;
    terminal.out(notRunning(terminal, api.url).join('\n'));
  }
  return done;
}

async function summary(terminal: Terminal, api: Api): Promise<string[]> {
  const { text, paint } = terminal;
  const [about, killSwitch, { counts }, attention] = await Promise.all([
    api.call(systemApi.about),
    api.call(killSwitchApi.get),
    api.call(stationApi.list, { query: { limit: 1 } }),
    api.call(attentionApi.list, { query: { perKind: maxShown } }),
  ]);
  const isEmpty = counts.online + counts.offline + counts.pending === 0;
  return [
    paint('strong', text.now.title(about.version, api.url)),
    '',
    ...(killSwitch.isOn ? [paint('bad', killSwitchSentence(terminal, killSwitch)), ''] : []),
    isEmpty
      ? text.now.none
      : text.now.counts({
          online: paint('good', String(counts.online)),
          offline: counts.offline > 0 ? paint('bad', String(counts.offline)) : '0',
          pending: counts.pending > 0 ? paint('warning', String(counts.pending)) : '0',
        }),
    '',
    ...(attention.items.length === 0
      ? [text.now.allWell]
      : [text.now.attention, ...attentionLines(terminal, attention)]),
    '',
    ...next(terminal, wanted(terminal, attention, isEmpty)),
  ];
}

type Proposal = [command: string, why: string];

function wanted({ text: { now } }: Terminal, { items }: Attention, isEmpty: boolean): Proposal[] {
  const firstOf = (kind: 'pending' | 'faulted' | 'offline') =>
    items.flatMap((item) => (item.kind === kind && 'stationId' in item ? [item.stationId] : []))[0] ?? undefined;
  const waiting = firstOf('pending');
  const broken = firstOf('faulted') ?? firstOf('offline');
  const proposals: Proposal[] = [
    ...(isEmpty ? [['simulate fleet 5', now.doFleet] satisfies Proposal] : []),
    ...(waiting === undefined ? [] : [[`station accept ${quoted(waiting)}`, now.doAccept] satisfies Proposal]),
    ...(broken === undefined ? [] : [[`station show ${quoted(broken)}`, now.doShow] satisfies Proposal]),
    ['station list --watch', now.doWatch],
    ['event follow', now.doFollow],
    ['mcp address', now.doAddress],
  ];
  return proposals.slice(0, 3);
}

function notRunning(terminal: Terminal, url: string): string[] {
  const { now } = terminal.text;
  return [
    now.notRunning(url),
    '',
    ...next(terminal, [
      ['serve', now.doServe],
      ['serve --demo', now.doDemo],
      ['doctor', now.doDoctor],
    ]),
  ];
}

function next({ text, paint, command }: Terminal, proposals: readonly Proposal[]): string[] {
  const width = Math.max(...proposals.map(([words]) => words.length));
  return [
    text.now.next,
    ...proposals.map(([words, why]) => `  ${command} ${words.padEnd(width)}  ${paint('quiet', why)}`),
  ];
}

/** A line that can be pasted into a shell, whatever a station calls itself. */
function quoted(id: string): string {
  return /^[\w.-]+$/.test(id) ? id : `'${visible(id).replaceAll("'", "'\\''")}'`;
}
