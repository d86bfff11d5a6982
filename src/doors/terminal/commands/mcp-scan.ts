import { SigecError } from '#base/errors.ts';
import type { ScanReport } from '#main.ts';
import { done, failed } from '../exit-code.ts';
import { json } from '../json.ts';
import { everyFewSeconds } from '../progress.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type McpScanOptions = {
  key?: string | undefined;
  otherKey?: string | undefined;
  all?: boolean;
  calls?: string | undefined;
  json?: boolean;
};

/** Looks at an MCP server as somebody hostile would; a finding of high severity ends with exit code 1. Only keys given here are sent. */
export async function mcpScan(terminal: Terminal, given: string, options: McpScanOptions): Promise<number> {
  const { text } = terminal;
  const address = mustBeAddress(terminal, given);
  const maxCalls = callsOf(terminal, options.calls);
  const signal = terminal.untilInterrupted();
  const { scanMcp } = await import('#main.ts');
  const report = await scanMcp({
    address,
    key: options.key,
    otherKey: options.otherKey,
    isAll: options.all === true,
    maxCalls,
    onProgress: everyFewSeconds((calls: number, all: number) => terminal.err(text.mcpScan.progress(calls, all))),
    signal,
  }).catch((thrown: unknown) => {
    const isNobody = thrown instanceof SigecError && thrown.code === 'NOT_FOUND';
    throw isNobody ? new SigecError('NOT_FOUND', text.mcpScan.noMcp(address), { cause: thrown }) : thrown;
  });
  terminal.out(options.json ? json(report) : render(terminal, report).join('\n'));
  return report.findings.some(({ severity }) => severity === 'high') ? failed : done;
}

function mustBeAddress({ text }: Terminal, given: string): string {
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given;
  const facts = { name: 'URL', value: given, accepts: text.accepts.mcpUrl };
  throw new SigecError('INVALID_INPUT', text.wrongUse.invalidInput(facts));
}

function callsOf({ text }: Terminal, given = '400'): number {
  if (/^[1-9]\d{0,4}$/.test(given)) return Number(given);
  const facts = { name: '--calls', value: given, accepts: text.accepts.numberFrom('1', '99999') };
  throw new SigecError('INVALID_INPUT', text.wrongUse.invalidInput(facts));
}

const toneOf = { high: 'bad', medium: 'warning', low: 'quiet' } as const;
const yearOf = { modern: '2026-07-28', legacy: '2025-11-25' };

function render(terminal: Terminal, { address, eras, counts, notCalled, findings }: ScanReport): string[] {
  const { text, paint } = terminal;
  const words = text.mcpScan;
  const countOf = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
  const summary = words.summary({ high: countOf('high'), medium: countOf('medium'), low: countOf('low') });
  return [
    paint('strong', words.title(visible(address))),
    words.counts({ ...counts, eras: eras.map((era) => yearOf[era]).join(', ') }),
    ...(notCalled.length === 0 ? [] : [words.notCalled(visible(notCalled.join(', ')))]),
    ...(counts.notJudged === 0 ? [] : [words.notJudged(counts.notJudged)]),
    '',
    ...findings.flatMap(({ severity, rule, where, sent, evidence }) => [
      `${paint(toneOf[severity], words.severity[severity])}  ${visible(where)}: ${words.rules[rule]}`,
      paint(
        'quiet',
        `    ${rule}; ${[...(sent === undefined ? [] : [words.sent(sent)]), evidence].map(visible).join('; ')}`,
      ),
    ]),
    ...(findings.length === 0 ? [paint('good', words.nothing)] : ['', summary]),
  ];
}
