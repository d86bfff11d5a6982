const good = new Set(['installed', 'published', 'uploaded', 'idle']);

/** Of what a station says about a file on its way. */
export function transferTone(status: string | null): 'good' | 'bad' | 'busy' {
  if (status === null || good.has(status)) return 'good';
  return /fail|invalid|denied|bad|not-supported/.test(status) ? 'bad' : 'busy';
}
