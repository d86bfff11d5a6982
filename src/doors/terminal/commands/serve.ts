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
  let running: Sigec | undefined;
  const isDaemon = config.tls !== 'off' && !terminal.isInteractive;
  const ending = terminal.untilInterrupted({
    onHangUp: isDaemon ? () => void running?.reloadCertificates() : undefined,
  });
  ending.addEventListener('abort', () => terminal.err(text.serve.stopping));
  const guard = guardAgainstCrashes({ log, tell: (reference) => terminal.err(text.serve.crashed(reference)) });
  terminal.out(text.serve.starting(version));
  const { startSigec } = await import('#main.ts');
  try {
    const sigec = await startSigec({ config, log, isDemo, signal: ending });
    running = sigec;
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
  const { api, ocpp, ocppTls, mcp, devices, ucp } = sigec.addresses;
  const addresses = fieldLines(terminal, [
    [text.serve.console, strong(api)],
    [text.serve.stations, `${ocppTls ?? ocpp}{${text.serve.stationId}}`],
    [text.serve.plainStations, ocppTls === null ? null : `${ocpp}{${text.serve.stationId}}`],
    [text.serve.agents, mcp],
    [text.serve.devices, devices],
    [text.serve.shop, ucp],
  ]);
  const { certificates } = sigec;
  const demo = sigec.isPasswordRequired ? [text.serve.demo, text.serve.demoPasswords] : [text.serve.demo];
  return [
    '',
    ...addresses.map((line) => `  ${line}`),
    '',
    ...(certificates === null ? [] : [...certificateLines(terminal, certificates), '']),
    ...(sigec.signInLink === null ? [] : [text.serve.signIn, `  ${paint('strong', sigec.signInLink)}`, '']),
    ...(isDemo ? [...demo, ''] : []),
    paint('good', text.serve.ready),
  ];
}

/** Fingerprints are what a person compares before trusting a certificate that nobody vouches for. */
function certificateLines({ text }: Terminal, { isSelfSigned, shown }: NonNullable<Sigec['certificates']>): string[] {
  const lines = shown.map(({ kind, expiresAt, sha256 }) =>
    text.serve.certificate(kind.toUpperCase(), expiresAt.toISOString().slice(0, 10), sha256),
  );
  return [...(isSelfSigned ? [text.serve.selfSigned] : []), ...lines.map((line) => `  ${line}`)];
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
