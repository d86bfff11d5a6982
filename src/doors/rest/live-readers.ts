import { SigecError } from '#base/errors.ts';
import { networkOf } from '#base/hosts.ts';
import { type Actor, actorName } from '#principals/actor.ts';

/** A console has one stream for all its tabs' pages; a program needs a few. */
const most = { all: 500, ofOne: 32 };

/** How many streams stand open, of each caller and in all: each holds memory for as long as its reader likes. */
export class LiveReaders {
  private readonly readers = new Map<string, number>();
  private count = 0;

  /** Throws TOO_MANY_REQUESTS when it is one too many. The returned function ends it. */
  begin(actor: Actor, source: string): () => void {
    const caller = actor.principal === null ? `anonymous:${networkOf(source)}` : actorName(actor);
    const own = this.readers.get(caller) ?? 0;
    if (own >= most.ofOne || this.count >= most.all) {
      const which = own >= most.ofOne ? `${own} streams of yours are open already` : `${this.count} streams are open`;
      throw new SigecError('TOO_MANY_REQUESTS', `${which}; close some, or read pages with Accept: application/json.`, {
        details: { retryAfterSeconds: 10 },
      });
    }
    this.readers.set(caller, own + 1);
    this.count += 1;
    return () => {
      const left = (this.readers.get(caller) ?? 1) - 1;
      if (left > 0) this.readers.set(caller, left);
      else this.readers.delete(caller);
      this.count -= 1;
    };
  }
}
