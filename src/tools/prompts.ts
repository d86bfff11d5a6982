import { SigecError } from '#base/errors.ts';
import type { RateLimiter } from '#base/rate-limiter.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { actorName } from '#principals/actor.ts';
import { type AuditNeeds, audited } from './call-audit.ts';
import type { CallContext } from './context.ts';
import type { Pack, Prompt } from './pack.ts';
import type { Begun } from './read-resource.ts';
import { runInTime } from './run-in-time.ts';

export type RegisteredPrompt = Prompt & { pack: string };
type Caller = Pick<CallContext, 'actor' | 'pack'>;

export type Prompts = {
  /** Those of packs of which this caller may use a tool: a way of working is of no use without. */
  listAllowed(place: Caller): RegisteredPrompt[];
  /** The text for the agent. Throws INVALID_INPUT naming the argument that is missing or unknown. */
  render(name: string, given: Readonly<Record<string, string>>, context: CallContext): Promise<string>;
  complete(name: string, asked: Begun, context: CallContext): Promise<string[]>;
};

type Needs = AuditNeeds & {
  limiter: RateLimiter;
  packs(): readonly Pack[];
  mayUseSomeOf(pack: string, place: Caller): boolean;
};

const limit = { calls: 600, perSeconds: 60 };
const timeoutMs = 15_000;

export function openPrompts(needs: Needs): Prompts {
  const { limiter, packs, mayUseSomeOf } = needs;

  function find(name: string, place: Caller): RegisteredPrompt {
    const prompt = self.listAllowed(place).find((each) => each.name === name);
    if (prompt !== undefined) return prompt;
    throw new SigecError('NOT_FOUND', 'There is no such prompt here. List the prompts to see their names.');
  }

  const self: Prompts = {
    listAllowed(place) {
      const open = packs().filter(
        ({ name }) => (place.pack === undefined || place.pack === name) && mayUseSomeOf(name, place),
      );
      return open.flatMap(({ name: pack, prompts = [] }) => prompts.map((prompt) => ({ ...prompt, pack })));
    },

    render(name, given, context) {
      const act = { action: `prompt:${untrustedText(name)}`, subject: null, actor: context.actor };
      return audited(needs, act, async () => {
        const prompt = find(name, context);
        limiter.count(actorName(context.actor), { name: `prompt:${name}`, rateLimit: limit });
        const cleaned = readArguments(prompt, given);
        return runInTime({ name, timeoutMs }, context, (patient) => prompt.render(cleaned, patient));
      });
    },

    async complete(name, { parameter, begun }, context) {
      const argument = find(name, context).arguments.find((each) => each.name === parameter);
      if (argument === undefined) throw unknownArgument(find(name, context), parameter);
      limiter.count(actorName(context.actor), { name: 'completion', rateLimit: limit });
      const values = await runInTime({ name: 'completion', timeoutMs }, context, async (patient) =>
        argument.complete?.(begun.replaceAll('\u0000', '').slice(0, 200), patient),
      );
      return (values ?? []).map((value) => untrustedText(value, 100));
    },
  };
  return self;
}

/** Arguments go into a text of ours: one visible line each, and nothing that was not asked for. */
function readArguments(prompt: Prompt, given: Readonly<Record<string, string>>): Record<string, string> {
  const stray = Object.keys(given).find((name) => !prompt.arguments.some((argument) => argument.name === name));
  if (stray !== undefined) throw unknownArgument(prompt, stray);
  const cleaned = Object.entries(given).map(([name, value]) => [name, untrustedText(value, 200)] as const);
  const missing = prompt.arguments.find(({ name, isRequired }) => isRequired && !given[name]);
  if (missing === undefined) return Object.fromEntries(cleaned);
  throw new SigecError('INVALID_INPUT', `${prompt.name} needs ${missing.name}: ${missing.description}.`, {
    details: { field: missing.name },
  });
}

function unknownArgument({ name, arguments: known }: Prompt, field: string): SigecError {
  const accepts = known.map((argument) => argument.name);
  const which = accepts.length === 0 ? 'takes no arguments' : `takes ${accepts.join(', ')}`;
  return new SigecError('INVALID_INPUT', `${name} ${which}.`, { details: { field: untrustedText(field), accepts } });
}
