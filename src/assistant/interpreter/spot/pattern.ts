/** A pattern that is written over several lines; where a line ends, the next goes on. */
export function pattern(source: string, flags = ''): RegExp {
  return new RegExp(source.replaceAll(/\n\s*/g, ''), flags);
}
