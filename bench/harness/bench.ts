import type { Figures } from './measure.ts';
import { type Product, startProduct } from './product.ts';
import { type Server, type ServerName, startLimit } from './server.ts';

export type BenchOptions = {
  isQuick: boolean;
  isHuge: boolean;
  rows: number;
  /** Only the cases whose names hold this text, in works that have it. */
  only: string;
  /** In place of a work's own seeds, in works that have some. */
  seeds: readonly string[];
  /** How long the page of the console is watched. */
  minutes: number;
  /** What the assistant got wrong is shown in words, of the half that may be read. */
  showsRequests: boolean;
  profileTo: string | undefined;
};

/** One line of the result: what one server did in one case of a work. Figures that the case does not have are absent. */
export type Result = { work: string; of: string; server: ServerName; figures: Partial<Figures> & ExtraFigures };

export type ExtraFigures = {
  seconds?: number;
  p95Ms?: number;
  failedHandshakes?: number;
  kilobytesPerStation?: number;
  cpuShare?: number;
  /** What stays on disk. */
  heapBytesPerMessage?: number;
  indexBytesPerMessage?: number;
  /** Of the product's own process, before and at most. */
  residentMb?: { before: number; peak: number };
  /** Of stations that should hold a list: how many hold exactly that. */
  completeLists?: { complete: number; of: number };
  stallMs?: number;
  healthMs?: number;
  databaseMb?: number;
  /** Stations that were closed although they did nothing wrong. */
  closed?: number;
  /** JavaScript that a page needs before it shows something, compressed by gzip, and by Brotli as nearly every browser takes it. */
  scriptKb?: number;
  scriptBrotliKb?: number;
  /** Changes of rows that were seen in a page, and how much of it moved. */
  updates?: number;
  layoutShift?: number;
  layoutShifts?: number;
  /** Of the page's main thread and of the server with its database, until the first rows were there. */
  pageCpuMs?: number;
  serverCpuMs?: number;
  /** How much of a core the page's main thread took. */
  pageCpuShare?: number;
  /** Of the machine: two on two cores is full. */
  loadAverage?: number;
  /** What a page keeps, after its garbage was collected. */
  pageMb?: { before: number; after: number };
  /** Sums that were read by HTTP are those of SQL. */
  isEqualToSql?: boolean;
};

export type Work = { name: string; about: string; run(bench: BenchOptions): Promise<Result[]> };

export type Servers = { all: readonly Server[]; product: Product };

export async function withServers<T>(
  { profileTo }: Pick<BenchOptions, 'profileTo'>,
  use: (servers: Servers) => Promise<T>,
): Promise<T> {
  await using opened = new AsyncDisposableStack();
  const adopt = <S extends Server>(server: S) => opened.adopt(server, (each) => each.stop());
  const limit = adopt(await startLimit('limit'));
  const limitPg = adopt(await startLimit('limit-pg'));
  const product = adopt(await startProduct({ profileTo }));
  return await use({ all: [limit, limitPg, product], product });
}

export function secondsFor({ isQuick }: Pick<BenchOptions, 'isQuick'>, full: number): number {
  return isQuick ? Math.max(2, full / 4) : full;
}
