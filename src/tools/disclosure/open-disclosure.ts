import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { coversScope } from '#principals/may.ts';
import type { Level, Pack } from '../pack.ts';
import type { RegisteredTool } from '../registry.ts';
import {
  beginRow,
  changeRow,
  clearRows,
  type DisclosureRow,
  isAnothers,
  lastPack,
  type RowChange,
  type Used,
} from './disclosure-store.ts';

type Needs = {
  pool: Pool;
  clock: Clock;
  packs(): readonly Pack[];
  /** Those of a pack that this caller may use. */
  toolsOf(pack: string, actor: Actor): readonly RegisteredTool[];
  onChange?(sessionId: string): void;
};

const validMs = 24 * 3_600_000;

export function openDisclosure({ pool, clock, packs, toolsOf, onChange = () => undefined }: Needs): Disclosure {
  function packNamed(name: string): Pack {
    const pack = packs().find((each) => each.name === name);
    if (pack !== undefined) return pack;
    const known = packs().map((each) => each.name);
    throw new SigecError('NOT_FOUND', `There is no such pack; there are ${known.join(', ')}.`);
  }

  async function changed(
    packName: string,
    { sessionId, actor }: Within,
    change: RowChange = { assignments: 'level = level' },
  ): Promise<DisclosureContext> {
    const pack = packNamed(packName);
    mustBeSessionId(sessionId);
    const now = clock.now();
    const principal = actorName(actor);
    const used: Used = { sessionId, pack: packName, principal, now, expiresAt: new Date(now.getTime() + validMs) };
    const row =
      (await changeRow(pool, used, change)) ??
      (await beginRow(pool, used, firstLevel(pack, actor).name).then(() => changeRow(pool, used, change)));
    if (row !== undefined) return contextOf(sessionId, packName, row);
    if (await isAnothers(pool, used))
      throw new SigecError('NOT_ALLOWED', 'This session belongs to another key. Begin one of your own.');
    throw new SigecError('TOO_MANY_REQUESTS', 'This key has begun too many sessions. End some of them first.');
  }

  const self: Disclosure = {
    contextOf: (pack, within) => changed(pack, within),
    packOf: ({ sessionId, actor }) => lastPack(pool, { sessionId, principal: actorName(actor), now: clock.now() }),
    canAccess({ name, pack, level }, context) {
      const { levels } = packNamed(pack);
      return context.unlocked.includes(name) || indexOf(levels, level) <= indexOf(levels, context.level);
    },
    async enter(tool, within, { isFound = false } = {}) {
      const context = await self.contextOf(tool.pack, within);
      if (!isFound && !self.canAccess(tool, context)) {
        throw new SigecError(
          'NOT_ALLOWED',
          `${tool.name} belongs to the level ${tool.level} of ${tool.pack}, and this session is at ${context.level}. Raise the level (raise_level), or unlock the tool, first.`,
          { details: { level: tool.level, pack: tool.pack } },
        );
      }
      const counted = await changed(tool.pack, within, { assignments: 'interactions = interactions + 1' });
      const next = nextByCount(packNamed(tool.pack).levels, counted);
      if (next === undefined) return;
      // Only from where it was counted: somebody may have raised it further meanwhile.
      const assignments = 'level = case level when $7 then $6 else level end';
      await changed(tool.pack, within, { assignments, values: [next.name, counted.level] });
      onChange(within.sessionId);
    },
    async upgrade(packName, level, within) {
      const { levels } = packNamed(packName);
      if (!levels.some(({ name }) => name === level)) {
        const accepts = levels.map(({ name }) => name);
        throw new SigecError('INVALID_INPUT', `${packName} has no such level; it has ${accepts.join(', ')}.`, {
          details: { field: 'level', accepts },
        });
      }
      const before = await self.contextOf(packName, within);
      const context = await changed(packName, within, { assignments: 'level = $6', values: [level] });
      if (context.level !== before.level) onChange(within.sessionId);
      const isNew = (tool: RegisteredTool) => self.canAccess(tool, context) && !self.canAccess(tool, before);
      return {
        context,
        newTools: toolsOf(packName, within.actor)
          .filter(isNew)
          .map(({ name }) => name),
      };
    },
    async unlock({ name, pack }, within) {
      const assignments = 'unlocked = array(select distinct unnest(unlocked || $6::text))';
      const context = await changed(pack, within, { assignments, values: [name] });
      onChange(within.sessionId);
      return context;
    },
    async clear({ sessionId, actor }) {
      mustBeSessionId(sessionId);
      const wasThere = await clearRows(pool, sessionId, actorName(actor));
      if (wasThere) onChange(sessionId);
      return wasThere;
    },
  };
  return self;
}

/** The highest level that a key's scopes name, such as `charging:operate`; otherwise the first. */
export function firstLevel({ name: pack, levels }: Pick<Pack, 'name' | 'levels'>, { principal }: Actor): Level {
  const scopes = principal?.scopes ?? [];
  const named = levels.findLast(({ name }) => scopes.length > 0 && coversScope(scopes, `${pack}:${name}`));
  return named ?? levels[0];
}

/** The level above, where it is reached by counting and the count is there. */
function nextByCount(levels: readonly Level[], { level, interactions }: DisclosureContext): Level | undefined {
  const next = levels[indexOf(levels, level) + 1];
  return next?.after !== undefined && interactions >= next.after ? next : undefined;
}

function indexOf(levels: readonly Level[], name: string): number {
  return levels.findIndex((level) => level.name === name);
}

function mustBeSessionId(sessionId: string): void {
  if (/^[\x21-\x7e]{1,100}$/.test(sessionId)) return;
  throw new SigecError('INVALID_INPUT', 'session_id accepts 1 to 100 visible ASCII characters.', {
    details: { field: 'session_id' },
  });
}

function contextOf(sessionId: string, pack: string, row: DisclosureRow): DisclosureContext {
  const { level, unlocked, interactions } = row;
  return { sessionId, pack, level, unlocked, interactions, expiresAt: row.expires_at.toISOString() };
}

/** What a session is shown of a pack; the seed's disclosure context. */
export type DisclosureContext = {
  sessionId: string;
  pack: string;
  level: string;
  /** Tools unlocked one by one, beyond the level. */
  unlocked: readonly string[];
  interactions: number;
  expiresAt: string;
};

type Within = { sessionId: string; actor: Actor };

/** Decides what is shown, never what is allowed: policy is asked besides, always. A session belongs to the principal who began it. */
export type Disclosure = {
  /** The context of a session in a pack; begun when it is not there. Throws NOT_ALLOWED when it is another principal's. */
  contextOf(pack: string, within: Within): Promise<DisclosureContext>;
  /** The pack that a session of this principal was last used for; undefined: there is no such session. */
  packOf(within: Within): Promise<string | undefined>;
  canAccess(tool: Pick<RegisteredTool, 'name' | 'pack' | 'level'>, context: DisclosureContext): boolean;
  /** Before a call: throws NOT_ALLOWED when the tool lies outside the level and was not found by search, otherwise counts an interaction and climbs where the pack says so. */
  enter(
    tool: Pick<RegisteredTool, 'name' | 'pack' | 'level'>,
    within: Within,
    how?: { isFound?: boolean | undefined },
  ): Promise<void>;
  /** To any level, down too. Returns the names of the tools that came with it and that policy allows. Throws INVALID_INPUT for a level the pack does not have. */
  upgrade(pack: string, level: string, within: Within): Promise<{ context: DisclosureContext; newTools: string[] }>;
  unlock(tool: Pick<RegisteredTool, 'name' | 'pack'>, within: Within): Promise<DisclosureContext>;
  /** Forgets the session in every pack. False: there was none of this principal's. */
  clear(within: Within): Promise<boolean>;
};
