import { Temporal } from 'temporal-polyfill';

/**
 * Reads moments as files of prices write them. One without a zone is told by the clock of the site: on the day that the clock is put
 * back an hour comes twice, and the second time it is meant, it is the later one. undefined: it is no moment.
 */
export class MomentReader {
  private readonly timeZone: string;
  private last = -Infinity;

  constructor(timeZone: string) {
    this.timeZone = timeZone;
  }

  read(text: string): number | undefined {
    const moment = absolute(text) ?? this.local(text);
    if (moment !== undefined) this.last = moment;
    return moment;
  }

  private local(text: string): number | undefined {
    const parts = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/.exec(text);
    const turned = /^(\d{2})[./](\d{2})[./](\d{4}) (\d{2}):(\d{2})(?::(\d{2}))?(?: - .*)?$/.exec(text);
    const [year, month, day, hour, minute, second] = parts
      ? parts.slice(1)
      : turned
        ? [turned[3], turned[2], turned[1], ...turned.slice(4)]
        : [];
    if (year === undefined) return undefined;
    const fields = {
      year: Number(year),
      month: Number(month),
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second ?? 0),
    };
    try {
      const wall = Temporal.PlainDateTime.from(fields, { overflow: 'reject' });
      const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
        wall.toZonedDateTime(this.timeZone, { disambiguation }),
      );
      if (earlier === undefined || later === undefined) return undefined;
      // An hour that the clock skipped never was.
      if (!earlier.toPlainDateTime().equals(wall)) return undefined;
      return (earlier.epochMilliseconds <= this.last ? later : earlier).epochMilliseconds;
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }
}

/** With a zone, or as seconds or milliseconds since 1970. */
function absolute(text: string): number | undefined {
  if (/^\d{9,10}$/.test(text)) return Number(text) * 1000;
  if (/^\d{12,13}$/.test(text)) return Number(text);
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)) return undefined;
  const moment = Date.parse(text.replace(' ', 'T'));
  return Number.isNaN(moment) ? undefined : moment;
}
