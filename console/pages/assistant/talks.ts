import { useMemo, useSyncExternalStore } from 'react';
import { usePrincipal } from '../../api/principal.ts';
import { Talk, type TalkView } from './talk.ts';

/** The conversations that are open here, so that the panel and the page show the same one. They belong to whoever is signed in. */
class Talks {
  #owner: string | null = null;
  #open = new Map<string, Talk>();
  #fresh: Talk | null = null;

  of(owner: string | null, id: string | null): Talk {
    if (owner !== this.#owner) this.#forget(owner);
    if (id === null) {
      this.#fresh ??= this.#begin();
      return this.#fresh;
    }
    const found = this.#open.get(id) ?? new Talk(id, () => undefined);
    this.#open.set(id, found);
    return found;
  }

  drop(id: string): void {
    this.#open.get(id)?.close();
    this.#open.delete(id);
  }

  #begin(): Talk {
    const talk = new Talk(null, (id) => {
      this.#open.set(id, talk);
      this.#fresh = null;
    });
    return talk;
  }

  #forget(owner: string | null): void {
    for (const talk of [...this.#open.values(), ...(this.#fresh === null ? [] : [this.#fresh])]) talk.close();
    this.#open.clear();
    this.#fresh = null;
    this.#owner = owner;
  }
}

export const talks = new Talks();

/** A conversation by its id; null: one that begins with the next question. */
export function useTalk(id: string | null): { talk: Talk; view: TalkView } {
  const owner = usePrincipal()?.id ?? null;
  const talk = useMemo(() => talks.of(owner, id), [owner, id]);
  const view = useSyncExternalStore(talk.listen, () => talk.view);
  return { talk, view };
}
