import type { LogFinding } from '#contract/stations/log-files.ts';
import { hint, logPatterns } from './log-patterns.ts';

/** Longer lines are looked at as far as this. */
export const maxLineLength = 4_096;
const maxFindings = 100;

export type Scan = { lines: number; findings: LogFinding[] };

/** Reads texts line by line and counts what is known to matter; no word of the station stays. */
export class LogScan {
  private lines = 0;
  private readonly found = new Map<string, LogFinding>();
  private rest = '';

  async read(text: AsyncIterable<Buffer>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of text) this.take(decoder.decode(chunk, { stream: true }));
    this.take(decoder.decode());
    if (this.rest !== '') this.look(this.rest);
    this.rest = '';
  }

  result(): Scan {
    const findings = [...this.found.values()].toSorted((one, other) => other.count - one.count);
    return { lines: this.lines, findings: findings.slice(0, maxFindings) };
  }

  private take(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = (lines.pop() ?? '').slice(0, maxLineLength);
    for (const line of lines) this.look(line);
  }

  private look(whole: string): void {
    this.lines += 1;
    const line = whole.length > maxLineLength ? whole.slice(0, maxLineLength) : whole;
    if (!hint.test(line)) return;
    for (const pattern of logPatterns) {
      const match = pattern.line.exec(line);
      if (match === null) continue;
      const peak = pattern.number?.exec(line)?.[1];
      this.count(`${pattern.kind}:${pattern.code ?? match[1]}`, {
        kind: pattern.kind,
        code: pattern.code ?? match[1] ?? '',
        at: timeIn(line),
        peak: peak === undefined ? null : Number(peak),
      });
    }
  }

  private count(key: string, { kind, code, at, peak }: Seen): void {
    const known = this.found.get(key) ?? { kind, code, count: 0, firstAt: null, lastAt: null, peak: null };
    known.count += 1;
    if (at !== null && (known.firstAt === null || at < known.firstAt)) known.firstAt = at;
    if (at !== null && (known.lastAt === null || at > known.lastAt)) known.lastAt = at;
    if (peak !== null) known.peak = Math.max(known.peak ?? peak, peak);
    this.found.set(key, known);
  }
}

type Seen = Pick<LogFinding, 'kind' | 'code' | 'peak'> & { at: string | null };

function timeIn(line: string): string | null {
  const [, day, clock, zone = 'Z'] =
    /(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,]\d{1,9})?(Z|[+-]\d\d:\d\d)?/.exec(line) ?? [];
  if (day === undefined) return null;
  const moment = new Date(`${day}T${clock}${zone}`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
