/** Where a program may have browsers sent: over https, to a port of the person's own machine, or to an app by its own scheme (RFC 8252). */
export function isAcceptableRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || !/^[\x21-\x7e]+$/.test(text) || text.includes('#') || text.includes('\\')) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return isLoopbackName(url.hostname);
  return isAppScheme(url.protocol);
}

/** Character for character; only the port of the person's own machine is chosen anew each time (RFC 8252, 7.3). */
export function matchesRedirectUri(registered: readonly string[], given: string): boolean {
  return registered.some((known) => known === given || isSameButForPort(known, given));
}

function isSameButForPort(known: string, given: string): boolean {
  if (!isAcceptableRedirectUri(given)) return false;
  const [one, other] = [new URL(known), new URL(given)];
  if (one.protocol !== 'http:' || !isLoopbackName(one.hostname)) return false;
  other.port = one.port;
  return one.href === other.href;
}

function isLoopbackName(host: string): boolean {
  return host === '127.0.0.1' || host === '[::1]' || host === 'localhost';
}

/** An app's own scheme is a reversed domain name, or one of the few words that editors took for themselves; never one that browsers run. */
function isAppScheme(protocol: string): boolean {
  return protocol.includes('.') || ['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'].includes(protocol);
}
