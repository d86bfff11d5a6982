import type { Config } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import { machineAddresses } from '#base/hosts.ts';
import { type Log, openLog } from '#base/log.ts';
import { version } from '#base/version.ts';
import type { SeatTaken } from '#main/run-nodes.ts';
import type { Sigec } from '#main.ts';
import { guardAgainstCrashes } from '../crash-guard.ts';
import { done, failed } from '../exit-code.ts';
import { configOf } from '../settings-flags.ts';
import { fieldLines, strong } from '../table.ts';
import type { Terminal } from '../terminal.ts';

type ServeOptions = Record<string, unknown> & { demo?: boolean };

export async function serve(terminal: Terminal, options: ServeOptions): Promise<number> {
  const { text } = terminal;
  const config = configOf(terminal, options);
  const log = openLog(config.logLevel);
  const { nodesWanted } = await import('#main/open-store.ts');
  const { takeSeat, runNodes } = await import('#main/run-nodes.ts');
  const seat = takeSeat();
  if (seat !== undefined) return serveSeat(terminal, { config, log, seat, options });
  if (nodesWanted(config) > 1) {
    const reloads = { now: () => {} };
    const isDaemon = config.tls !== 'off' && !terminal.isInteractive;
    const ending = terminal.untilInterrupted({ onHangUp: isDaemon ? () => reloads.now() : undefined });
    ending.addEventListener('abort', () => terminal.err(text.serve.stopping));
    terminal.out(text.serve.starting(version));
    await runNodes({
      config,
      log,
      signal: ending,
      ready: (lines) => terminal.out(lines.join('\n')),
      onReload(reload) {
        reloads.now = reload;
      },
    });
    terminal.err(text.serve.stopped);
    return done;
  }
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
    if (!ending.aborted) terminal.out(welcome(terminal, { sigec, config, isDemo }).join('\n'));
    await aborted(ending);
    await sigec.drain();
    await sigec.stop();
  } catch (error) {
    if (!ending.aborted || error instanceof SigecError) throw error; // else: told to stop before it had started
  }
  terminal.err(text.serve.stopped);
  return done;
}

/** One of several nodes of this machine: the process that started it speaks with people. */
async function serveSeat(
  terminal: Terminal,
  { config, log, seat, options }: { config: Config; log: Log; seat: SeatTaken; options: ServeOptions },
): Promise<number> {
  terminal.untilInterrupted(); // Ctrl+C goes to all; the process in the middle says when to end
  const guard = guardAgainstCrashes({ log, tell: (reference) => terminal.err(terminal.text.serve.crashed(reference)) });
  const isDemo = options.demo === true && seat.number === 1;
  try {
    const { startSigec } = await import('#main.ts');
    const sigec = await startSigec({ config, log, isDemo, seat, signal: seat.ending });
    seat.onReload(() => void sigec.reloadCertificates());
    guard.closeFirst(() => sigec.stop());
    seat.ready(sigec.node, seat.number === 1 ? welcome(terminal, { sigec, config, isDemo }) : []);
    await aborted(seat.ending);
    await sigec.drain();
    await sigec.stop();
  } catch (error) {
    if (seat.ending.aborted) return done;
    if (!(error instanceof SigecError)) throw error;
    seat.failed(error.message);
    return failed;
  } finally {
    process.disconnect();
  }
  return done;
}

type Started = { sigec: Sigec; config: Config; isDemo: boolean };

function welcome(terminal: Terminal, { sigec, config, isDemo }: Started): string[] {
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
  const elsewhere = machineAddresses(config.host);
  const demo = sigec.isPasswordRequired ? [text.serve.demo, text.serve.demoPasswords] : [text.serve.demo];
  return [
    '',
    ...addresses.map((line) => `  ${line}`),
    '',
    ...(elsewhere.length === 0 ? [] : [text.serve.elsewhere(elsewhere.join(', ')), '']),
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
