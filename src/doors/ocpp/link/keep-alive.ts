import type { Time } from '#base/clock.ts';
import type { StationDirectory } from '#cluster/station-directory.ts';
import type { StationLink } from './station-link.ts';

/** Nothing heard for this many pings, although we asked: the other side is gone. */
const silentPings = 2.5;
/** A station waits 30 s for an answer and then counts a failed attempt; one whose socket closed before keeps its message. */
const longestAnswerMs = 12_000;
const tickMs = 1_000;
export const exemptionEnded = 'It may no longer connect without a password';

/** Pings every station, a slice of them each second, and keeps none waiting too long: no timer per station, no burst. */
export function keepAlive(
  directory: StationDirectory<StationLink>,
  { pingEveryMs, time }: { pingEveryMs: number; time: Time },
): () => void {
  const slices = pingEveryMs / tickMs;
  let tick = 0;
  const timer = setInterval(() => {
    tick = (tick + 1) % slices;
    const now = time.elapsedMs();
    const today = time.now();
    for (const { epoch, link } of directory.all()) {
      if (now - link.waitsSince > longestAnswerMs) link.end(1013, 'Try again later', 'database-away');
      if (link.until !== undefined && today >= link.until) link.end(1008, exemptionEnded, 'exemption-ended');
      if (epoch % slices !== tick) continue;
      if (now - link.lastHeardAt > silentPings * pingEveryMs && !link.isHeldBack) link.terminate('no-answer');
      else link.ping();
    }
  }, tickMs).unref();
  return () => clearInterval(timer);
}
