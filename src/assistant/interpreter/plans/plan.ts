import type { Language } from '../language.ts';
import type { Texts } from '../texts/en.ts';

/** A tool by the name its server gives it, whatever it is called in this conversation. */
export type WantedCall = { tool: string; given: Record<string, unknown> };
/** `hasData`: what the tool answered could be read; else only its sentence is there, as where a long answer was cut. */
export type Answer = { text: string; data: Record<string, unknown>; hasData: boolean; isError: boolean };

/** What is asked of tools, step by step, and what is said at the end. It is run again from its beginning for every step, so it keeps nothing. */
export type Plan = Generator<readonly WantedCall[], string, readonly Answer[]>;
export type Asking<Result> = Generator<readonly WantedCall[], Result, readonly Answer[]>;

export type Setting = {
  language: Language;
  texts: Texts;
  now: Date;
  timeZone: string;
};

export class Reply extends Error {
  readonly say: string;

  constructor(say: string) {
    super(say);
    this.say = say;
    this.name = 'Reply';
  }
}

/** Asks all of them at once. What one refuses is in its answer. */
export function* askAll(...calls: readonly WantedCall[]): Asking<readonly Answer[]> {
  return yield calls;
}

/** Asks one, and ends the plan where it is refused: the server's sentence says why. */
export function* askOne(setting: Setting, tool: string, given: Record<string, unknown> = {}): Asking<Answer> {
  const [answer] = yield [{ tool, given }];
  if (answer === undefined || answer.isError) throw new Reply(failureText(setting, answer?.text ?? ''));
  if (!answer.hasData) throw new Reply(setting.texts.unreadable(answer.text));
  return answer;
}

/** What a person did not allow is told to models as an instruction; a person only wants to hear that nothing was done. */
function failureText({ texts }: Setting, why: string): string {
  return why.startsWith('The person did not allow') ? texts.notAllowed : texts.failed(why);
}

function keyOf({ tool, given }: WantedCall): string {
  return `${tool} ${JSON.stringify(given)}`;
}

export type Step = { calls: readonly WantedCall[] } | { say: string };

export function stepOf(plan: Plan, answers: readonly Answer[]): Step {
  try {
    // What was asked once in this answer is not asked again.
    const heard = new Map<string, Answer>();
    let used = 0;
    let next = plan.next();
    while (next.done !== true) {
      const open = [...new Map(next.value.map((call) => [keyOf(call), call])).entries()].filter(
        ([key]) => !heard.has(key),
      );
      const given = answers.slice(used, used + open.length);
      if (given.length < open.length) return { calls: open.slice(given.length).map(([, call]) => call) };
      used += given.length;
      for (const [index, [key]] of open.entries()) if (given[index] !== undefined) heard.set(key, given[index]);
      next = plan.next(next.value.flatMap((call) => heard.get(keyOf(call)) ?? []));
    }
    return { say: next.value };
  } catch (error) {
    if (error instanceof Reply) return { say: error.say };
    throw error;
  }
}
