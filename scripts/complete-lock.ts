// Run after `npm install`. A registry mirror may lack what a dependency packs for other platforms; npm then leaves it out of
// package-lock.json without a word, and `npm ci` refuses the file on every machine. This lists it as npm would, only without a checksum.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-tool.ts';

type LockedPackage = { [fact: string]: unknown; dev?: boolean; optionalDependencies?: Record<string, string> };
type Lock = { [fact: string]: unknown; packages: Record<string, LockedPackage> };

/** The lock file with an entry for every optional package of every platform, and the names of those that were missing. */
export function completeLock(lock: Lock): { lock: Lock; added: string[] } {
  const missing = Object.entries(lock.packages).flatMap(([path, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isListed(lock, path, name))
      .map(([name, version]) => [`node_modules/${name}`, lockedPackage({ name, version, dev })] as const),
  );
  const all = [...Object.entries(lock.packages), ...missing].toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  return {
    lock: { ...lock, packages: Object.fromEntries<LockedPackage>(all) },
    added: missing.map(([path]) => path),
  };
}

/** npm looks for a package beside the one that wants it, and from there upwards. */
function isListed(lock: Lock, path: string, name: string): boolean {
  if (lock.packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`] !== undefined) return true;
  return path !== '' && isListed(lock, path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1)), name);
}

/** `@oxlint/binding-linux-arm64-musl` is for Linux on arm64 with musl; npm skips what is not for this machine. */
function lockedPackage({
  name,
  version,
  dev,
}: {
  name: string;
  version: string;
  dev: boolean | undefined;
}): LockedPackage {
  const words = name.split(/[-/]/);
  const os = words.find((word) => ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'].includes(word));
  const cpu = words.find((word) =>
    ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'].includes(word),
  );
  const libc = name.includes('-musl') ? 'musl' : name.includes('-gnu') ? 'glibc' : undefined;
  if (cpu === undefined) {
    throw new Error(
      `${name} is missing in package-lock.json, and its name does not tell its platform. Add it by hand.`,
    );
  }
  const isDev = dev === true ? { dev } : {};
  return { version, cpu: [cpu], ...isDev, ...(libc && { libc: [libc] }), optional: true, ...(os && { os: [os] }) }; // npm's order
}

if (import.meta.main) {
  const file = join(root, 'package-lock.json');
  const { lock, added } = completeLock(JSON.parse(readFileSync(file, 'utf8')) as Lock);
  const isCheck = process.argv.includes('--check');
  if (isCheck && added.length > 0) {
    console.error(
      `package-lock.json lacks ${added.length} packages of other platforms: run node scripts/complete-lock.ts`,
    );
    process.exitCode = 1;
  }
  if (!isCheck) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
