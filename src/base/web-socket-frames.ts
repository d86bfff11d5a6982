export type FrameCounts = {
  /** Frames that begin a message. */
  messages: number;
  /** Further pieces of a message. */
  fragments: number;
  /** Ping, pong, close. */
  control: number;
};

/**
 * Counts the frames of a WebSocket in the bytes as they come (RFC 6455 §5.2), before anybody parses them: also pings, fragments and
 * whatever else is handled without an event.
 */
export class WebSocketFrames {
  /** Bytes of the current frame that are still to come, behind its length. */
  private left = 0;
  private header: number[] = [];

  count(chunk: Buffer): FrameCounts {
    const counts: FrameCounts = { messages: 0, fragments: 0, control: 0 };
    let at = 0;
    while (at < chunk.length) {
      const skipped = Math.min(this.left, chunk.length - at);
      this.left -= skipped;
      at += skipped;
      if (at >= chunk.length) break;
      this.header.push(chunk[at] ?? 0);
      at += 1;
      const length = remainingLength(this.header);
      if (length === undefined) continue;
      counts[kindOf(this.header[0] ?? 0)] += 1;
      this.left = length;
      this.header = [];
    }
    return counts;
  }
}

function kindOf(first: number): keyof FrameCounts {
  const opcode = first & 0x0f;
  if (opcode >= 8) return 'control';
  return opcode === 0 ? 'fragments' : 'messages';
}

/** Mask and payload behind the header; undefined while the header is not complete. */
function remainingLength([, second, ...more]: readonly number[]): number | undefined {
  if (second === undefined) return undefined;
  const mask = second >= 128 ? 4 : 0;
  const short = second & 127;
  if (short < 126) return mask + short;
  if (more.length < (short === 126 ? 2 : 8)) return undefined;
  return mask + more.reduce((sum, byte) => sum * 256 + byte, 0);
}
