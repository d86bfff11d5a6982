import { SigecError } from '#base/errors.ts';
import { configOf } from './settings-flags.ts';
import type { Terminal } from './terminal.ts';

export type ServerOptions = { url?: string | undefined; key?: string | undefined };

/** Where the running system is: as told, else on this machine, by the settings it was started with. */
export function apiUrl(terminal: Terminal, { url }: ServerOptions): string {
  const given = url ?? (terminal.env['SIGEC_URL'] || undefined);
  if (given === undefined) return localUrl(terminal, 'api');
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given.replace(/\/+$/, '');
  const name = url === undefined ? 'SIGEC_URL' : '--url';
  const { wrongUse, accepts } = terminal.text;
  throw new SigecError('INVALID_INPUT', wrongUse.invalidInput({ name, value: given, accepts: accepts.url }));
}

/** Where a door of the system is, as far as this machine's settings tell. */
export function localUrl(terminal: Terminal, door: 'api' | 'mcp' | 'ocpp' | 'devices'): string {
  const { host, apiPort, mcpServerPort, ocppServerPort, devicesPort, tls } = configOf(terminal);
  const http = tls === 'off' ? 'http' : 'https';
  const name = nameOf(host);
  return {
    api: `${http}://${name}:${apiPort || 8001}`,
    mcp: `${http}://${name}:${mcpServerPort || 8000}/mcp`,
    ocpp: `ws://${name}:${ocppServerPort || 9000}`,
    devices: `${http}://${name}:${devicesPort || 8003}`,
  }[door];
}

/** A key is never shown, not even a wrong one. */
export function apiKey({ env, text }: Terminal, { key }: ServerOptions): string | undefined {
  const given = key ?? (env['SIGEC_KEY'] || undefined);
  if (given === undefined || /^[\x21-\x7e]+$/.test(given)) return given;
  const option = key === undefined ? 'SIGEC_KEY' : '--key';
  throw new SigecError('INVALID_INPUT', text.wrongUse.invalidValue({ option, accepts: text.accepts.key }));
}

/** "Every address" is nothing one can connect to; loopback is always among them. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
