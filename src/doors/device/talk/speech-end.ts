/** How many milliseconds of sound have to be loud before it counts as speech, and of quiet before that has ended. */
const loudMs = 180;
const quietMs = 840;
/** Times the noise of the room; and what no microphone's own noise reaches. */
const loudRatio = 3;
const leastLevel = 250;

/**
 * Finds where somebody has finished speaking, by how loud it is against the noise of the room. A device that leaves that to the server streams
 * without end.
 */
export class SpeechEnd {
  private noise = leastLevel;
  private loud = 0;
  private quiet = 0;
  hasSpeech = false;

  /** Whether speech has ended with these samples. */
  hear(samples: Int16Array, lastsMs: number): boolean {
    const level = loudness(samples);
    const isLoud = level > Math.max(leastLevel, this.noise * loudRatio);
    if (!isLoud && !this.hasSpeech) this.noise = this.noise * 0.9 + level * 0.1;
    this.loud = isLoud ? this.loud + lastsMs : 0;
    this.quiet = isLoud ? 0 : this.quiet + lastsMs;
    this.hasSpeech ||= this.loud >= loudMs;
    return this.hasSpeech && this.quiet >= quietMs;
  }
}

function loudness(samples: Int16Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}
