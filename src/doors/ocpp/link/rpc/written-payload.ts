/**
 * A payload that was written as JSON before: parts of it are shared by many stations, so it is neither checked nor written again for each.
 * Whoever makes one answers for it fitting its schema.
 */
export class WrittenPayload {
  readonly text: string;
  readonly shortText: string;

  constructor(text: string, shortText = text) {
    this.text = text;
    this.shortText = shortText;
  }
}
