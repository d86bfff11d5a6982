import { SigecError } from '#base/errors.ts';
import { openLog } from '#base/log.ts';
import { version } from '#base/version.ts';
import type { Sigec } from '#main.ts';
import { guardAgainstCrashes } from '../crash-guard.ts';
import { done } from '../exit-code.ts';
import { configOf } from '../settings-flags.ts';
import { fieldLines, strong } from '../table.ts';
import type { Terminal } from '../terminal.ts';

type ServeOptions = Record<string, unknown> & { demo?: boolean };

export async function serve(terminal: Terminal, options: ServeOptions): Promise<number> {
  const { text } = terminal;
  const config = configOf(terminal, options);
  const log = openLog(config.logLevel);
  const isDemo = options.demo === true;
  const ending = terminal.untilInterrupted();
  ending.addEventListener('abort', () => terminal.err(text.serve.stopping));
  const guard = guardAgainstCrashes({ log, tell: (reference) => terminal.err(text.serve.crashed(reference)) });
  terminal.out(text.serve.starting(version));
  const { startSigec } = await import('#main.ts');
  try {
    const sigec = await startSigec({ config, log, isDemo, signal: ending });
    guard.closeFirst(() => sigec.stop());
    if (!ending.aborted) terminal.out(welcome(terminal, { sigec, isDemo }).join('\n'));
    await aborted(ending);
    await sigec.stop();
  } catch (error) {
    if (!ending.aborted || error instanceof SigecError) throw error; // else: told to stop before it had started
  }
  terminal.err(text.serve.stopped);
  return done;
}

function welcome(terminal: Terminal, { sigec, isDemo }: { sigec: Sigec; isDemo: boolean }): string[] {
  const { text, paint } = terminal;
  const { api, ocpp, mcp, devices, ucp } = sigec.addresses;
  const addresses = fieldLines(terminal, [
    [text.serve.console, strong(api)],
    [text.serve.stations, `${ocpp}{${text.serve.stationId}}`],
    [text.serve.agents, mcp],
    [text.serve.devices, devices],
    [text.serve.shop, ucp],
  ]);
  return [
    '',
    ...addresses.map((line) => `  ${line}`),
    '',
    ...(sigec.signInLink === null ? [] : [text.serve.signIn, `  ${paint('strong', sigec.signInLink)}`, '']),
    ...(isDemo ? [text.serve.demo, ''] : []),
    paint('good', text.serve.ready),
  ];
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
