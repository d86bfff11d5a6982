const levels: Readonly<Record<number, string>> = { 20: 'debug', 40: 'warning', 50: 'error' };

type Line = { level: number; time: number; msg: string } & Record<string, unknown>;

/** A line of the log for a person at a screen: "14:02:11 warning: the shop is open to others (port: 8182)". Only an error brings where it arose. */
export function logLine(json: string): string {
  const { level, time, msg, ...facts } = JSON.parse(json) as Line;
  const word = levels[level];
  const shown = Object.entries(facts).map(([name, value]) => `${name}: ${factText(value)}`);
  const stacks = level >= 50 ? Object.values(facts).flatMap(stackLines) : [];
  const rest = shown.length === 0 ? '' : ` (${shown.join(', ')})`;
  const sentence = `${clockTime(new Date(time))} ${word === undefined ? '' : `${word}: `}${msg}${rest}`;
  return [sentence, ...stacks].map(harmless).join('\n');
}

function clockTime(time: Date): string {
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

function factText(value: unknown): string {
  if (isError(value)) return value.message;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function stackLines(value: unknown): string[] {
  if (!isError(value) || typeof value.stack !== 'string') return [];
  return value.stack.split('\n').map((line) => `    ${line.trim()}`);
}

function isError(value: unknown): value is { message: string; stack?: unknown } {
  return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';
}

/** What a station wrote may stand in a fact; it commands no screen and begins no line. */
function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    JSON.stringify(character)
      .slice(1, -1)
      .replace(/^[^\\]$/u, '�'),
  );
}
