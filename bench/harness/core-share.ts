import { existsSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where Linux lets us bound the processor time of single processes: the older and the newer control groups. */
const places = [
  { folder: '/sys/fs/cgroup/cpu', mark: '/sys/fs/cgroup/cpu/cpu.cfs_quota_us', file: 'cpu.cfs_quota_us' },
  { folder: '/sys/fs/cgroup', mark: '/sys/fs/cgroup/cgroup.subtree_control', file: 'cpu.max' },
];
/** Short, so that a process which has used its share waits for milliseconds. */
const periodUs = 10_000;

/**
 * Bounds each of these processes, all its threads together, to a share of one core, so that a machine of two cores can show what more
 * cores would do. Undefined: this machine does not let us.
 */
export async function boundToShare(pids: readonly number[], share: number): Promise<AsyncDisposable | undefined> {
  const place = places.find(({ mark }) => existsSync(mark));
  if (place === undefined) return undefined;
  await using made = new AsyncDisposableStack();
  try {
    for (const pid of pids) {
      const group = join(place.folder, `sigec-bench-${pid}`);
      await mkdir(group);
      made.defer(() => leave(group, place.folder, pid));
      const quotaUs = Math.round(share * periodUs);
      if (place.file === 'cpu.max') await writeFile(join(group, place.file), `${quotaUs} ${periodUs}`);
      else {
        await writeFile(join(group, 'cpu.cfs_period_us'), String(periodUs));
        await writeFile(join(group, place.file), String(quotaUs));
      }
      await writeFile(join(group, 'cgroup.procs'), String(pid));
    }
  } catch {
    return undefined;
  }
  return made.move();
}

async function leave(group: string, folder: string, pid: number): Promise<void> {
  await writeFile(join(folder, 'cgroup.procs'), String(pid)).catch(() => undefined); // it may have ended
  await rmdir(group).catch(() => undefined);
}
