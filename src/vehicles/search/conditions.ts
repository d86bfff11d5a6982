/** Conditions of a statement, each with its values. */
export class Conditions {
  private readonly parts: string[] = [];
  readonly values: unknown[];

  constructor(values: unknown[] = []) {
    this.values = values;
  }

  /** The number of a value's parameter, such as `$3`. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  add(part: string): void {
    this.parts.push(part);
  }

  /** Adds nothing for what was not asked. */
  where(asked: unknown, part: (parameter: string) => string): void {
    if (asked !== undefined && asked !== null) this.add(part(this.value(asked)));
  }

  get sql(): string {
    return this.parts.length === 0 ? 'true' : this.parts.join(' and ');
  }
}
