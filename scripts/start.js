// `npm start`: a fresh clone has no console yet, so it is built before sigec starts in this same process.
// Plain JavaScript, so that on an older Node the launcher can still say what is missing.
endWithNpm();
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
await import('../bin/sigec.js');

/** npm passes SIGTERM to the shell between us, which dies of it without a word: then we have to notice by ourselves. */
function endWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
