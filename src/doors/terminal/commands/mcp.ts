import { SigecError } from '#base/errors.ts';
import type { ScanReport } from '#main/mcp-client.ts';
import { done, failed } from '../exit-code.ts';
import { json } from '../json.ts';
import { findMcp, type McpPlace, mcpUrl } from '../mcp-url.ts';
import { fetchNamed, fetchProven, isKeyMeant } from '../own-server.ts';
import { everyFewSeconds } from '../progress.ts';
import { invalidInput, optionReader, type ShowOptions, type Switches, type Texts } from '../read-options.ts';
import { apiKey } from '../server-address.ts';
import { show } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

/** What a person gives to an agent. A system that does not run, or wants a key first, is described by its settings. */
export async function mcpAddress(terminal: Terminal, options: ShowOptions): Promise<number> {
  const { text, paint } = terminal;
  const { address, needsKey, problem } = await findMcp(terminal, options);
  if (problem !== undefined) terminal.err(problem.message);
  const headers = { Authorization: `Bearer ${text.mcp.yourKey}` };
  const configuration = { mcpServers: { sigec: { type: 'http', url: address, ...(needsKey && { headers }) } } };
  return show(terminal, options, { address, needsKey, configuration }, () => [
    `${text.mcp.address}\n\n  ${paint('strong', visible(address))}\n`,
    `${text.mcp.paste}\n\n${json(configuration)}`,
    ...(needsKey ? [`\n${text.mcp.makeKey(terminal.command)}`] : []),
  ]);
}

const codeOf = {
  unreachable: 'CANNOT_START',
  'key-refused': 'NOT_SIGNED_IN',
  'not-allowed': 'NOT_ALLOWED',
  'no-mcp': 'NOT_FOUND',
  'not-proven': 'NOT_ALLOWED',
} as const;

/** Speaks MCP over its input and output, for hosts that start programs. The output is the protocol's alone; what is said goes to the errors. */
export async function mcpServe(terminal: Terminal, options: McpPlace): Promise<number> {
  const { text, command } = terminal;
  const signal = terminal.untilInterrupted();
  const [address, { bridgeStdio, reachMcp }] = await Promise.all([
    mcpUrl(terminal, options),
    import('#main/mcp-client.ts'),
  ]);
  const key = apiKey(terminal, options);
  const fetch = key === undefined || isKeyMeant(terminal, options) ? fetchNamed(terminal) : fetchProven(terminal);
  const reached = await reachMcp({ address, key, fetch });
  if (reached !== 'ready') throw new SigecError(codeOf[reached], text.mcpServe.reached[reached](address, command));
  terminal.err(text.mcpServe.ready(address));
  await bridgeStdio({
    address,
    key,
    fetch,
    input: process.stdin,
    output: process.stdout,
    signal,
    onTrouble: (trouble) => terminal.err(text.mcpServe.trouble[trouble](address)),
  });
  return done;
}

type McpScanOptions = Texts<'key' | 'otherKey' | 'calls'> & Switches<'all' | 'json'> & { url: string };

/** Looks at an MCP server as somebody hostile would; a finding of high severity ends with exit code 1. Only keys given here are sent. */
export async function mcpScan(terminal: Terminal, options: McpScanOptions): Promise<number> {
  const { text } = terminal;
  const address = mustBeAddress(terminal, options.url);
  const maxCalls = optionReader(terminal, options).number('calls', [1, 99_999]) ?? 400;
  const signal = terminal.untilInterrupted();
  const { scanMcp } = await import('#main/mcp-client.ts');
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
  await show(terminal, options, report, () => render(terminal, report));
  return report.findings.some(({ severity }) => severity === 'high') ? failed : done;
}

function mustBeAddress(terminal: Terminal, value: string): string {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  throw invalidInput(terminal, { name: 'URL', value, accepts: terminal.text.accepts.mcpUrl });
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
