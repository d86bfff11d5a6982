import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = dirname(import.meta.dirname);
const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
const folder = mkdtempSync(join(tmpdir(), 'sigec-launcher-'));

// Makes any Node look like an old one to the launcher, though not to what the launcher starts.
const asOldNode = `data:text/javascript,if (!process.env.SIGEC_LAUNCHED)
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`;

const program = `
  if (process.argv[2] === 'fail') process.exit(3);
  if (process.argv[2] === 'serve') {
    const work = setInterval(() => {}, 60_000);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => { console.log(signal); clearInterval(work); process.exitCode = 7; });
  }
  const conditions = process.execArgv.filter((flag) => flag.startsWith('--conditions'));
  console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2), conditions }));`;

beforeAll(() => {
  for (const [name, entry] of Object.entries({
    checkout: 'src/doors/terminal/sigec.ts',
    packed: 'dist/doors/terminal/sigec.js',
    bare: 'src/doors/terminal/sigec.ts',
  })) {
    const home = join(folder, name);
    for (const path of ['bin', dirname(entry)]) mkdirSync(join(home, path), { recursive: true });
    copyFileSync(join(repository, 'bin', 'sigec.js'), join(home, 'bin', 'sigec.js'));
    writeFileSync(join(home, 'package.json'), '{ "type": "module", "scripts": { "start": "node scripts/start.js" } }');
    writeFileSync(join(home, entry), program);
    if (name !== 'bare') symlinkSync(join(repository, 'node_modules'), join(home, 'node_modules'));
  }
  const scripts = join(folder, 'checkout', 'scripts');
  mkdirSync(scripts);
  for (const name of ['start.js', 'ensure-console.ts', 'run-tool.ts'])
    copyFileSync(join(repository, 'scripts', name), join(scripts, name));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['checkout', 'new', []],
  ['checkout', 'old', []],
  ['packed', 'new', ['--conditions=built']],
  ['packed', 'old', ['--conditions=built']],
])('sigec starts (%s, %s Node)', async (home, node, conditions) => {
  await using sigec = launch({ home, node, args: ['chat', '--demo'] });
  expect(JSON.parse(await sigec.line())).toMatchObject({ args: ['chat', '--demo'], conditions });
  expect(await sigec.ended).toEqual([0, null]);
});

test.each(['new', 'old'])('the exit code is passed on (%s Node)', async (node) => {
  await using sigec = launch({ home: 'checkout', node, args: ['fail'] });
  expect(await sigec.ended).toEqual([3, null]);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s reaches the program through an old Node', async (signal) => {
  await using sigec = launch({ home: 'packed', node: 'old', args: ['serve'] });
  await sigec.line();
  sigec.process.kill(signal);
  expect(await sigec.line()).toBe(signal);
  expect(await sigec.ended).toEqual([7, null]);
});

test('a program whose launcher is killed is asked to stop', async () => {
  await using sigec = launch({ home: 'checkout', node: 'old', args: ['serve'] });
  await sigec.line();
  sigec.process.kill('SIGKILL');
  expect(await sigec.line()).toBe('SIGTERM');
});

test('on a new Node no launcher stays behind', async () => {
  await using sigec = launch({ home: 'packed', node: 'new', args: ['serve'] });
  expect(JSON.parse(await sigec.line())).toMatchObject({ pid: sigec.process.pid });
});

test('npm start ends the program when npm is asked to stop', async () => {
  const cwd = join(folder, 'checkout');
  await using sigec = watch(spawn('npm', ['start', '--silent', '--', '--demo'], { cwd, stdio }));
  expect(JSON.parse(await sigec.line())).toMatchObject({ args: ['serve', '--demo'] });
  sigec.process.kill('SIGTERM');
  expect(await sigec.line()).toBe('SIGTERM');
});

test('without any Node that is new enough, a sentence says what to do', async () => {
  await using sigec = launch({ home: 'bare', node: 'old', args: ['serve'] });
  expect(await sigec.ended).toEqual([1, null]);
  expect(sigec.complaints()).toMatch(
    /^sigec needs Node 24 or newer, but this is Node 20\.20\.2 .*\nInstall Node 24, or run npm ci/,
  );
});

function launch({ home, node, args }: { home: string; node: string; args: string[] }) {
  const flags = node === 'old' ? ['--import', asOldNode] : [];
  return watch(spawn(process.execPath, [...flags, join(folder, home, 'bin', 'sigec.js'), ...args], { stdio }));
}

function watch(child: ChildProcessByStdio<null, Readable, Readable>) {
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = once(child, 'close');
  return {
    process: child,
    ended,
    complaints: () => complaints,
    line: async () => String((await lines.next()).value),
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
