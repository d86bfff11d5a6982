import type { LogFileRefusal } from '#contract/stations/log-files.ts';

/** A file that is not taken, with the reason that its station and people are told. */
export class RefusedFile extends Error {
  readonly refusal: LogFileRefusal;

  constructor(refusal: LogFileRefusal, message: string) {
    super(message);
    this.name = 'RefusedFile';
    this.refusal = refusal;
  }
}

export function unreadable(what: string): RefusedFile {
  return new RefusedFile('unreadable', what);
}

export type UnpackLimits = {
  /** What all texts of one file may have together. */
  maxUnpackedBytes: number;
  /** How many times larger than the file its texts may be: logs reach 30, bombs 1,000. */
  maxRatio: number;
  maxFiles: number;
};

export const usualLimits: UnpackLimits = { maxUnpackedBytes: 256 * 1024 * 1024, maxRatio: 200, maxFiles: 1_000 };

/** Small files may well be one line a thousand times. */
const freeBytes = 1024 * 1024;

/** Counts what comes out of a file, whichever of its layers it comes from. */
export class UnpackBudget {
  private unpacked = 0;
  private files = 0;
  private readonly limits: UnpackLimits;
  private readonly maxBytes: number;

  constructor(fileBytes: number, limits: UnpackLimits = usualLimits) {
    this.limits = limits;
    this.maxBytes = Math.min(limits.maxUnpackedBytes, Math.max(freeBytes, fileBytes * limits.maxRatio));
  }

  takeBytes(count: number): void {
    this.unpacked += count;
    if (this.unpacked > this.maxBytes) throw new RefusedFile('bomb', `it unpacks to more than ${this.maxBytes} bytes`);
  }

  takeFile(): void {
    this.files += 1;
    if (this.files > this.limits.maxFiles)
      throw new RefusedFile('too-many-files', `it holds more than ${this.limits.maxFiles} files`);
  }
}

/** A name in an archive leads nowhere but below the archive. Nothing is written there, but such a file is no log. */
export function mustBePlainPath(name: string): void {
  const parts = name.split(/[/\\]/);
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const isPlain = !/^[/\\]|^[a-z]:|[\u0000-\u001f]/i.test(name) && !parts.includes('..') && name.length <= 1_000;
  if (!isPlain) throw new RefusedFile('path', 'a name in it leads out of the archive');
}
