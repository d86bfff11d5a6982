/** The one way in which an address and what stands behind it are put together, whether it ends in a slash or not. */
export function joinUrl(base: string, path: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const url = new URL(base);
  const tail = path.map(encodeURIComponent).join('/');
  if (tail !== '') url.pathname = `${url.pathname.replace(/\/+$/, '')}/${tail}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
