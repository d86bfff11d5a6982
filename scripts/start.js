// `npm start`: a fresh clone has no console yet, so it is built before sigec starts in this same process.
// Plain JavaScript, so that on an older Node the launcher can still say what is missing.
const watch = endWithNpm();
if (Number.parseInt(process.versions.node, 10) >= 24) {
  const { ensureConsole } = await import('./ensure-console.ts');
  try {
    await ensureConsole();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
process.argv.splice(2, 0, 'serve');
// Whoever signals the whole group has told us already: a second signal would mean "at once".
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => clearInterval(watch));
await import('../bin/sigec.js');

/** npm passes SIGTERM to the shell between us, which dies of it without a word: then we have to notice by ourselves. */
function endWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return undefined;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
  return timer;
}
