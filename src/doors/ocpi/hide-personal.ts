const hidden = ['token', 'uid', 'contract_id', 'visual_number', 'issuer', 'group_id', 'authorization_reference'];
const fields = new RegExp(`("(?:${hidden.join('|')})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'g');
const maxText = 20_000;

/** What the flight recorder keeps of a body: tokens and what names a driver are hidden. EVSEs have a `uid` as well, which is a UUID and stays. */
export function hidePersonal(text: string): string {
  const shown = text.replaceAll(fields, (whole, name: string) =>
    /"[0-9a-f]{8}-[0-9a-f-]{27}"$/.test(whole) ? whole : `${name}"***"`,
  );
  return shown.length > maxText ? `${shown.slice(0, maxText)}…` : shown;
}

/** The same for an address: the last part but for its end, where it is that of a token. */
export function hideInPath(path: string): string {
  return path.replace(
    /(\/tokens\/(?:[^/?]+\/[^/?]+\/)?)([^/?]+)/,
    (_, before: string, uid: string) => `${before}***${uid.slice(-2)}`,
  );
}
