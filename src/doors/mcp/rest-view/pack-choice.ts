import { SigecError } from '#base/errors.ts';
import type { Actor } from '#principals/actor.ts';
import type { Registry } from '#tools/registry.ts';
import { oneOf } from './route.ts';

type Within = { sessionId: string; actor: Actor };
export type PackChoice = ReturnType<typeof packChoice>;

/** Which pack a request is about. An address that serves one pack knows no other. */
export function packChoice(registry: Registry, fixed: string | undefined) {
  /** As `?pack=` says. For a call the pack is that of its tool; naming one makes the tools of others unknown. */
  const ifNamed = (query: URLSearchParams): string | undefined => {
    const named = oneOf(query, 'pack');
    const known = registry.packs().flatMap(({ name }) => (fixed === undefined || name === fixed ? [name] : []));
    if (named !== undefined && !known.includes(named))
      throw new SigecError('NOT_FOUND', `There is no such pack here; there is ${known.join(', ') || 'none'}.`);
    return named ?? fixed;
  };
  return {
    ifNamed,
    /** What a session is about: as `?pack=` says, or said before; else charging, or the first pack where charging is not enabled. */
    async forSession(query: URLSearchParams, within: Within): Promise<string> {
      const names = registry.packs().map(({ name }) => name);
      const usual = names.includes('charging') ? 'charging' : names[0];
      const pack = ifNamed(query) ?? (await registry.disclosure.packOf(within)) ?? usual;
      if (pack === undefined) throw new SigecError('NOT_FOUND', 'No pack is enabled; see the setting PACKS.');
      return pack;
    },
  };
}
