#!/usr/bin/env node
// Starts sigec on Node 24, whatever Node the shell has: this file must run on Node 18, so it is plain JavaScript.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath, pathToFileURL } from 'node:url';

const oldestNode = 24;
const launchedByUs = 'SIGEC_LAUNCHED';

const thisFile = fileURLToPath(import.meta.url);
const home = dirname(dirname(thisFile));
const source = join(home, 'src', 'doors', 'terminal', 'sigec.ts');
const isPacked = !existsSync(source); // a checkout runs its sources, the packed package its built JavaScript
const flags = isPacked ? ['--conditions=built'] : [];

const isNodeNewEnough = Number.parseInt(process.versions.node, 10) >= oldestNode;
if (isNodeNewEnough && flags.every((flag) => process.execArgv.includes(flag))) {
  endWithLauncher();
  // Halves the start: what was stripped of its types and compiled once is read again. Beside the code, since whoever writes there writes code.
  module.enableCompileCache?.(process.env['NODE_COMPILE_CACHE'] ?? join(home, 'node_modules', '.cache', 'sigec'));
  setTimeout(() => module.flushCompileCache?.(), 10_000).unref(); // a server that is killed writes nothing when it ends
  await import(pathToFileURL(isPacked ? join(home, 'dist', 'doors', 'terminal', 'sigec.js') : source).href);
} else {
  launch(isNodeNewEnough ? process.execPath : bundledNode());
}

/** @returns {string | undefined} */
function bundledNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${platform}-${process.arch}/package.json`);
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return undefined; // no Node is packed for this platform, or optional packages were left out
  }
}

/** @param {string | undefined} node */
function launch(node) {
  if (node === undefined) {
    const here = `this is Node ${process.versions.node} on ${process.platform}-${process.arch}`;
    console.error(`sigec needs Node ${oldestNode} or newer, but ${here} and no Node came with the package.`);
    const again = isPacked ? 'install sigec-ve again' : 'run npm ci';
    console.error(`Install Node ${oldestNode}, or ${again} without --omit=optional.`);
    process.exitCode = 1;
    return;
  }
  const args = [
    ...process.execArgv.filter((flag) => !flags.includes(flag)),
    ...flags,
    thisFile,
    ...process.argv.slice(2),
  ];
  // Becoming the new process leaves no launcher behind that could be killed apart from it.
  if (isNodeNewEnough && process.platform !== 'win32') process.execve(node, [node, ...args], process.env);
  else runAsChild(node, args);
}

/**
 * @param {string} node
 * @param {string[]} args
 */
function runAsChild(node, args) {
  const env = { ...process.env, [launchedByUs]: '1' };
  const child = spawn(node, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const hasTerminal = [0, 1, 2].some(isatty);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal gives Ctrl+C to the child as well; a second one would ask it to leave at once.
      if (signal !== 'SIGINT' || !hasTerminal) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    console.error(`sigec could not start ${node}: ${error.message}. Install Node ${oldestNode} or newer.`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}

/** When the launcher is killed, its channel closes: the server then stops as if it had been asked to. */
function endWithLauncher() {
  if (process.env[launchedByUs] === undefined) return;
  delete process.env[launchedByUs];
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref(); // a command that has ended does not wait for its launcher
}
