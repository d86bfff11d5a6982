import { isIPv4, isIPv6 } from 'node:net';

/** `source` null: the proxy speaks for itself, such as to see whether we are alive. */
export type ProxyHeader =
  | { status: 'incomplete' }
  | { status: 'invalid' }
  | { status: 'read'; bytes: number; source: string | null };

const incomplete: ProxyHeader = { status: 'incomplete' };
const invalid: ProxyHeader = { status: 'invalid' };

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const fixedBytes = 16;
/** The addresses of the largest family, and more further facts than proxies send. */
const maxFurtherBytes = 2_048;
/** With its end of line, as the specification counts it. */
const maxLineBytes = 107;

/** Reads the header of version 1 or 2 that a proxy writes before anything else of the connection (haproxy.org, proxy-protocol.txt). */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  const start = bytes.subarray(0, signature.length);
  if (start.equals(signature.subarray(0, start.length)))
    return bytes.length < fixedBytes ? incomplete : readBinary(bytes);
  return 'PROXY '.startsWith(bytes.toString('latin1', 0, 6)) ? readLine(bytes) : invalid;
}

function readLine(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, maxLineBytes).indexOf('\r\n');
  if (end === -1) return bytes.length < maxLineBytes ? incomplete : invalid;
  const line = bytes.toString('latin1', 0, end);
  if (/^PROXY UNKNOWN(?: |$)/.test(line)) return { status: 'read', bytes: end + 2, source: null };
  const [, family, source = '', target = '', ...ports] =
    /^PROXY (TCP4|TCP6) (\S+) (\S+) (\d{1,5}) (\d{1,5})$/.exec(line) ?? [];
  const isAddress = family === 'TCP4' ? isIPv4 : isIPv6;
  const isSound = isAddress(source) && isAddress(target) && ports.every((port) => Number(port) <= 65_535);
  return isSound ? { status: 'read', bytes: end + 2, source } : invalid;
}

function readBinary(bytes: Buffer): ProxyHeader {
  const [command, family] = [bytes.readUInt8(12), bytes.readUInt8(13)];
  const furtherBytes = bytes.readUInt16BE(14);
  const isKnown = command === 0x20 || command === 0x21;
  if (!isKnown || furtherBytes > maxFurtherBytes) return invalid;
  const length = fixedBytes + furtherBytes;
  if (bytes.length < length) return incomplete;
  const further = bytes.subarray(fixedBytes, length);
  if (command === 0x20) return { status: 'read', bytes: length, source: null };
  const source = family === 0x11 ? ipv4In(further) : family === 0x21 ? ipv6In(further) : undefined;
  return source === undefined ? invalid : { status: 'read', bytes: length, source };
}

function ipv4In(further: Buffer): string | undefined {
  return further.length < 12 ? undefined : further.subarray(0, 4).join('.');
}

function ipv6In(further: Buffer): string | undefined {
  if (further.length < 36) return undefined;
  const groups = Array.from({ length: 8 }, (_none, index) => further.readUInt16BE(index * 2).toString(16));
  return groups.join(':');
}
