/** The path of a page of this console; null: it leads elsewhere, or makes the server do something. */
export function ownPath(address: string, origin: string): string | null {
  if (!/^(?:\/(?![/\\])|https?:\/\/)/.test(address)) return null;
  const url = URL.parse(address, origin);
  if (url === null || url.origin !== origin || /^\/(?:api|mcp|docs|oauth)\b/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}
