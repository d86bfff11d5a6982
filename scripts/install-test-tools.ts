import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type TestTool = {
  command: string;
  debianPackage: string;
  purpose: string;
  /** Does as well where it is there. */
  or?: string;
};

/** What the tests use beyond npm packages, with the Debian package that brings it. */
const testTools: readonly TestTool[] = [
  {
    command: 'chromium-headless-shell',
    or: 'chromium',
    debianPackage: 'chromium-headless-shell',
    purpose: 'the browser tests',
  },
  { command: 'pebble', debianPackage: 'pebble', purpose: 'the tests of ACME' },
  { command: 'tmux', debianPackage: 'tmux', purpose: 'the tests of the chat' },
  { command: 'haproxy', debianPackage: 'haproxy', purpose: 'the test of the balancer before several nodes' },
  { command: 'pgbouncer', debianPackage: 'pgbouncer', purpose: 'the tests with pooled connections' },
  { command: 'nats-server', debianPackage: 'nats-server', purpose: 'the tests of several nodes' },
  { command: 'ip', debianPackage: 'iproute2', purpose: 'the tests of networks that break between nodes' },
  { command: 'openssl', debianPackage: 'openssl', purpose: 'the tests of certificates' },
];

/** Installs what is missing where apt and its rights are at hand; otherwise throws a sentence that says what to install. */
export function installTestTools(): void {
  const missing = testTools.filter(({ command, or = command }) => !isInstalled(command) && !isInstalled(or));
  if (missing.length === 0) return;
  if (!isInstalled('apt-get') || process.getuid?.() !== 0) throw new Error(askFor(missing));
  const packages = missing.map(({ debianPackage }) => debianPackage);
  console.log(`Installing ${packages.join(', ')} for the tests …`);
  const patient = ['-o', 'DPkg::Lock::Timeout=300']; // another installation may hold the lock
  aptGet([...patient, 'update'], missing);
  aptGet([...patient, 'install', '-y', '--no-install-recommends', ...packages], missing);
}

function aptGet(args: readonly string[], missing: readonly TestTool[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${stdout}${stderr}\n${askFor(missing)}`);
}

function askFor(missing: readonly TestTool[]): string {
  const wanted = missing.map(({ command, purpose }) => `${command} (for ${purpose})`).join(', ');
  const packages = missing.map(({ debianPackage }) => debianPackage).join(' ');
  return `The tests need ${wanted} in PATH. Install it as root, on Debian or Ubuntu with: apt-get install ${packages}`;
}

function isInstalled(command: string): boolean {
  return findInPath(command) !== undefined;
}

export function findInPath(command: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, command)).find((file) => existsSync(file));
}
