import type { StationDirectory } from '#cluster/station-directory.ts';
import type { StationLink } from './station-link.ts';

const pingEveryMs = 30_000;
/** Nothing heard for this long, although we asked: the other side is gone. */
const silentForMs = 75_000;
/** A station waits 30 s for an answer and then counts a failed attempt; one whose socket closed before keeps its message. */
const longestAnswerMs = 12_000;
const tickMs = 1_000;

/** Pings every station, a slice of them each second, and keeps none waiting too long: no timer per station, no burst. */
export function keepAlive(directory: StationDirectory<StationLink>): () => void {
  const slices = pingEveryMs / tickMs;
  let tick = 0;
  const timer = setInterval(() => {
    tick = (tick + 1) % slices;
    const now = performance.now();
    for (const { epoch, link } of directory.all()) {
      if (now - link.waitsSince > longestAnswerMs) link.end(1013, 'Try again later', 'database-away');
      if (epoch % slices !== tick) continue;
      if (now - link.lastHeardAt > silentForMs && !link.isHeldBack) link.terminate('no-answer');
      else link.ping();
    }
  }, tickMs).unref();
  return () => clearInterval(timer);
}
