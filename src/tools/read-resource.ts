import { cursorOf, positionOf } from '#base/cursor.ts';
import { SigecError } from '#base/errors.ts';
import { mapTexts } from '#base/json.ts';
import type { Json } from '#base/json-schema.ts';
import type { RateLimiter } from '#base/rate-limiter.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { actorName } from '#principals/actor.ts';
import type { FairReads } from '#principals/fair-reads.ts';
import { mustBeAllowed } from '#principals/may.ts';
import { reachNow } from '#principals/reach.ts';
import { type AuditNeeds, audited } from './call-audit.ts';
import type { CallContext } from './context.ts';
import type { Pack, Resource, ResourceEntry, ResourcePage } from './pack.ts';
import type { May } from './policy.ts';
import { runInTime } from './run-in-time.ts';

export type RegisteredResource = Resource & { pack: string; template: UriTemplate };
type Caller = Pick<CallContext, 'actor' | 'pack'>;

export type Resources = {
  /** Those that this caller may read here, in the order of their packs. */
  listAllowed(place: Caller): RegisteredResource[];
  /** One page of what is there; `after` is the `next` of the page before. */
  list(after: string | undefined, context: CallContext): Promise<{ entries: ResourceEntry[]; next?: string }>;
  /** Throws UnknownResource for an address that nothing answers to. */
  read(uri: string, context: CallContext): Promise<Json>;
  /** Values of a parameter that begin as given; `uriTemplate` names the resource. */
  complete(uriTemplate: string, asked: Begun, context: CallContext): Promise<string[]>;
  /** Whether somebody may read, and so be told of changes of, what stands at an address. At single sites that takes a look whether it is there. */
  isReadable(uri: string, context: CallContext): Promise<boolean>;
  /** The addresses that an event makes stale. */
  changedBy(event: LedgerEvent): Promise<string[]>;
};

export type Begun = { parameter: string; begun: string };

/** Told apart from other refusals: over MCP it has a code of its own. */
export class UnknownResource extends SigecError {
  constructor() {
    super(
      'NOT_FOUND',
      'There is nothing at this address. List the resources and their templates to see what there is.',
    );
  }
}

type Needs = AuditNeeds & { may: May; limiter: RateLimiter; reads: FairReads; packs(): readonly Pack[] };

const pageLength = 100;
export const maxCompletions = 100;
/** Longer texts are no facts about a station. */
const maxCharacters = 2_000;
const readingLimit = { calls: 600, perSeconds: 60 };

export function openResources(needs: Needs): Resources {
  const { may, limiter, reads, packs } = needs;
  const templates = new Map<string, UriTemplate>();

  function all(): RegisteredResource[] {
    return packs().flatMap(({ name: pack, resources = [] }) =>
      resources.map((resource) => ({ ...resource, pack, template: templateOf(resource.uriTemplate) })),
    );
  }

  function templateOf(text: string): UriTemplate {
    const template = templates.get(text) ?? uriTemplate(text);
    templates.set(text, template);
    return template;
  }

  function decide({ category }: Resource, { actor }: Caller) {
    return may(actor.principal, { access: 'read', scope: `${category}:read` });
  }

  function here({ pack }: Caller): RegisteredResource[] {
    return all().filter((resource) => pack === undefined || resource.pack === pack);
  }

  function find(uri: string, place: Caller): { resource: RegisteredResource; parameters: Record<string, string> } {
    for (const resource of here(place)) {
      const parameters = resource.template.match(uri);
      if (parameters !== undefined) return { resource, parameters };
    }
    throw new UnknownResource();
  }

  /** Counts it, and gives it an end. */
  async function inTime<Result>(name: string, context: CallContext, work: (context: CallContext) => Promise<Result>) {
    limiter.count(actorName(context.actor), { name, rateLimit: readingLimit });
    return reads.run({ actor: context.actor }, () => runInTime({ name, timeoutMs: 15_000 }, context, work));
  }

  const self: Resources = {
    listAllowed: (place) => here(place).filter((resource) => decide(resource, place).isAllowed),

    async list(after, context) {
      const listed = self.listAllowed(context).filter(({ list, template }) => list ?? template.parameters.length === 0);
      const [name, position] = after === undefined ? [listed[0]?.name] : readCursor(after);
      const first = listed.findIndex((resource) => resource.name === name);
      if (first === -1 && after !== undefined) throw strangeCursor();
      const entries: ResourceEntry[] = [];
      for (const [index, resource] of listed.slice(Math.max(0, first)).entries()) {
        if (entries.length >= pageLength) return { entries, next: writeCursor(resource.name) };
        const page = { after: index === 0 ? position : undefined, limit: pageLength - entries.length };
        const some = await inTime('resources/list', context, async (patient) => resource.list?.(page, patient));
        const found: ResourcePage = some ?? { entries: [entryOf(resource)] };
        entries.push(...found.entries.map(cleanEntry));
        if (found.next !== undefined) return { entries, next: writeCursor(resource.name, found.next) };
      }
      return { entries };
    },

    read(uri, context) {
      const known = here(context).find(({ template }) => template.match(uri) !== undefined);
      const act = { action: `resource:${known?.name ?? 'unknown'}`, subject: uri, actor: context.actor };
      return audited(needs, act, async () => {
        const { resource, parameters } = find(uri, context);
        mustBeAllowed(decide(resource, context));
        const json = await inTime(`resource:${resource.name}`, context, (patient) =>
          resource.read(parameters, patient),
        );
        // Packs clean what others wrote; what one forgot must not reach a model all the same.
        return mapTexts(
          json,
          (text) => untrustedText(text, maxCharacters),
          (name) => untrustedText(name, 100),
        ) as Json;
      });
    },

    async complete(text, { parameter, begun }, context) {
      const resource = self.listAllowed(context).find((each) => each.uriTemplate === text);
      if (resource === undefined) throw new UnknownResource();
      if (!resource.template.parameters.includes(parameter)) {
        const accepts = resource.template.parameters;
        const sentence = `This address has no such part; it has ${accepts.join(', ')}.`;
        throw new SigecError('INVALID_INPUT', sentence, { details: { field: 'argument.name', accepts } });
      }
      const values = await inTime('completion', context, async (patient) =>
        resource.complete?.(parameter, begun.replaceAll('\u0000', '').slice(0, 200), patient),
      );
      return (values ?? []).map((value) => untrustedText(value, 100));
    },

    async isReadable(uri, context) {
      const known = here(context).find(({ template }) => template.match(uri) !== undefined);
      if (known === undefined || !decide(known, context).isAllowed) return false;
      if (reachNow() === 'whole' || known.template.parameters.length === 0) return true;
      const parameters = known.template.match(uri) ?? {};
      return inTime('resources/subscribe', context, (patient) => known.read(parameters, patient)).then(
        () => true,
        (error: unknown) => {
          if (error instanceof SigecError && ['NOT_FOUND', 'NOT_ALLOWED'].includes(error.code)) return false;
          throw error;
        },
      );
    },

    async changedBy(event) {
      const stale = await Promise.all(all().map(async (resource) => resource.changedBy?.(event) ?? []));
      return stale.flat();
    },
  };
  return self;
}

function entryOf({ uriTemplate: uri, name, title, description }: Resource): ResourceEntry {
  return { uri, name, title, description };
}

/** Names of stations and sites are chosen by others. */
function cleanEntry({ name, title, description, ...rest }: ResourceEntry): ResourceEntry {
  return {
    ...rest,
    name: untrustedText(name, 100),
    ...(title !== undefined && { title: untrustedText(title, 100) }),
    ...(description !== undefined && { description: untrustedText(description, 300) }),
  };
}

/** Which resource the next page begins with, and where in it. */
function writeCursor(name: string, position?: string): string {
  return cursorOf(JSON.stringify(position === undefined ? [name] : [name, position]));
}

function readCursor(cursor: string): [name: string, position?: string] {
  try {
    const [name, position] = JSON.parse(positionOf(cursor)) as unknown[];
    if (typeof position === 'string' && (position.includes('\0') || !position.isWellFormed())) throw strangeCursor();
    if (typeof name === 'string' && typeof position === 'string') return [name, position];
    if (typeof name === 'string' && position === undefined) return [name];
  } catch {
    // no JSON, or not one of ours
  }
  throw strangeCursor();
}

function strangeCursor(): SigecError {
  const sentence = 'cursor accepts only the nextCursor of the page before.';
  return new SigecError('INVALID_INPUT', sentence, { details: { field: 'cursor' } });
}

/** `sigec://stations/{id}`: names in braces stand for one part of the address each, as in RFC 6570 at its simplest. */
type UriTemplate = {
  readonly parameters: readonly string[];
  /** The decoded parts, or undefined where the address is not one of these. */
  match(uri: string): Record<string, string> | undefined;
};

export function uriTemplate(template: string): UriTemplate {
  const pieces = template.split(/\{([^}]*)\}/);
  const parameters = pieces.filter((_piece, index) => index % 2 === 1);
  const isSound = parameters.every((name) => /^\w+$/.test(name)) && new Set(parameters).size === parameters.length;
  if (!isSound || !/^[a-z][a-z0-9+.-]*:\/\//.test(template))
    throw new Error(`${template} is no template of addresses.`);
  const pattern = pieces
    .map((piece, index) => (index % 2 === 1 ? '([^/?#]+)' : piece.replace(/[^\w/]/g, '\\$&')))
    .join('');
  const whole = new RegExp(`^${pattern}$`);
  return {
    parameters,
    match(uri) {
      const parts = whole.exec(uri)?.slice(1);
      if (parts === undefined) return undefined;
      try {
        const values = parts.map((part) => decodeURIComponent(part));
        if (!values.every((value) => value.isWellFormed() && !value.includes('\u0000'))) return undefined; // nothing has such a name
        return Object.fromEntries(parameters.map((name, index) => [name, values[index] as string]));
      } catch {
        return undefined; // a % that encodes nothing
      }
    },
  };
}
