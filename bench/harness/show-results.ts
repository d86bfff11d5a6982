import type { Result } from './bench.ts';
import { isDisturbed } from './disturbance.ts';

type Column = { head: string; of(figures: Result['figures']): number | null | undefined };

const columns: readonly Column[] = [
  { head: 'seconds', of: ({ seconds }) => seconds },
  { head: 'lists complete', of: ({ completeLists }) => completeLists?.complete },
  { head: 'of', of: ({ completeLists }) => completeLists?.of },
  { head: 'stall ms', of: ({ stallMs }) => stallMs },
  { head: '/healthz ms', of: ({ healthMs }) => healthMs },
  { head: 'database MB', of: ({ databaseMb }) => databaseMb },
  { head: 'closed', of: ({ closed }) => closed },
  { head: 'resident MB before', of: ({ residentMb }) => residentMb?.before },
  { head: 'at most', of: ({ residentMb }) => residentMb?.peak },
  { head: 'JS kB gz', of: ({ scriptKb }) => scriptKb },
  { head: 'JS kB br', of: ({ scriptBrotliKb }) => scriptBrotliKb },
  { head: 'updates', of: ({ updates }) => updates },
  { head: 'layout shift', of: ({ layoutShift }) => layoutShift },
  { head: 'shifts', of: ({ layoutShifts }) => layoutShifts },
  { head: 'page MB before', of: ({ pageMb }) => pageMb?.before },
  { head: 'after', of: ({ pageMb }) => pageMb?.after },
  { head: 'page CPU ms', of: ({ pageCpuMs }) => pageCpuMs },
  { head: 'server CPU ms', of: ({ serverCpuMs }) => serverCpuMs },
  { head: 'page CPU %', of: ({ pageCpuShare }) => pageCpuShare && pageCpuShare * 100 },
  { head: 'load', of: ({ loadAverage }) => loadAverage },
  { head: 'equal to SQL', of: ({ isEqualToSql }) => (isEqualToSql === undefined ? undefined : Number(isEqualToSql)) },
  { head: 'failed', of: ({ failedHandshakes }) => failedHandshakes },
  { head: 'messages/s', of: ({ perSecond }) => perSecond },
  { head: 'p50 ms', of: ({ p50Ms }) => p50Ms },
  { head: 'p95 ms', of: ({ p95Ms }) => p95Ms },
  { head: 'p99 ms', of: ({ p99Ms }) => p99Ms },
  { head: 'CPU-s/1000', of: ({ cpuSecondsPer1000 }) => cpuSecondsPer1000 },
  { head: 'work left s', of: ({ workLeftSeconds }) => workLeftSeconds },
  { head: 'MB (PSS)', of: ({ memoryMb }) => memoryMb },
  { head: 'KB/station', of: ({ kilobytesPerStation }) => kilobytesPerStation },
  { head: 'CPU % idle', of: ({ cpuShare }) => cpuShare && cpuShare * 100 },
  { head: 'heap B/msg', of: ({ heapBytesPerMessage }) => heapBytesPerMessage },
  { head: 'index B/msg', of: ({ indexBytesPerMessage }) => indexBytesPerMessage },
  { head: 'WAL B/msg', of: ({ walBytesPerMessage }) => walBytesPerMessage },
  { head: 'commits/msg', of: ({ commitsPerMessage }) => commitsPerMessage },
];

/** One table per work, with only the columns that it has; under every case the product's ratios to the limits. */
export function showResults(results: readonly Result[]): string {
  const used = columns.filter(({ of }) => results.some(({ figures }) => of(figures) !== undefined));
  const rows = [...Map.groupBy(results, ({ of }) => of)].flatMap(([of, ofCase]) => [
    ...ofCase.map(({ server, figures }) => [of, server, ...used.map((column) => shown(column.of(figures)))]),
    ...ratios(ofCase, used).map((row) => ['', ...row]),
  ]);
  return table(['case', 'server', ...used.map(({ head }) => head)], rows);
}

/** Product to limit, for the figures that can be divided. */
function ratios(ofCase: readonly Result[], used: readonly Column[]): string[][] {
  const product = ofCase.find(({ server }) => server === 'product');
  const limits = ofCase.filter(({ server }) => server !== 'product');
  if (product === undefined) return [];
  return limits.map(({ server, figures }) => [
    `  × ${server}`,
    ...used.map(({ of }) => {
      const [ours, theirs] = [of(product.figures), of(figures)];
      return ours && theirs ? `${shown(ours / theirs)}×` : '';
    }),
  ]);
}

/** Why the run cannot be held against the goals: others worked on the machine meanwhile, or messages went wrong. */
export function reasonsNotToCount(results: readonly Result[]): string[] {
  return results.flatMap(({ work, of, server, figures: { troubles = {}, disturbance } }) => {
    const what = `${work}, ${of}, ${server}`;
    const reasons = Object.entries(troubles).map(([said, count]) => `${what}: ${count} × ${said}`);
    if (disturbance === undefined || !isDisturbed(disturbance)) return reasons;
    const { steal, others } = disturbance;
    return [...reasons, `${what}: ${percent(steal)} of the machine was stolen, ${percent(others)} used by others`];
  });
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        /^[\d.,]+×?$/.test(cell) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** Three digits that matter, and thousands apart. */
export function shown(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  if (value === 0 || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(Math.abs(value) < 1 ? 2 : 3);
}
