import { readFileSync } from 'node:fs';

/** Node raises its soft limit to this one by itself. */
export function openFilesAllowed(): number {
  const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? '0';
  return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard);
}
