import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const repository = dirname(import.meta.dirname);
const folder = mkdtempSync(join(tmpdir(), 'sigec-package-'));
const installed = join(folder, 'home', 'node_modules', 'sigec-ve');
const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string };

beforeAll(async () => {
  await run('npm', ['pack', '--pack-destination', folder], { cwd: repository, env: environment() });
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  const [tarball = 'none'] = globSync('*.tgz', { cwd: folder });
  await run('npm', ['install', '--prefer-offline', join(folder, tarball)], { cwd: home, env: environment() });
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('npx finds sigec in the installed package, and it says its version', async () => {
  const { stdout } = await run('npx', ['sigec', '--version'], { cwd: join(folder, 'home'), env: environment() });
  expect(stdout.trim()).toBe(version);
});

// Unlike npx, a shell does not put the Node that came with the package first.
test.each([
  ['the Node of the shell, however old', environment()],
  ['our own Node', environment({ first: dirname(process.execPath) })],
])('called directly, sigec says its version on %s', async (_node, env) => {
  const { stdout } = await run(join(folder, 'home', 'node_modules', '.bin', 'sigec'), ['--version'], { env });
  expect(stdout.trim()).toBe(version);
});

test('a device is written with the installed package, and its types come along', async () => {
  const program =
    "import { createDevice, integer } from 'sigec-ve/device'; console.log(typeof createDevice, integer(0, 255).schema.type)";
  const written = ['--input-type=module', '--eval', program];
  const { stdout } = await run(process.execPath, written, { cwd: join(folder, 'home'), env: environment() });
  expect(stdout.trim()).toBe('function integer');
  expect(readFileSync(join(installed, 'dist/device-sdk/sdk.d.ts'), 'utf8')).toContain('createDevice');
});

test('the package ships built JavaScript, types of what others write against, and neither sources nor tests', () => {
  const shipped = globSync('**/*.{ts,tsx}', {
    cwd: installed,
    exclude: ['node_modules/**', 'dist/device-sdk/*.d.ts'],
  });
  expect(shipped).toEqual([]);
  expect(globSync('dist/**/*.js', { cwd: installed }).filter((file) => file.includes('.test.'))).toEqual([]);
});

test('the package ships what its code reads beside it', () => {
  const assets = globSync('src/**/*.{sql,json}', { cwd: repository, exclude: ['**/fixtures/**'] });
  const shipped = new Set(globSync('dist/**/*.{sql,json}', { cwd: installed }));
  expect(assets.map((asset) => asset.replace(/^src/, 'dist')).filter((asset) => !shipped.has(asset))).toEqual([]);
});

test('the console ships its font and the licences of what it is made of', () => {
  const style = globSync('console/dist/assets/*.css', { cwd: installed })
    .map((file) => readFileSync(join(installed, file), 'utf8'))
    .join('');
  const fonts = [...style.matchAll(/url\(\/(assets\/inter-[^)]+\.woff2)\)/g)].map(([, file = '']) => file);
  expect(fonts.some((file) => file.includes('inter-latin-wght'))).toBe(true);
  expect(fonts.filter((file) => !existsSync(join(installed, 'console/dist', file)))).toEqual([]);
  expect(readFileSync(join(installed, 'console/dist/licenses.md'), 'utf8')).toContain('SIL Open Font License');
});

/** As in the shell of someone who has nothing of ours: npm's variables of this run and its Node are left out. */
function environment({ first }: { first?: string } = {}): NodeJS.ProcessEnv {
  const ours = `${sep}node_modules${sep}`;
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => !`${entry}${sep}`.includes(ours));
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(npm_(package|lifecycle|command|execpath|config_local_prefix)|INIT_CWD|NODE_|VITEST)/.test(name),
  );
  return { ...Object.fromEntries(variables), PATH: [...(first === undefined ? [] : [first]), ...path].join(delimiter) };
}
